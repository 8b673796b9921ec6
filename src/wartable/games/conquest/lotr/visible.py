"""Which units a seat sees where armies are hidden (`lotr-risk V6`, `lotr-risk L69`), and what a view shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.values import CHANCE, Event, Seat
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


def uncovered(rules: LotrRules, before: LotrState, after: LotrState, seat: int) -> Iterator[Event]:
    """Yield what a decision of a seat has uncovered of hidden units, so that it cannot be taken back."""
    if after.victory is not None or before.pools or seat == CHANCE:
        return
    if seen(rules, after, seat) & ~seen(rules, before, seat):
        yield e.Sighted(seat)
    if not rules.stay:
        for space in bits(before.held[seat]):
            if after.armies[space] < before.armies[space]:
                yield e.Departed(rules.id(space), empty=not after.armies[space])


def heard_by(rules: LotrRules, before: LotrState, after: LotrState, event: Event) -> Iterator[Event]:
    """Yield an event that tells of units for those alone who see them, before or after it.

    Whoever sees one end of a battle hears of the dice, but not what is left at the other.
    """
    if not isinstance(event, COUNTING) or event.audience is not None:
        yield event
        return
    ends = [1 << rules.board.index[name] for name in _spaces(event)]
    sights = [seen(rules, before, seat) | seen(rules, after, seat) for seat in range(after.seats)]
    some = tuple(Seat(seat) for seat, sight in enumerate(sights) if sight & sum(ends))
    if not isinstance(event, core.Battle):
        yield replace(event, audience=some)
        return
    both = tuple(seat for seat in some if all(sights[seat] & end for end in ends))
    yield replace(event, audience=both)
    if rest := tuple(seat for seat in some if seat not in both):
        fields = {name: getattr(event, name) for name in e.BattleHeard.__struct_fields__ if name != "audience"}
        yield e.BattleHeard(**fields, audience=rest)


def _spaces(event: Event) -> Iterable[str]:
    """Return the territories that an event names, each once."""
    named = [getattr(event, name, "") for name in ("space", "source", "target")]
    return dict.fromkeys(filter(None, (*named, *getattr(event, "spaces", ()))))
