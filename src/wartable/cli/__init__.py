"""The command line: thin commands over the rest of the package."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the `wartable` command: Ctrl-C ends it without a word, also while it is still being loaded."""
    try:
        from wartable.cli.app import run  # noqa: PLC0415 - loading takes a while, and may be interrupted
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))
