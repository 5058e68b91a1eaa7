"""What a win is worth, how it is read, and why."""
