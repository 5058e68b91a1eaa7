"""Records as training data: one row a decision."""
