"""Tiles missing to every single fan."""
