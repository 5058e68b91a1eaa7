"""What every room may stand on: lazy loading, the version, views of values, and values as callers give them."""
