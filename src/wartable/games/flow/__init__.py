"""The turn machine of all families: tasks on an agenda, handlers, reaction windows, secret steps."""
