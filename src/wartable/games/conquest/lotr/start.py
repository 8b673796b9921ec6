"""The first position: who plays which colour, units in hand, full decks (`lotr-risk 1.1`)."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.engine.errors import BadOptions, Reason
from wartable.engine.values import Seat
from wartable.games.conquest.core.goals import NO_MISSION
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.rules import rules_of
from wartable.games.conquest.lotr.state import NO_RING, Colour, LotrRoundState, LotrState
from wartable.games.conquest.lotr.tasks import Dealing

PLAYER_COLOURS: Mapping[Colour, int] = {"red": 1, "green": 3, "yellow": 4, "black": 5}
"""The player colour in which each is shown."""
COLOURS: tuple[Colour, ...] = ("green", "red", "yellow", "black")
THREE: tuple[Colour, ...] = ("green", "red", "black")
EARLIER_THREE: tuple[Colour, ...] = ("red", "green", "black")
"""With three players there is one good player, in the edition of 2002 between the two evil ones."""


def colours_of(options: LotrOptions, seats: int) -> tuple[Colour, ...]:
    """Return the colour of each seat (`lotr-risk 1.1.1`)."""
    if seats == len(THREE):
        return EARLIER_THREE if options.edition == "42" else THREE
    return COLOURS[:seats]


def first_state(options: LotrOptions, seats: int) -> LotrState:
    """Return the empty board; raises `BadOptions` for a number of players that the options are not for."""
    if seats not in options.seat_counts():
        message = f"Sides are for four players, not {seats}."
        raise BadOptions(Reason(code="option.seats", message=message, rule=f"lotr-risk {options.sides}"))
    rules = rules_of(options)
    kind = LotrRoundState if options.simultaneous else LotrState
    return kind(
        options=options,
        agenda=(Dealing(Seat(0)),),
        seat=0,
        turn=0,
        order=tuple(range(seats)),
        held=(0,) * seats,
        armies=(0,) * len(rules.board.ids),
        pieces=((0,) * len(rules.board.ids),),
        pools=(rules.units_at_start[seats],) * seats,
        cards=rules.cards.fresh(seats),
        missions=(NO_MISSION,) * seats if rules.missions else (),
        colours=colours_of(options, seats),
        ring=0 if options.ring else NO_RING,
        adventure=Cards(((),) * seats, (1 << len(rules.deck)) - 1),
        shown=((),) * seats,
        aside=((),) * seats,
        sets_by=(0,) * seats,
    )
