from __future__ import annotations

import pytest

from wartable.board.lettering import text_width

MEASURED = {"MIRKWOOD": 5.469, "Caras Galadhon": 6.563, "Tower of Cirith Ungol": 8.907, "Barad-dûr": 4.352}
"""What a browser says of these names, written one pixel high in the same face; it moves some letters together."""


@pytest.mark.parametrize(("text", "width"), MEASURED.items())
def test_a_text_is_as_wide_as_the_browser_writes_it(text: str, width: float) -> None:
    assert text_width(text, 1.0) == pytest.approx(width, rel=0.015)


def test_width_grows_with_the_size_and_the_space_between_letters() -> None:
    assert text_width("Anduin", 20) == pytest.approx(2 * text_width("Anduin", 10))
    assert text_width("Anduin", 10, 0.1) == pytest.approx(text_width("Anduin", 10) + 5)
    assert text_width("", 10, 0.1) == 0


def test_a_letter_that_the_face_has_not_takes_room_too() -> None:
    assert text_width("\N{CJK UNIFIED IDEOGRAPH-4E2D}", 10) > 4
