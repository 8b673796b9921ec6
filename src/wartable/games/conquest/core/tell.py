"""Events as full sentences and what is asked of a seat in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from wartable.engine.values import Event, named
from wartable.engine.words import counted, listed
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.view import in_hand
from wartable.games.conquest.core.words import cards, territories

Names = Sequence[str]
"""Names of the players by seat."""
Say: TypeAlias = "Callable[[Any, Words], str]"
Sentences: TypeAlias = Mapping[type[Event], Say]
"""What says each kind of event."""


class Words(NamedTuple):
    """What people and things are called: the players by seat, and the spaces of the map."""

    names: Names
    rules: Rules

    def who(self, seat: int) -> str:
        """Return the name of a player, or that of the neutral army in the middle of a sentence."""
        return "the neutral army" if seat == NOBODY else self.names[seat]

    def place(self, space: str) -> str:
        """Return the name of a space by id."""
        return self.rules.name(self.rules.board.index[space])

    def armies(self, count: int) -> str:
        """Say a number of armies, as the game calls them."""
        return counted(count, *self.rules.army)

    def card(self, card: str) -> str:
        """Return a card in words: `Brazil (artillery)`, or `a wild card`."""
        return self.rules.cards.names[self.rules.cards.index[card]]


def sentence(rules: Rules, event: Event, names: Names, sentences: Sentences) -> str:
    """Return an event as a full sentence."""
    text = sentences[type(event)](event, Words(names, rules))
    return text[0].upper() + text[1:] if text.startswith("the ") else text


def _dealt(event: e.Dealt, words: Words) -> str:
    counts = [f"{name} holds {territories(event.owners.count(seat))}" for seat, name in enumerate(words.names)]
    return f"The map is dealt: {listed(counts)}."


def _began(event: e.TurnBegan, words: Words) -> str:
    return f"{words.who(event.seat)} begins turn {event.turn + 1} with {words.armies(event.income)} to place."


def _placed(event: e.Placed, words: Words) -> str:
    return f"{words.who(event.seat)} places {words.armies(event.count)} in {words.place(event.space)}."


def _battle(event: e.Battle, words: Words) -> str:
    mine, theirs = words.who(event.seat), words.who(event.defender)
    lost = [
        f"{name} loses {loss}" for name, loss in ((mine, event.attacker_loss), (theirs, event.defender_loss)) if loss
    ]
    dice = f"{_faces(event.attack, event.attack_bonus)} against {_faces(event.defence, event.defence_bonus)}"
    return f"{mine} attacks {words.place(event.target)} from {words.place(event.source)}, {dice}: {listed(lost)}."


def _faces(dice: tuple[int, ...], bonus: int) -> str:
    """Say dice from the highest, which is the one that a bonus is added to: `5+1 4 2`."""
    shown = " ".join(map(str, dice))
    return f"{shown[0]}{bonus:+d}{shown[1:]}" if bonus and shown else shown


def _conquered(event: e.Conquered, words: Words) -> str:
    return f"{words.who(event.seat)} takes {words.place(event.target)} from {words.who(event.defender)}."


def _pieces_lost(event: e.PiecesLost, words: Words) -> str:
    kind = next(kind for kind in words.rules.pieces if kind.id == event.kind)
    lost = counted(event.count, kind.one, kind.many)
    return f"{words.who(event.owner)} loses {lost} in {words.place(event.space)}."


def _moved(verb: str) -> Say:
    def say(event: e.MovedIn | e.Fortified, words: Words) -> str:
        ends = f"from {words.place(event.source)} to {words.place(event.target)}"
        return f"{words.who(event.seat)} {verb} {words.armies(event.count)} {ends}."

    return say


def _traded(event: e.Traded, words: Words) -> str:
    extra = (
        f", and {words.armies(words.rules.cards.picture_armies)} in {words.place(event.bonus)}" if event.bonus else ""
    )
    traded = listed([words.card(card) for card in event.cards])
    return f"{words.who(event.seat)} trades {traded} for {words.armies(event.armies)}{extra}."


def _seized(event: e.CardsSeized, words: Words) -> str:
    return f"{words.who(event.seat)} takes {cards(event.count)} from {words.who(event.from_seat)}."


def _eliminated(event: e.Eliminated, words: Words) -> str:
    """Say who is out, and by whom; nobody is said to have done it where all fell in attacks of their own."""
    if event.by == NOBODY:
        return f"{words.who(event.seat)} has no territories left and is out."
    return f"{words.who(event.by)} eliminates {words.who(event.seat)}."


def _won(event: e.Won, words: Words) -> str:
    verb = "wins" if len(event.seats) == 1 else "win together"
    return f"{listed([words.names[seat] for seat in event.seats])} {verb}. {named(event.reason, words.names)}"


SENTENCES: Sentences = {
    e.Dealt: _dealt,
    e.Claimed: lambda event, words: f"{words.who(event.seat)} claims {words.place(event.space)}.",
    e.TurnBegan: _began,
    e.Placed: _placed,
    e.Battle: _battle,
    e.Conquered: _conquered,
    e.EmptyTaken: lambda event, words: f"{words.who(event.seat)} takes {words.place(event.target)}, which stood empty.",
    e.PiecesLost: _pieces_lost,
    e.MovedIn: _moved("moves in"),
    e.Fortified: _moved("moves"),
    e.Traded: _traded,
    e.CardDrawn: lambda event, words: f"{words.who(event.seat)} drew {words.card(event.card)}.",
    e.CardTaken: lambda event, words: f"{words.who(event.seat)} takes a card.",
    e.CardsSeized: _seized,
    e.MissionGiven: lambda event, words: f"{words.who(event.seat)} gets a secret mission.",
    e.Eliminated: _eliminated,
    e.Won: _won,
    e.TurnEnded: lambda event, words: f"{words.who(event.seat)} ends the turn.",
}


def filled(text: str, rules: Rules, state: ConquestState, seat: int) -> str:
    """Return what a phase asks or hints at, with the armies in hand and the space it is about."""
    target = rules.name(state.entry.target) if state.entry else ""
    return text.format(left=counted(in_hand(state, seat), *rules.army), target=target)
