"""Conquest: games of territories, armies and dice. Classic Risk is `wartable.games.conquest.risk`."""
