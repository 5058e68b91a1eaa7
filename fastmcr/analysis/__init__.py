"""How far a hand is from a win, and what leads there: shanten, useful tiles, waits, discards, distances, routes."""
