"""Ring of Power: fantasy campaigns with figures on a continuous table."""
