"""What the optional rules do, a module for each; games without them never come here (machiavelli 14)."""
