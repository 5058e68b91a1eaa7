"""Numbers found once; `tables.build` makes them."""
