"""Which units a seat sees where armies are hidden (`lotr-risk V6`, `lotr-risk L69`), and what a view shows of them."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.values import Event, Seat
from wartable.games.conquest.core import events as core
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState

UNSEEN = -1
"""What a view shows for units that a seat does not see."""
COUNTING = (
    core.Placed, core.Battle, core.MovedIn, core.Fortified, core.Dealt, e.RewardPlaced, e.StrongholdUnits,
)  # fmt: skip
"""Events that tell of numbers of units."""


def seen(rules: LotrRules, state: LotrState, seat: int | None) -> int:
    """Return the territories whose units a seat (None: a spectator) sees: all, or its own and those beside them."""
    if not rules.options.hidden_armies or state.victory is not None or state.pools:
        return rules.board.everything
    if seat is None:
        return 0
    found = own = state.held[seat]
    for space in bits(own):
        found |= rules.land[space] | rules.sea[space]
    return found


def shown_armies(rules: LotrRules, state: LotrState, seat: int | None) -> tuple[int, ...]:
    """Return the units of each territory as a seat sees them."""
    mask = seen(rules, state, seat)
    if mask == rules.board.everything:
        return state.armies
    return tuple(count if mask >> space & 1 or not count else UNSEEN for space, count in enumerate(state.armies))


def shown_totals(rules: LotrRules, state: LotrState, seat: int | None) -> tuple[int, ...]:
    """Return the units of each seat, or `UNSEEN` where some of them are hidden."""
    mask, totals = seen(rules, state, seat), state.army_totals()
    return tuple(UNSEEN if held & ~mask else total for held, total in zip(state.held, totals, strict=True))


def heard_by(rules: LotrRules, before: LotrState, after: LotrState, event: Event) -> Event:
    """Return an event that tells of units for those alone who see them, before or after it."""
    if not isinstance(event, COUNTING) or event.audience is not None:
        return event
    names = [getattr(event, name, "") for name in ("space", "source", "target")] + list(getattr(event, "spaces", ()))
    spaces = sum(1 << rules.board.index[name] for name in dict.fromkeys(names) if name)
    who = tuple(
        Seat(seat)
        for seat in range(after.seats)
        if (seen(rules, before, seat) | seen(rules, after, seat)) & spaces or getattr(event, "seat", None) == seat
    )
    return replace(event, audience=who)
