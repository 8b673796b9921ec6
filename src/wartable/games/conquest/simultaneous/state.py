"""What is under way in a simultaneous round: marches, battles, and armies on their way back."""

from __future__ import annotations

from typing import Any

import msgspec

from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.simultaneous.battle import Battle


class March(msgspec.Struct, frozen=True, gc=False):
    """Armies of a seat that have left a space and not arrived yet; spaces by index."""

    seat: int
    source: int
    target: int
    units: int
    leaders: int = 0
    fought: bool = False
    """Whether they have fought on the way, on a border (`lotr-risk L72`)."""


class Group(msgspec.Struct, frozen=True, gc=False):
    """Armies of a force that came from one space."""

    source: int
    units: int
    leaders: int = 0
    fought: bool = False
    """Whether they had fought on a border before they came."""


class Force(msgspec.Struct, frozen=True, gc=False):
    """All armies of a seat that come to one place: one attacker, whatever their sources (`lotr-risk L73`)."""

    seat: int
    groups: tuple[Group, ...]

    @property
    def units(self) -> int:
        """All armies."""
        return sum(group.units for group in self.groups)

    @property
    def leaders(self) -> int:
        """All leaders."""
        return sum(group.leaders for group in self.groups)

    @property
    def worn(self) -> int:
        """The armies that had fought on a border before they came."""
        return sum(group.units for group in self.groups if group.fought)


class Clash(msgspec.Struct, frozen=True):
    """A battle that is on, at a place or on the border between two; the defender's armies stand on the board."""

    place: int
    forces: tuple[Force, ...]
    """Those that came, in turn order, with what is left of them."""
    battle: Battle
    border: int = NOBODY
    """The other end of the border that is fought on; `NOBODY` at a place."""
    stayed: int = NOBODY
    """Who defended when the battle began; `NOBODY` where nobody stayed, or the neutral army did."""

    def force(self, seat: int) -> Force:
        """Return the force of a seat; raises `KeyError` where it has none here."""
        for force in self.forces:
            if force.seat == seat:
                return force
        raise KeyError(seat)


class Returning(msgspec.Struct, frozen=True, gc=False):
    """Armies that go back to where they came from when all battles are over."""

    seat: int
    source: int
    units: int
    leaders: int = 0
    bounced: bool = False
    """Whether they bounced and have not fought (`lotr-risk M13`); else they come from a battle."""


class Affairs(msgspec.Struct, frozen=True):
    """What a simultaneous round has come to. Masks of spaces and seats as everywhere in the family."""

    before: tuple[int, ...] = ()
    """Who held what when the round began, by seat."""
    shown: tuple[March, ...] = ()
    """The moves of the round, once they are revealed, in turn order."""
    marching: bool = False
    """Whether moves are revealed and not all armies stand on the board again."""
    pending: tuple[March, ...] = ()
    """Those that have not arrived."""
    clashes: tuple[Clash, ...] = ()
    """Battles that are on, in the order in which they are fought."""
    returns: tuple[Returning, ...] = ()
    fought: tuple[tuple[int, int], ...] = ()
    """Armies in a space that have fought in this round, by space: they do not move any more."""
    conquered: int = 0
    """Seats that have conquered something, as a mask."""
    sites: int = 0
    """Seats whose leaders have earned a card in this round, as a mask."""
    drew: int = 0
    """Seats that have drawn an adventure card in this round, as a mask."""

    def spent(self, space: int) -> int:
        """Return how many armies of a space have fought."""
        return dict(self.fought).get(space, 0)

    def afield(self, seat: int) -> int:
        """Return the armies of a seat that stand nowhere on the board."""
        return (
            sum(march.units for march in self.pending if march.seat == seat)
            + sum(force.units for clash in self.clashes for force in clash.forces if force.seat == seat)
            + sum(each.units for each in self.returns if each.seat == seat)
        )


NO_AFFAIRS = Affairs()


def affairs_of(state: Any) -> Affairs:  # noqa: ANN401 - a state of a game of the family
    """Return what the round of a state has come to; nothing in games with turns."""
    found: Affairs = getattr(state, "affairs", NO_AFFAIRS)
    return found


def leaders_at(state: Any, space: int) -> int:  # noqa: ANN401 - a state of a game of the family
    """Return the leaders in a space; none in games without."""
    return state.pieces[0][space] if state.pieces else 0
