"""Players made of code: by name for every game, and the levels of the conquest family."""

from wartable.bots.registry import GROUP, Bot, bots_for, bots_of, bring, get, register, unregister

__all__ = ["GROUP", "Bot", "bots_for", "bots_of", "bring", "get", "register", "unregister"]
