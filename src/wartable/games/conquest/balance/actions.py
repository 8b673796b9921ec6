"""Every decision that the Balance of Power variant adds to the family's, as it goes over the wire."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Action
from wartable.games.conquest.balance.data import ActionKey

Armies: TypeAlias = tuple[tuple[str, int], ...]
"""Armies by space id, each space once."""


class Capital(Action, frozen=True, tag="capital", gc=False):
    """Put one's capital on a territory of one's own, at the end of the set-up."""

    space: str


class Buy(Action, frozen=True, tag="buy", gc=False):
    """Buy a special combat action with casualties of the own pile and stars of `cards`.

    `space` or `seat` (-1: the neutral army) is its target where it has one; `armies` says how many go to or come from
    which territories where it moves or places some, `tank` from where it moves a tank instead.
    """

    what: ActionKey
    space: str | None = None
    seat: int | None = None
    armies: Armies = ()
    tank: str | None = None
    cards: tuple[str, ...] = ()


class Collect(Action, frozen=True, tag="collect", gc=False):
    """Collect an objective; `space` is where an airfield is built, if that is its reward."""

    objective: str
    space: str | None = None


class Give(Action, frozen=True, tag="give", gc=False):
    """Give a card beyond the hand limit away: to the losing player, or off."""

    card: str


class FormTank(Action, frozen=True, tag="form_tank", gc=False):
    """Form a tank of armies in an own territory."""

    space: str


class DisbandTank(Action, frozen=True, tag="disband_tank", gc=False):
    """Turn a tank in an own territory back into armies."""

    space: str


class MoveTanks(Action, frozen=True, tag="move_tanks", gc=False):
    """Move tanks, and armies with them if any, from one own territory to another; this is the turn's one move."""

    source: str
    target: str
    tanks: int
    count: int = 0


class Done(Action, frozen=True, tag="done", gc=False):
    """Go on: place no more, attack no more with the neutral army, buy or collect nothing more."""
