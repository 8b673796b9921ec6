"""Positions of the variant put up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from wartable.board import load_board
from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.rules import BalanceRules, rules_of
from wartable.games.conquest.balance.shop import buy, refuse
from wartable.games.conquest.balance.state import BalanceState

TWO = PRESETS["two-player"]
MANY = PRESETS["many"]
WITH_TANKS = PRESETS["with-tanks"]
BOARD = load_board("classic").compile()
SOUTH_AMERICA = ("venezuela", "peru", "brazil", "argentina")
NORTH = ("iceland", "great_britain", "scandinavia")
AUSTRALIA = ("indonesia", "new_guinea", "western_australia", "eastern_australia")
MOST = tuple(name for name in BOARD.ids if name not in (*SOUTH_AMERICA, *NORTH))


def rules(options: BalanceOptions = TWO) -> BalanceRules:
    """Compile options."""
    return rules_of(options)


def at(space: str) -> int:
    """Index of a space."""
    return BOARD.index[space]


def waiting(*phases: str, seat: int = 0) -> tuple[Any, ...]:
    """The agenda of steps of a seat by their names; attacks follow the placing of armies."""
    steps = BALANCE_OF_POWER.machine.by_tag
    names = ("reinforce", "attack") if phases == ("reinforce",) else phases
    return tuple(steps[name](Seat(seat)) for name in names)


def position(
    *own: str,
    options: BalanceOptions = TWO,
    phase: str = "buy",
    armies: Mapping[str, int] | None = None,
    others: Mapping[int, tuple[str, ...]] | None = None,
    neutral: tuple[str, ...] = (),
    seats: int = 2,
    pile: int = 12,
    hands: Mapping[int, tuple[int, ...]] | None = None,
    **more: Any,
) -> BalanceState:
    """Give seat 0 `own`, the neutral army `neutral`, other seats what `others` says, the last seat the rest.

    One army stands where nothing is said; seat 0 has `pile` casualties and the hands are empty unless said.
    """
    held = [0] * seats
    held[0] = BOARD.mask(own)
    for seat, spaces in (others or {}).items():
        held[seat] |= BOARD.mask(spaces)
    held[-1] |= BOARD.everything & ~sum(held) & ~BOARD.mask(neutral)
    counts = dict.fromkeys(BOARD.ids, 1) | dict(armies or {})
    state = BalanceState(
        options=options,
        agenda=waiting(*phase.split(), seat=more.get("seat", 0)),
        seat=0,
        turn=3,
        order=tuple(range(seats)),
        held=tuple(held),
        armies=tuple(counts[space] for space in BOARD.ids),
        cards=dealt(rules(options), seats, hands or {}),
        capitals=(-1,) * seats,
        pieces=((0,) * len(BOARD.ids),) if options.tanks else (),
        piles=(pile, *(0,) * seats),
        collected=((),) * seats,
        earned=((),) * seats if options.rewards else (),
        began=held[0],
    )
    if "tanks" in more:
        more["pieces"] = (more.pop("tanks"),)
    return replace(state, **more)


def dealt(rules: BalanceRules, seats: int, hands: Mapping[int, tuple[int, ...]]) -> Any:
    """Hands by seat and the rest of the deck."""
    cards = rules.cards.fresh(seats)
    held = tuple(tuple(sorted(hands.get(seat, ()))) for seat in range(seats))
    taken = sum(1 << card for hand in held for card in hand)
    return replace(cards, hands=held, deck=cards.deck & ~taken)


def card(space: str, options: BalanceOptions = TWO) -> str:
    """Id of the card that pictures a space."""
    return rules(options).cards.ids[at(space)]


def count(state: BalanceState, space: str) -> int:
    """Armies on a space."""
    return state.armies[at(space)]


def bought(state: BalanceState, action: Buy) -> tuple[BalanceState, list[Event]]:
    """Buy something that must be legal."""
    reason = refuse(rules(state.options), state, state.seat, action)
    assert reason is None, reason
    told: list[Event] = []
    return buy(rules(state.options), state, action, told), told


def refused(state: BalanceState, action: Buy) -> Reason:
    """Return why a purchase is refused; fails if it is not."""
    reason = refuse(rules(state.options), state, state.seat, action)
    assert reason is not None, f"{action} is allowed"
    assert reason.rule.startswith("balance-of-power ")
    return reason


def hand(*spaces: str) -> tuple[int, ...]:
    """Cards of some spaces."""
    return tuple(sorted(rules().cards.index[card(space)] for space in spaces))


def standard(**more: Any) -> BalanceState:
    """Ann holds South America, the neutral army Africa's north, Ben the rest; sites and rough terrain are about."""
    settings: dict[str, Any] = {
        "neutral": ("north_africa", "egypt"),
        "armies": {"north_africa": 5, "egypt": 2, "central_america": 4, "brazil": 6, "peru": 2, "siam": 7},
        "sites": BOARD.mask(["north_africa", "egypt", "siam", "japan", "ural", "brazil"]),
        "rough": BOARD.mask(["central_america", "japan"]),
    } | more
    return position(*SOUTH_AMERICA, **settings)
