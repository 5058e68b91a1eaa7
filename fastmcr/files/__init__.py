"""Files as such: written whole or not at all, read within limits. Nothing here knows a hand."""
