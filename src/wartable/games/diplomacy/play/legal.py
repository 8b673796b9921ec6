"""The legal decisions of a seat that is asked: orders for its units, and votes."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import NotListable
from wartable.engine.values import Action
from wartable.games import voting
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.checks import refusal
from wartable.games.diplomacy.play.choices import PowerChoices
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState


class OrderChoices:
    """The legal decisions of one seat.

    `sample` orders every unit, never votes, and orders nothing in advance: what it gives is meant to be played.
    `count` counts the ways to order the units, votes and orders in advance apart. The structure is that of
    `PowerChoices`, followed by `draw` and `concede` (targets: the powers) where a vote can go with the orders.
    """

    listable = False

    def __init__(self, rules: Rules, state: DiplomacyState, seat: int) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat
        self._power = PowerChoices(rules.variant, state.position, rules.rulings, state.powers[seat])

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Orders) and refusal(self._rules, self._state, self._seat, action) is None

    def __iter__(self) -> Iterator[Action]:
        raise NotListable("There are too many sets of orders to list; sample them, or look at the structure.")

    def count(self) -> int:
        """Return in how many ways the units can be ordered."""
        return self._power.count()

    def sample(self, rng: Randomness) -> Orders:
        """Return orders for every unit."""
        return Orders(self._power.sample(rng))

    def structure(self) -> tuple[Offer, ...]:
        """Return the offers, unit by unit, then the votes."""
        return (*self._power.offers(), *self._votes())

    def _votes(self) -> Iterator[Offer]:
        if self._state.position.phase.kind == "movement":
            mine = (self._state.powers[self._seat],)
            yield from voting.offers(self._rules.options, self._state.survivors, mine)
