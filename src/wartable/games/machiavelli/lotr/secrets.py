"""What a seat cannot know, drawn anew: where hidden figures are, who leads the ring-bearer, and orders for them."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from wartable.games.machiavelli.lotr.actions import LotrOrders
from wartable.games.machiavelli.lotr.position import moved
from wartable.games.machiavelli.lotr.rules import LotrRules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.tables import drawn_anew


def figures_drawn(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Return a state with hidden figures and their leader as they might be, for all that the seat knows."""
    state = _without_hidden_orders(replace(state, trail=state.trail if state.ending else ()), seat)
    if state.tables is None or BEARER not in state.position.figures:
        return state
    own = () if seat is None else (state.powers[seat],)
    found = drawn_anew(rules, state.tables, state.position.there, state.controller, own, state.position.powers, rng)
    return replace(
        state,
        position=moved(state.position, found.figures),
        controller=found.controller,
        tables=found.tables,
    )


def _without_hidden_orders(state: LotrState, seat: int | None) -> LotrState:
    """Return the state without orders of others for hidden figures: they fit no other places."""
    orders = tuple(one if number == seat else _open(one) for number, one in enumerate(state.orders))
    task, *rest = state.agenda or (None,)
    if isinstance(task, LotrSendOrders):
        given = tuple((other, one if other == seat else _open(one)) for other, one in task.given)
        return replace(state, orders=orders, agenda=(replace(task, given=given), *rest))
    return replace(state, orders=orders)


def _open(action: LotrOrders) -> LotrOrders:
    return replace(action, figures=tuple(one for one in action.figures if one.unit.kind not in {BEARER, RIDERS}))
