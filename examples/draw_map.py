"""Draw a board: two owners, some armies and an arrow, as SVG that a browser or a notebook shows."""

from __future__ import annotations

import sys
from pathlib import Path

from wartable.board import load_board
from wartable.board.draw import draw_board
from wartable.board.picture import Arrow, Picture


def main() -> None:
    """Write the picture to the file named, or say how large it is."""
    board = load_board("classic")
    picture = Picture(
        owners={"brazil": 1, "peru": 1, "north_africa": 2},
        armies={"brazil": 8, "peru": 1, "north_africa": 3},
        arrows=(Arrow(start="brazil", end="north_africa", owner=1, label="91 %"),),
    )
    svg = draw_board(board, picture)
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(svg, encoding="utf-8")
    print(f"{board.title}: {len(board.spaces)} spaces, {len(svg) // 1000} kB of SVG")


if __name__ == "__main__":
    main()
