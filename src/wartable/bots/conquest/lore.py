"""What a bot knows of one game of the family and not of all: income, cards, goals, worth of regions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from wartable.bots.conquest.field import Field
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.weights import Weights
from wartable.bots.conquest.width import WIDE, Widths


class Measure(Protocol):
    """Says how far each seat is with the goal, from 0 to 1.0 where it has won."""

    def of(self, pos: Position) -> list[float]:
        """Measure a position in which the turn of the seat ends."""
        ...

    def after(self, pos: Position, then: Position) -> list[float]:
        """Measure what becomes of that position when all others have had their turns."""
        ...


class Lore(ABC):
    """The answers of one game for one question put to a seat."""

    field: Field
    victims: frozenset[int]
    """Seats whose end the own goal asks for."""

    home: int = 0
    """The space that must not fall, as a mask."""

    hurry: float = 0.0
    """How much lower a chance is dared because the game may be over soon."""

    widths: Widths = WIDE
    """How widely the hard level searches."""

    replied: float = 1.0
    """The chance that the others have their turns before the game is over."""

    @abstractmethod
    def income(self, held: int) -> int:
        """Return the armies a seat gets for the spaces of a mask."""

    @abstractmethod
    def hand_worth(self, count: int) -> float:
        """Return what a hand of so many unknown cards is worth, in armies."""

    @abstractmethod
    def trade_worth(self, count: int) -> float:
        """Return the armies that a hand of so many cards brings when it is turned in."""

    @abstractmethod
    def measure(self) -> Measure:
        """Return what measures how far everybody is with the goal."""

    @abstractmethod
    def region_worth(self) -> list[float]:
        """Return what each region is worth to the seat, in armies a turn."""

    @abstractmethod
    def wish(self, space: int) -> float:
        """Return what a space is worth beyond its place on the map, in armies."""

    def attraction(self, source: int, target: int) -> float:
        """Return what a space is worth beyond that to whoever takes it from this source, in armies."""
        del source, target
        return 0.0

    def ended(self, pos: Position) -> float:
        """Return the chance of the seat to win if the game ended in a position, before anybody else has a turn."""
        del pos
        return 0.0

    @abstractmethod
    def because(self, space: int) -> str:
        """Say why that is, as the end of a sentence; empty where there is nothing to say."""

    @abstractmethod
    def weights(self) -> Weights:
        """Return the weights that positions are valued by."""
