"""The Balance of Power variant: cities, a neutral army and special combat actions, built on the family's parts."""
