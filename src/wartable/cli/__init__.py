"""The command line: thin commands over the rest of the package."""

from wartable.cli.app import main

__all__ = ["main"]
