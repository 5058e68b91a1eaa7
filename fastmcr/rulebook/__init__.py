"""Names and rules as data: tiles, winds, fans, what they bar, and the switches of the rules."""
