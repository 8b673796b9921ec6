"""The table of Ring of Power: ground, speeds, exact paths, reach, plans, retreats, forces and distances."""
