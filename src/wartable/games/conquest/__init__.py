"""Conquest: games of territories, armies and dice, made of one core."""
