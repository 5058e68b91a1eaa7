"""What finds the tables: ``python -m fastmcr.kernels.tables.build [--check]``."""
