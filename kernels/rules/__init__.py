"""Rules that several rooms ask about, each judged in one place: plain arithmetic, for numbers and for whole arrays."""
