"""Shanten, useful tiles, waits and discards of rows."""
