"""Drop-ins for other programs: the functions they offer, under their names and rules, computed by this library."""
