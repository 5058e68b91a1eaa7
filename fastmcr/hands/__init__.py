"""One hand and many: read, checked, printed, and brought to the rows that kernels take."""
