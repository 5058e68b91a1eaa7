"""What a row is worth: packed, read in every way, its fans found, the best reading kept."""
