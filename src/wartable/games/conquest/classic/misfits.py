"""What Classic Risk asks of a map that the map does not have."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.errors import Conflict, Reason
from wartable.games.conquest.core.maps import (
    board_of,
    is_own,
    settled,
    tables_of,
)


def misfits(name: str, goal: str, missions: str, territories: str) -> Iterator[Conflict]:
    """Yield what is asked of an own map that it does not have; nothing of the printed boards."""
    if not is_own(name):
        return
    name = settled(name)  # it may be gone since the game began
    board, data = board_of(name), tables_of(name)
    own, title = data.missions["european_14"], board.title
    if missions != "european_14":
        yield _misfit("missions", f"This list of missions is of the classic map; {title} has its own.")
    if goal == "missions" and not (own.regions or own.spaces or own.eliminate):
        yield _misfit("goal", f"The goal asks for missions, and {title} has none.")
    if goal == "continents" and not own.regions:
        yield _misfit("goal", f"The goal asks for continents, and {title} names none in its missions.")
    wanted = min(aim.count for aim in data.open_counts(territories))
    if goal == "territories" and wanted > len(board.spaces):
        yield _misfit("goal", f"The goal asks for {wanted} territories, and {title} has {len(board.spaces)}.")


def _misfit(option: str, message: str) -> Conflict:
    return Conflict(
        options=(option, "board"), reason=Reason(code="option.contradiction", message=message, rule="risk D12")
    )
