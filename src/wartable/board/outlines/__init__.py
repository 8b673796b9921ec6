"""Building outlines from a land file and seed points; needs the `maps` extra and never runs in a game."""
