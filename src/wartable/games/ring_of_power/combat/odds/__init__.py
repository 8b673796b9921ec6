"""Exact odds of a combat of Ring of Power, through the same allocation as in play."""
