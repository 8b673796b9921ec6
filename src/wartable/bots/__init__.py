"""Players made of code: by name for every game, and the levels of the conquest family."""

from wartable.bots.registry import (
    GROUP,
    Bot,
    bots_for,
    bots_of,
    bring,
    check_files,
    get,
    left_out,
    register,
    unregister,
)

__all__ = ["GROUP", "Bot", "bots_for", "bots_of", "bring", "check_files", "get", "left_out", "register", "unregister"]
