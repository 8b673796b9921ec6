"""What becomes of a stated case: a position, what is done in it, and what must hold afterwards."""

from __future__ import annotations

import msgspec


class CaseResult(msgspec.Struct, frozen=True):
    """What became of one case: its id and name, and what differs; nothing differs where it passed."""

    id: str
    name: str
    differences: tuple[str, ...] = ()
