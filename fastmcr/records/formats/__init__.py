"""The formats of game records, a reader each."""
