"""Figures of Middle-earth that stand beside ordinary units, of which some are hidden; and armies on sea-lines."""
