"""Tiles missing to a hand worth so many points, and the nearest such hands."""
