"""Judge random boards by us and by PyPI's `diplomacy`, and count what they disagree about by its cause.

Needs the group `bench` (`pip install --group bench`). Run `python tools/compare_diplomacy.py [BOARDS] [FIRST]`: a
thousand boards take some ten seconds. Ends with exit status 1 if a disagreement has no known cause.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.games.diplomacy.differential.compare import compare, report


def main() -> int:
    """Compare as many boards as asked for, from a seed on."""
    parser = argparse.ArgumentParser(description="Compare two adjudicators of Diplomacy on random boards.")
    parser.add_argument("boards", type=int, nargs="?", default=1000, help="how many boards")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the seed of the first")
    asked = parser.parse_args()
    result = compare(importlib.import_module("diplomacy"), range(asked.first, asked.first + asked.boards))
    print(report(result))
    return 1 if result.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
