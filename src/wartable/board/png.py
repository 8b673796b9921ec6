"""Turning a drawing into a PNG picture; needs the `png` extra."""

from __future__ import annotations

from importlib import resources
from importlib.util import find_spec
from typing import Any, cast

from wartable.board.draw import resolve_variables
from wartable.board.errors import BoardError

_FONTS = ("Alegreya-SemiBold.ttf", "FiraSans-SemiBold.ttf")


def installed() -> bool:
    """Whether the `png` extra is there."""
    return find_spec("resvg_py") is not None


def to_png(svg: str, width: int) -> bytes:
    """Render SVG text to PNG bytes, `width` pixels wide, with the fonts of the package.

    Raises `BoardError` when the extra is not installed.
    """
    try:
        import resvg_py  # noqa: PLC0415  (an extra)
    except ImportError as error:
        message = "PNG pictures need one more package: pip install 'wartable[png]'. SVG works without it."
        raise BoardError(message) from error
    render = cast("Any", resvg_py).svg_to_bytes
    folder = resources.files("wartable.board") / "fonts"
    with resources.as_file(folder) as fonts:
        made = render(
            svg_string=resolve_variables(svg),
            width=width,
            skip_system_fonts=True,
            font_files=[str(fonts / name) for name in _FONTS],
            font_family="Alegreya",
            serif_family="Alegreya",
            sans_serif_family="Fira Sans",
        )
    return bytes(made)
