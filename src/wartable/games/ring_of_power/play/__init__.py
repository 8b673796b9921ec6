"""Ring of Power as a game to sit down to: turns, moves, combats, retreats and endings."""
