"""The state of a game of Lord of the Rings Risk."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

import msgspec

from wartable.games.conquest.core.state import Cards, ConquestState
from wartable.games.conquest.lotr.data import Side
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.tasks import LotrTask, SeatJourney
from wartable.games.conquest.simultaneous.state import NO_AFFAIRS, Affairs
from wartable.games.conquest.simultaneous.tasks import RoundTask

LEADER = 0
"""The kind of pieces that leaders are, in `pieces`: a leader belongs to the owner of the territory."""
NO_RING = -1
"""The step of the Fellowship where there is no Ring."""
T = TypeVar("T")
Colour: TypeAlias = Literal["green", "yellow", "red", "black"]
SIDES: dict[str, Side] = {"green": "good", "yellow": "good", "red": "evil", "black": "evil"}
"""The side of every colour (`lotr-risk 1.1.1`)."""


class Standing(msgspec.Struct, frozen=True, gc=False):
    """An attack while it lasts: all rolls from one territory on one target, and what is in force for it (`L42`)."""

    source: int
    target: int
    leader: bool = False
    """Whether the own leader takes part in the roll at hand."""
    led: bool = False
    """Whether it took part in any roll: then it moves in (`L13`)."""
    rolls: int = 0
    """Rolls made or announced, the one at hand among them."""
    bound: bool = False
    """Whether a card was played for it and no roll made yet: nothing else may be done (`L41`)."""
    bare: bool = False
    """Whether the stronghold of the target gives nothing."""
    lift: int = 0
    """Added to the attacker's highest die by cards."""
    mountain: bool = False
    """Whether a card makes the two territories adjacent."""


class InForce(msgspec.Struct, frozen=True, gc=False):
    """A card that lasts until the next turn of a seat begins."""

    card: str
    by: int
    spaces: int
    """The territories it bears on as a mask; of a bridge its two banks."""


class Owed(msgspec.Struct, frozen=True, gc=False):
    """Units of a mission that are kept for the next reinforcement (`lotr-risk T18`)."""

    seat: int
    card: str
    units: int


class LotrState(ConquestState, frozen=True, kw_only=True, gc=False):
    """One position. Territories are bits of masks, adventure cards are numbered copy by copy as in `LotrRules.deck`."""

    options: LotrOptions
    agenda: tuple[LotrTask, ...] = ()
    colours: tuple[Colour, ...]
    """The colour of each seat, from which its side follows."""
    ring: int = 0
    """The step of the Fellowship on its path, from 0; `NO_RING` where there is none."""
    adventure: Cards = Cards((), 0)
    """The adventure cards: hands, and the deck. What is neither, nor in front of a seat, is discarded face up."""
    shown: tuple[tuple[int, ...], ...] = ()
    """Missions and powers in front of each seat."""
    aside: tuple[tuple[int, ...], ...] = ()
    """Territory cards that each seat keeps for Local Uprising, which others do not see."""
    in_force: tuple[InForce, ...] = ()
    owed: tuple[Owed, ...] = ()
    assault: Standing | None = None
    """The attack that lasts."""
    capitals: tuple[int, ...] = ()
    """The secret capital of each seat, while it stands; empty where there are none."""
    dealt: tuple[int, ...] = ()
    """The territories that each seat was dealt, where none need stand in them (`lotr-risk T05`)."""
    sets_by: tuple[int, ...] = ()
    """Sets turned in by each seat."""
    ending: str = ""
    """Why the Ring's journey is over, while the round is played to its end (`equal_turns`)."""

    # --- of this turn; `Course.begin_turn` clears it
    traded: int = 0
    """Sets turned in this turn."""
    named: int = 0
    """Territories that cards of sets turned in show, as a mask (`lotr-risk T55`)."""
    moves: int = 0
    """Moves of units made in the fortify step."""
    more_moves: int = 0
    """Further moves that cards allow."""
    entered: int = 0
    """Territories that were conquered or entered, as a mask."""
    stood: int = 0
    """Where own leaders stood when the turn began, as a mask (`lotr-risk T19`)."""
    fought: int = 0
    """Where own leaders stand that took part in an attack, as a mask."""
    moved: int = 0
    """Where own leaders stand that have made their move."""
    declared: int = 0
    """Where own leaders stand that were declared for missions (`lotr-risk T33`)."""
    claimed: int = 0
    """Where own leaders stand that have fulfilled a mission: they neither move nor claim again."""
    fresh: int = 0
    """Where own leaders stand that were placed this turn."""
    site: bool = False
    """Whether an adventure card was earned."""
    drew: bool = False
    """Whether an adventure card was drawn: its drawer plays nothing more this turn (`L39`)."""
    seized: bool = False
    """Whether territory cards of somebody eliminated have just come to hand (`lotr-risk T72`)."""
    missions_shown: int = 0
    """Missions fulfilled this turn."""
    extra_cards: int = 0
    """Further territory cards that missions brought."""

    ended_by: str = ""
    """How the game ended: `ring_destroyed`, `ring_gone`, `ring_found`, `all`, `last_player`, `territorial`,
    `eliminate`, `regions` (`lotr-risk L56`)."""

    @property
    def phase(self) -> str:
        """The name of the step that the game is in; where windows alone wait, as those of the Fellowship, theirs."""
        step = self.now or (self.agenda[0] if self.agenda else None)
        return str(step.__struct_config__.tag) if step else "over"

    @property
    def leaders(self) -> int:
        """Where leaders stand, of anybody, as a mask."""
        return _mask_of(self.pieces[LEADER])

    def leader_count(self, seat: int) -> int:
        """Return how many leaders a seat has in play."""
        return sum(count for space, count in enumerate(self.pieces[LEADER]) if self.held[seat] >> space & 1)

    def side(self, seat: int) -> Side:
        """Return whether a seat is good or evil."""
        return SIDES[self.colours[seat]]


class LotrRoundState(LotrState, frozen=True, kw_only=True, gc=False):
    """One position of a game with simultaneous rounds."""

    agenda: tuple[LotrTask | SeatJourney | RoundTask, ...] = ()  # type: ignore[assignment] # of a round as well
    affairs: Affairs = NO_AFFAIRS
    """What the round has come to."""

    @property
    def afield(self) -> bool:
        """Whether units are under way."""
        return self.affairs.marching


@lru_cache(maxsize=4096)
def _mask_of(places: tuple[int, ...]) -> int:
    """Return where pieces stand; it is asked at every step, and leaders seldom move."""
    return sum(1 << space for space, count in enumerate(places) if count)


@lru_cache(maxsize=4096)
def hand_mask(hand: tuple[int, ...]) -> int:
    """Return the cards of a hand as a mask; hands seldom change, and every window asks for them."""
    return sum(1 << card for card in hand)


def at_hand(state: LotrState, kind: type[T]) -> T:
    """Return the task that waits, which is of a kind."""
    task = state.agenda[0]
    if not isinstance(task, kind):
        raise TypeError(task)
    return task
