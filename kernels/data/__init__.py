"""Numbers found once; `build_tables` makes them."""
