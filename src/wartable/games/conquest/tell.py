"""Events as full sentences and what is asked of a seat in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wartable.engine.values import Event
from wartable.games.conquest import events as e
from wartable.games.conquest.data import risk_data
from wartable.games.conquest.deck import must_trade
from wartable.games.conquest.explain import armies
from wartable.games.conquest.goals import listed
from wartable.games.conquest.options import PRESETS
from wartable.games.conquest.phases import PHASES
from wartable.games.conquest.rules import Rules, board_of, rules_of
from wartable.games.conquest.state import RiskState
from wartable.games.conquest.view import in_hand

Names = Sequence[str]
"""Names of the players by seat."""


def sentence(event: Event, names: Names) -> str:
    """Return an event as a full sentence; an event of another game says its own name."""
    return _SENTENCES[type(event)](event, names)


def _place(space: str) -> str:
    return board_of("classic").space(space).name


def _dealt(event: e.Dealt, names: Names) -> str:
    counts = [f"{name} holds {_territories(event.owners.count(seat))}" for seat, name in enumerate(names)]
    return f"The map is dealt: {listed(counts)}."


def _territories(count: int) -> str:
    return "1 territory" if count == 1 else f"{count} territories"


def _began(event: e.TurnBegan, names: Names) -> str:
    return f"{names[event.seat]} begins turn {event.turn + 1} with {armies(event.income)} to place."


def _battle(event: e.Battle, names: Names) -> str:
    mine, theirs = names[event.seat], names[event.defender]
    lost = [
        f"{name} loses {loss}" for name, loss in ((mine, event.attacker_loss), (theirs, event.defender_loss)) if loss
    ]
    dice = f"{_faces(event.attack)} against {_faces(event.defence)}"
    return f"{mine} attacks {_place(event.target)} from {_place(event.source)}, {dice}: {listed(lost)}."


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _conquered(event: e.Conquered, names: Names) -> str:
    return f"{names[event.seat]} takes {_place(event.target)} from {names[event.defender]}."


def _moved(verb: str) -> Callable[[Any, Names], str]:
    def say(event: e.MovedIn | e.Fortified, names: Names) -> str:
        ends = f"from {_place(event.source)} to {_place(event.target)}"
        return f"{names[event.seat]} {verb} {armies(event.count)} {ends}."

    return say


def _traded(event: e.Traded, names: Names) -> str:
    extra = f", and {armies(risk_data().cards.picture_armies)} in {_place(event.bonus)}" if event.bonus else ""
    cards = listed([card_name(card) for card in event.cards])
    return f"{names[event.seat]} trades {cards} for {armies(event.armies)}{extra}."


def card_name(card: str) -> str:
    """Return a card in words: `Brazil (artillery)`, or `a wild card`."""
    if card.startswith("w"):
        return "a wild card"
    rules = rules_of(PRESETS["engine"])
    space = rules.board.ids[int(card[1:]) - 1]
    return f"{_place(space)} ({rules.symbols[space]})"


def _seized(event: e.CardsSeized, names: Names) -> str:
    count = "1 card" if event.count == 1 else f"{event.count} cards"
    return f"{names[event.seat]} takes {count} from {names[event.from_seat]}."


def _won(event: e.Won, names: Names) -> str:
    if not event.seats:
        return f"Nobody wins. {event.reason}"
    verb = "wins" if len(event.seats) == 1 else "share the win"
    return f"{listed([names[seat] for seat in event.seats])} {verb}. {named(event.reason, names)}"


def named(text: str, names: Names) -> str:
    """Return a text of the rules with `seat 2` replaced by that player's name."""
    for seat in range(len(names) - 1, -1, -1):
        text = text.replace(f"seat {seat + 1}", names[seat])
    return text


_SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    e.Dealt: _dealt,
    e.Claimed: lambda event, names: f"{names[event.seat]} claims {_place(event.space)}.",
    e.TurnBegan: _began,
    e.Placed: lambda event, names: f"{names[event.seat]} places {armies(event.count)} in {_place(event.space)}.",
    e.Battle: _battle,
    e.Conquered: _conquered,
    e.MovedIn: _moved("moves in"),
    e.Fortified: _moved("moves"),
    e.Traded: _traded,
    e.CardDrawn: lambda event, names: f"{names[event.seat]} drew {card_name(event.card)}.",
    e.CardTaken: lambda event, names: f"{names[event.seat]} takes a card.",
    e.CardsSeized: _seized,
    e.MissionGiven: lambda event, names: f"{names[event.seat]} gets a secret mission.",
    e.Eliminated: lambda event, names: f"{names[event.by]} eliminates {names[event.seat]}.",
    e.Won: _won,
    e.TurnEnded: lambda event, names: f"{names[event.seat]} ends the turn.",
}


def prompt_of(rules: Rules, state: RiskState) -> str:
    """Return what is asked of the seat whose turn it is."""
    if must_trade(rules, state):
        return "Trade a set of cards"
    target = rules.name(state.entry.target) if state.entry else ""
    return PHASES[state.phase].prompt.format(left=armies(in_hand(state)), target=target)
