"""Combat of Ring of Power: one fight as a value that waits for decisions and dice, and its exact odds."""
