"""Numbers found once: what finds them, the files they are kept in, and how these are loaded."""
