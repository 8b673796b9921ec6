"""Players of simultaneous rounds: what others may order is guessed, and orders are written against it."""
