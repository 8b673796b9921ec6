"""What the easy level answers without a look at the whole position: first units, moving in, windows.

These are most of its decisions, and it thinks of nothing in them that would take more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from wartable.board.compiled import bits
from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.lotr.reacting import NOTHING
from wartable.engine.driver import Decision
from wartable.games.conquest.core.actions import Place
from wartable.games.conquest.core.tasks import SetUpPlacing
from wartable.games.conquest.lotr.adventure.reactions import plays
from wartable.games.conquest.lotr.movement import partners
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import Reacting

if TYPE_CHECKING:
    from wartable.bots.conquest.player import ConquestPolicy


def at_once(policy: ConquestPolicy, rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Answer as the easy level does; None for what takes a look, and for other levels."""
    found = _ANSWERS.get(state.agenda[0].__class__) if isinstance(policy, EasyPolicy) else None
    return found(rules, state, seat, rng) if found else None


def _react(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision:
    """Play any card of the hand that fits."""
    ways = tuple(plays(rules, state, at_hand(state, Reacting).about, seat))
    if not ways:
        return NOTHING
    return Decision(ways[rng.randrange(len(ways))], "The card can be played, so why not.")


def _first_unit(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Place on any border, half of the time where most stand already; where territories begin empty, think first."""
    if not rules.options.require_unit_everywhere:
        return None
    own, armies = state.held[seat], state.armies
    front = _border(rules, own, partners(rules, state, seat)) or bits(own)
    space = front[rng.randrange(len(front))] if rng.randrange(2) else max(front, key=armies.__getitem__)
    return Decision(Place(rules.board.ids[space], 1), f"{rules.names[space]} stands at the border.")


@lru_cache(maxsize=1024)
def _border(rules: LotrRules, own: int, friends: int) -> tuple[int, ...]:
    """Return the territories beside those of others; in the set-up they stay the same."""
    return tuple(space for space in bits(own) if rules.near[space] & ~friends)


_ANSWERS: Mapping[type, Callable[[LotrRules, LotrState, int, Random], Decision | None]] = {
    Reacting: _react,
    SetUpPlacing: _first_unit,
}
