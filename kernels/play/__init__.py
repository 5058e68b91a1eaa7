"""The deal as a state that moves: steps, what a seat sees, decisions, random play."""
