"""Building outlines from a land file and seed points; never runs in a game."""
