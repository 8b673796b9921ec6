"""The turn machine, on games made for it."""
