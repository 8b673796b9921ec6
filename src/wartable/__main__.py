"""Lets `python -m wartable` do what the `wartable` command does."""

from wartable.cli import main

main()
