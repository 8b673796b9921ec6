"""Events of Lord of the Rings Risk as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wartable.engine.words import counted, listed
from wartable.games.conquest.core import events as core
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tell import SENTENCES as SHARED
from wartable.games.conquest.core.tell import Sentences, Words
from wartable.games.conquest.core.words import territories
from wartable.games.conquest.lotr import events as e

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules  # which speaks of nothing

_PURPOSES = {
    "claim": "to begin claiming",
    "turn": "for the first turn",
    "tie": "to break the tie",
}


def _units(count: int) -> str:
    return counted(count, "unit")


def card_name(words: Words, card: str) -> str:
    """Return the name of an adventure card."""
    found = getattr(words.rules, "adventure", {}).get(card)
    name: str = found.name if found else card.replace("_", " ")
    return name


def _dice(event: e.DiceThrown, words: Words) -> str:
    rolled = [f"{words.who(seat)} rolled {face}" for seat, face in zip(event.seats, event.faces, strict=True)]
    return f"Dice {_PURPOSES.get(event.purpose, 'for the highest')}: {listed(rolled)}."


def _dealt(event: core.Dealt, words: Words) -> str:
    neutral = sum(owner == NOBODY and count > 0 for owner, count in zip(event.owners, event.armies, strict=True))
    told = SHARED[core.Dealt](event, words)
    return f"{told} The neutral army holds {territories(neutral)}." if neutral else told


def _strongholds(event: e.StrongholdUnits, words: Words) -> str:
    places = listed([words.place(space) for space in event.spaces])
    return f"One of them stands in each stronghold of {words.who(event.seat)}: {places}."


def _shown(event: e.MissionShown, words: Words) -> str:
    brought = f"{_units(event.units)}" if event.units else "one more territory card"
    return f"{words.who(event.seat)} fulfils {card_name(words, event.card)}, for {brought}."


def _reward(event: e.RewardPlaced, words: Words) -> str:
    card, place = card_name(words, event.card), words.place(event.space)
    owner = words.who(event.seat)
    if event.count < 0:
        return f"{owner} loses {_units(-event.count)} in {place} ({card})."
    return f"{owner} gets {_units(event.count)} in {place} ({card})."


def _played(event: e.PowerPlayed, words: Words) -> str:
    ends = [words.place(space) for space in (event.source, event.target) if space]
    where = f" ({' to '.join(ends)})" if ends else ""
    if event.source and event.count:
        come = f"{_units(event.count)} of {words.place(event.target)} come over to {words.place(event.source)}"
        return f"{words.who(event.seat)} plays {card_name(words, event.card)}: {come}."
    amount = f", {event.count:+d}" if event.count else ""
    return f"{words.who(event.seat)} plays {card_name(words, event.card)}{where}{amount}."


def _turned(event: e.TurnedUp, words: Words) -> str:
    places = listed([words.place(space) for space in event.spaces])
    return f"{card_name(words, event.card)}: {places}."


def _rolled(event: e.RingRoll, words: Words) -> str:
    change = f" {event.change:+d}" if event.change else ""
    rules, place = cast("LotrRules", words.rules), words.place(event.space)
    if rules.ends_on_doom and rules.id(rules.path[-1]) == event.space:
        return f"The Fellowship rolls {event.face}{change} in {place}, {'enough' if event.leaves else 'too little'}."
    what = "leaves" if event.leaves else "stays in"
    return f"The Fellowship rolls {event.face}{change} and {what} {place}."


def _searched(event: e.RingSearched, words: Words) -> str:
    dice = " and ".join(map(str, event.faces))
    added = f", {event.bonus} added" if event.bonus else ""
    found = "and finds it" if event.found else "in vain"
    return f"{words.who(event.seat)} searches {words.place(event.space)} for the Ring, rolls {dice}{added}, {found}."


def _ended(event: e.RingEnded, words: Words) -> str:
    del words
    what = "The Ring is destroyed" if event.reason == "ring_destroyed" else "The Fellowship leaves the Dead Marshes"
    return f"{what}." if event.at_once else f"{what}; the round is played to its end."


def _discarded(event: e.Discarded, words: Words) -> str:
    names = listed([card_name(words, card) for card in event.cards])
    return f"{words.who(event.seat)} discards {names}."


def _taken(event: e.AdventureTaken, words: Words) -> str:
    what = "an adventure card" if event.count == 1 else counted(event.count, "adventure card")
    return f"{words.who(event.seat)} takes {what}."


def _seized(event: e.AdventureSeized, words: Words) -> str:
    return f"{words.who(event.seat)} takes {counted(event.count, 'adventure card')} from {words.who(event.from_seat)}."


def _scored(event: e.Scored, words: Words) -> str:
    totals = [f"{name} {sum(points)}" for name, points in zip(words.names, event.points, strict=False)]
    return f"Points: {listed(totals)}."


def _fell(event: e.CapitalFell, words: Words) -> str:
    by = "" if event.by == NOBODY else f" to {words.who(event.by)}"
    return f"{words.place(event.space)}, the capital of {words.who(event.seat)}, falls{by}."


SENTENCES: Sentences = {
    **SHARED,
    core.Dealt: _dealt,
    core.TurnBegan: lambda event, words: (
        f"{words.who(event.seat)} begins turn {event.turn + 1} and gets {words.armies(event.income)}."
    ),
    core.CardTaken: lambda event, words: f"{words.who(event.seat)} takes a territory card.",
    core.MissionGiven: lambda event, words: f"{words.who(event.seat)} gets a secret goal.",
    e.DiceThrown: _dice,
    e.StrongholdUnits: _strongholds,
    e.LeaderPlaced: lambda event, words: f"{words.who(event.seat)} places a leader in {words.place(event.space)}.",
    e.LeaderMoved: lambda event, words: (
        f"A leader of {words.who(event.seat)} goes from {words.place(event.source)} to {words.place(event.target)}."
    ),
    e.LeaderDeclared: lambda event, words: (
        f"{words.who(event.seat)} declares the leader in {words.place(event.space)} for a mission."
    ),
    e.MissionShown: _shown,
    e.RewardPlaced: _reward,
    e.PowerPlayed: _played,
    e.EventDrawn: lambda event, words: f"{words.who(event.seat)} draws an event: {card_name(words, event.card)}.",
    e.TurnedUp: _turned,
    e.KeptAside: lambda event, words: f"{words.who(event.seat)} keeps the card of {words.place(event.space)} aside.",
    e.NotAside: lambda event, words: (
        f"{words.who(event.seat)} keeps no card of {words.place(event.space)} aside, so nobody rises there."
    ),
    e.AdventureTaken: _taken,
    e.AdventureDrawn: lambda event, words: f"{words.who(event.seat)} drew {card_name(words, event.card)}.",
    e.Discarded: _discarded,
    e.AdventureSeized: _seized,
    e.RingRoll: _rolled,
    e.RingMoved: lambda event, words: f"The Fellowship goes on to {words.place(event.target)}.",
    e.RingStayed: lambda event, words: f"The Fellowship is held back in {words.place(event.space)}.",
    e.RingSearched: _searched,
    e.RingEnded: _ended,
    e.CapitalNamed: lambda event, words: f"{words.who(event.seat)} makes {words.place(event.space)} the capital.",
    e.CapitalFell: _fell,
    e.BattleHeard: SHARED[core.Battle],
    e.Sighted: lambda event, words: f"{words.who(event.seat)} sees the units beside what was taken.",
    e.Departed: lambda event, words: f"{'Nobody' if event.empty else 'Somebody'} stays in {words.place(event.space)}.",
    e.Scored: _scored,
}  # fmt: skip
"""What says each event."""
