"""What bought actions leave in force, how long each lasts, and which attacks they forbid."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

NEUTRAL = -1
"""The neutral army where a side is named; players are named by seat."""
MOST_EXTRA = 2
"""The most extra dice that bought actions bring to a side (`balance-of-power 53`)."""

Ban = Literal["", "forced_alliance", "kill_general"]
"""What forbids an attack; empty where nothing does."""


class Alliance(msgspec.Struct, frozen=True, gc=False):
    """A side that may not attack the territories of the seat that bought it (`balance-of-power 40`)."""

    buyer: int
    side: int


class General(msgspec.Struct, frozen=True, gc=False):
    """A space from which its holder may not attack the seat that bought it (`balance-of-power 43`)."""

    buyer: int
    side: int
    space: int


class Pact(msgspec.Struct, frozen=True, gc=False):
    """The last turn in which a seat forced an alliance upon a side, where that may not be done twice in a row."""

    buyer: int
    side: int
    turn: int


class Effects(msgspec.Struct, frozen=True, gc=False):
    """Everything in force beyond the pieces on the map; sets of spaces and of seats are bit masks."""

    recon: int = 0
    """Attack dice against sites that cannot show 1, this turn (`balance-of-power 38`)."""
    attack_dice: int = 0
    """Extra attack dice in this turn's attacks (`balance-of-power 41`)."""
    special_forces: bool = False
    """Whether three armies may attack rough terrain this turn (`balance-of-power 50`)."""
    struck: int = 0
    """Spaces rolled against this turn: extra dice of rewards come with the first roll alone."""
    defence_dice: tuple[int, ...] = ()
    """Extra defence dice by seat, each until that seat's next turn (`balance-of-power 42`); empty for none."""
    alliances: tuple[Alliance, ...] = ()
    pacts: tuple[Pact, ...] = ()
    """Empty where an alliance may be forced any time."""
    generals: tuple[General, ...] = ()
    sabotaged: int = 0
    """Seats whose next draft is cut (`balance-of-power 49`)."""

    def defence_of(self, side: int) -> int:
        """Return the extra defence dice of a seat; the neutral army has none."""
        return self.defence_dice[side] if 0 <= side < len(self.defence_dice) else 0

    def ban(self, side: int, source: int, against: int) -> Ban:
        """Say what forbids a side to attack a seat from a space (`balance-of-power 54`: no permission lifts it)."""
        if Alliance(against, side) in self.alliances:
            return "forced_alliance"
        return "kill_general" if General(against, side, source) in self.generals else ""

    def rests(self, buyer: int, side: int, turn: int) -> bool:
        """Whether a seat forced an alliance upon a side in its turn before this one."""
        return Pact(buyer, side, turn - 1) in self.pacts

    def with_pact(self, buyer: int, side: int, turn: int) -> Effects:
        """Remember that a seat forces an alliance upon a side in this turn."""
        others = (one for one in self.pacts if (one.buyer, one.side) != (buyer, side))
        return replace(self, pacts=(*others, Pact(buyer, side, turn)))

    def with_defence(self, seat: int, seats: int) -> Effects:
        """Give a seat one more defence die."""
        dice = list(self.defence_dice or (0,) * seats)
        dice[seat] += 1
        return replace(self, defence_dice=tuple(dice))

    def turn_begins(self, seat: int) -> Effects:
        """Drop what lasts until the turn of this seat: its defence dice, and its bans on the neutral army."""
        if not (self.defence_of(seat) or self.alliances or self.generals):
            return self
        dice = tuple(0 if other == seat else count for other, count in enumerate(self.defence_dice))
        return replace(
            self,
            defence_dice=dice if any(dice) else (),
            alliances=tuple(one for one in self.alliances if one != Alliance(seat, NEUTRAL)),
            generals=tuple(one for one in self.generals if (one.buyer, one.side) != (seat, NEUTRAL)),
        )

    def turn_ends(self, seat: int) -> Effects:
        """Drop what lasts for this turn, and the bans on this seat's next turn, which this was."""
        return replace(
            self,
            recon=0,
            attack_dice=0,
            special_forces=False,
            struck=0,
            alliances=tuple(one for one in self.alliances if one.side != seat),
            generals=tuple(one for one in self.generals if one.side != seat),
        )

    def drafted(self, seat: int) -> Effects:
        """Drop the sabotage of a seat, whose draft is over."""
        return replace(self, sabotaged=self.sabotaged & ~(1 << seat))

    def changed_hands(self, space: int) -> Effects:
        """Drop the bans on a space that has a new holder."""
        if not any(one.space == space for one in self.generals):
            return self
        return replace(self, generals=tuple(one for one in self.generals if one.space != space))

    def left_game(self, seat: int) -> Effects:
        """Drop all that an eliminated seat bought or suffered."""
        dice = tuple(0 if other == seat else count for other, count in enumerate(self.defence_dice))
        return replace(
            self,
            defence_dice=dice if any(dice) else (),
            alliances=tuple(one for one in self.alliances if seat not in (one.buyer, one.side)),
            generals=tuple(one for one in self.generals if seat not in (one.buyer, one.side)),
            sabotaged=self.sabotaged & ~(1 << seat),
        )

    def without_neutral(self) -> Effects:
        """Drop the bans on the neutral army, which is gone for good."""
        return replace(
            self,
            alliances=tuple(one for one in self.alliances if one.side != NEUTRAL),
            generals=tuple(one for one in self.generals if one.side != NEUTRAL),
        )
