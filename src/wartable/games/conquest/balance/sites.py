"""Special effects of sites: which site has which, by the board, and what each does (`balance-of-power 68`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from wartable.board import load_map
from wartable.board.compiled import bits
from wartable.engine.values import Event
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.core.maprules import SiteEffect, map_rules
from wartable.games.conquest.core.maps import board_of, is_own
from wartable.games.conquest.core.rules import REMEMBERED

if TYPE_CHECKING:
    from wartable.games.conquest.balance.rules import BalanceRules
    from wartable.games.conquest.balance.state import BalanceState

TITLES: Mapping[SiteEffect, str] = {
    "barracks": "Barracks",
    "airfield": "Airfield",
    "fortress": "Fortress",
    "arsenal": "Arsenal",
    "listening_post": "Listening post",
}
TEXTS: Mapping[SiteEffect, str] = {
    "barracks": "Its holder gets {barracks} more armies with each draft.",
    "airfield": "It lifts its holder's highest die by 1 in battles there and beside it.",
    "fortress": "It lifts the highest die of its defender by 1, where no airfield does.",
    "arsenal": "Special combat actions cost its holder {arsenal} less, and never nothing.",
    "listening_post": "Its holder takes one card each turn, without a conquest too.",
}


class SitesAssigned(Event, frozen=True, tag="sites_assigned"):
    """Each of these sites has the special effect that the board gives it."""

    spaces: tuple[str, ...]
    effects: tuple[SiteEffect, ...]


class SiteTaken(Event, frozen=True, tag="site_taken"):
    """A site with a special effect has a new holder; -1 is the neutral army."""

    seat: int
    space: str
    effect: SiteEffect


class SiteServed(Event, frozen=True, tag="site_served"):
    """A site brought its holder something: armies of a draft, or a card without a conquest."""

    seat: int
    space: str
    effect: SiteEffect


EVENT_TYPES: tuple[type[Event], ...] = (SitesAssigned, SiteTaken, SiteServed)


def named_by(board: str) -> Mapping[str, SiteEffect]:
    """Return the effects that a board gives to its spaces, for those among them that become sites."""
    if not is_own(board):
        return balance_data().site_effects.by_space()
    named = map_rules(load_map(board)).sites
    return {space: effect for effect in TITLES for space, one in named.items() if one == effect}


@lru_cache(maxsize=REMEMBERED)
def _masks(board: str) -> Mapping[SiteEffect, int]:
    named, compiled = named_by(board), board_of(board).compile()
    return {effect: compiled.mask([space for space, one in named.items() if one == effect]) for effect in TITLES}


def sites_with(state: BalanceState, effect: SiteEffect) -> int:
    """Return the sites with an effect as a mask; none where the game has no effects."""
    return state.sites & _masks(state.options.board)[effect] if state.options.site_effects else 0


def owned(state: BalanceState, seat: int, effect: SiteEffect) -> int:
    """Return a seat's sites with an effect."""
    return state.held[seat] & sites_with(state, effect)


def effects_at(state: BalanceState) -> Iterator[tuple[int, SiteEffect]]:
    """Yield each site that has an effect, in board order, with it."""
    found: dict[int, SiteEffect] = {}
    for effect in TITLES:
        found.update(dict.fromkeys(bits(sites_with(state, effect)), effect))
    yield from sorted(found.items())


def text(effect: SiteEffect) -> str:
    """Say what an effect does."""
    table = balance_data().site_effects
    return TEXTS[effect].format(barracks=table.barracks, arsenal=table.arsenal)


def extra_draft(state: BalanceState, held: int) -> int:
    """Return the armies that barracks among the spaces of a mask add to the draft of their holder."""
    return (held & sites_with(state, "barracks")).bit_count() * balance_data().site_effects.barracks


def cheaper(state: BalanceState, seat: int) -> int:
    """Return what a seat's arsenals take off each price."""
    return owned(state, seat, "arsenal").bit_count() * balance_data().site_effects.arsenal


def assigned(rules: BalanceRules, state: BalanceState) -> SitesAssigned | None:
    """Tell of the effects of all sites; None where no site has one."""
    found = list(effects_at(state))
    if not found:
        return None
    return SitesAssigned(tuple(rules.id(space) for space, _ in found), tuple(effect for _, effect in found))


def taken(rules: BalanceRules, state: BalanceState, space: int) -> Iterator[SiteTaken]:
    """Tell of the effect that changed hands with a space, if it has one."""
    for site, effect in effects_at(state):
        if site == space:
            yield SiteTaken(state.owner(space), rules.id(space), effect)


def served(rules: BalanceRules, state: BalanceState, effect: SiteEffect) -> Iterator[SiteServed]:
    """Tell what the acting seat's sites with an effect bring it now."""
    for space in bits(owned(state, state.seat, effect)):
        yield SiteServed(state.seat, rules.id(space), effect)
