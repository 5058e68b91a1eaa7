"""Records played again in the engine, and every disagreement named."""
