"""Ring of Power as a game to sit down to: turns, moves, combats, special rules and endings."""
