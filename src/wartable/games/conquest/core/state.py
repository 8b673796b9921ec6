"""The state of a conquest game: who holds what, whose turn it is, and what is pending.

Values here hold only values, never each other in a circle, so the garbage collector need not look at them.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.options import FamilyOptions
from wartable.games.conquest.core.tasks import MovingIn, Rolling, Step
from wartable.games.flow.tasks import FlowState, Task

NOBODY = -1
"""Where a seat is named as holder: nobody. A space that nobody holds may have armies, those of a neutral side."""


class Cards(msgspec.Struct, frozen=True, gc=False):
    """Cards of one deck by index: hands in ascending order, those in the deck as a bit mask, the rest is discarded.

    The order of the deck is nowhere: a card is drawn when it is needed, so there is nothing to peek at.
    """

    hands: tuple[tuple[int, ...], ...]
    deck: int
    sets: int = 0
    """Sets turned in by all seats together."""
    pictured: bool = False
    """Whether this turn's extra armies for a pictured territory have been taken."""

    def passed(self, cards: Collection[int], source: int, to: int = NOBODY) -> Cards:
        """Return the cards after some went from one hand to another: from `NOBODY` they are new, to it discarded."""
        hands = list(self.hands)
        if source != NOBODY:
            hands[source] = tuple(card for card in hands[source] if card not in cards)
        if to != NOBODY:
            hands[to] = tuple(sorted((*hands[to], *cards)))
        return replace(self, hands=tuple(hands))


class Fallen(msgspec.Struct, frozen=True, gc=False):
    """A seat that was eliminated, and by whom (`NOBODY`: by no seat)."""

    seat: int
    by: int


class Victory(msgspec.Struct, frozen=True, gc=False):
    """How the game ended: the winning seats, more than one where equals share the win, and the reason in words."""

    seats: tuple[int, ...]
    reason: str


class ConquestState(FlowState, frozen=True, kw_only=True, gc=False):
    """One position of a game of the family; the first task of the agenda says what it waits for.

    Territories are bit masks per seat (bit i is space i of the board), armies a tuple in board order. Wherever a seat
    is, it has an army at least; only the conquered territory that waits for armies (`entry`) has none yet.
    """

    options: FamilyOptions
    seat: int
    """The seat whose turn it is; 0 before the first is drawn."""
    turn: int
    """Whole rounds since the beginning."""
    order: tuple[int, ...]
    """Seats in playing order, the first player first."""
    held: tuple[int, ...]
    armies: tuple[int, ...]
    to_place: int = 0
    """Armies the seat still has in hand this turn."""
    placed: int = 0
    """Armies it has placed this turn."""
    conquered: bool = False
    """Whether the seat has conquered anything this turn."""
    pieces: tuple[tuple[int, ...], ...] = ()
    """What stands beside the armies, as tanks or leaders: for each kind that the rules list, how many by space."""
    pools: tuple[int, ...] = ()
    """Armies still to be placed in the set-up, by seat."""
    cards: Cards = Cards((), 0)
    missions: tuple[int, ...] = ()
    """The secret mission of each seat, by index in the list of missions; empty where there are none."""
    fallen: tuple[Fallen, ...] = ()
    """Eliminated seats, in the order of their fall."""
    victory: Victory | None = None

    @property
    def phase(self) -> str:
        """The name of the step that the game is in, the tag of the first one on the agenda; `over` when it is over.

        What interrupts a step, as a reaction of another seat, leaves it the step that the game is in.
        """
        for task in self.agenda:
            if phase := phase_of(task.__class__):
                return phase
        return "over"

    @property
    def now(self) -> Step | None:
        """The step that the game is in: the first one on the agenda."""
        for task in self.agenda:
            if isinstance(task, Step):
                return task
        return None

    @property
    def fight(self) -> Rolling | None:
        """The attack whose dice are about to roll."""
        step = self.now
        return step if isinstance(step, Rolling) else None

    @property
    def entry(self) -> MovingIn | None:
        """The conquered territory that waits for armies."""
        step = self.now
        return step if isinstance(step, MovingIn) else None

    @property
    def afield(self) -> bool:
        """Whether armies are under way that stand nowhere, so that who holds nothing may still be in the game."""
        return False

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.held)

    @property
    def owners(self) -> tuple[int, ...]:
        """The holder of every space in board order, or `NOBODY`."""
        return owners_of(self.held, len(self.armies))

    @property
    def alive(self) -> tuple[bool, ...]:
        """Whether each seat is still in the game."""
        out = {fallen.seat for fallen in self.fallen}
        return tuple(seat not in out for seat in range(self.seats))

    def owner(self, space: int) -> int:
        """Return the holder of one space by index, or `NOBODY`."""
        for seat, mask in enumerate(self.held):
            if mask >> space & 1:
                return seat
        return NOBODY

    def army_totals(self) -> tuple[int, ...]:
        """Return the armies on the map of each seat."""
        armies = self.armies
        return tuple(sum(armies[space] for space in bits(mask)) for mask in self.held)


@cache
def phase_of(kind: type[Task]) -> str:
    """Return the name of the phase that a kind of step is; nothing for a task that is no step."""
    return str(kind.__struct_config__.tag) if issubclass(kind, Step) else ""


@lru_cache(maxsize=1024)
def owners_of(held: tuple[int, ...], spaces: int) -> tuple[int, ...]:
    """Return who holds each space; most decisions change only armies, so most are answered from memory."""
    found = [NOBODY] * spaces
    for seat, mask in enumerate(held):
        for space in bits(mask):
            found[space] = seat
    return tuple(found)
