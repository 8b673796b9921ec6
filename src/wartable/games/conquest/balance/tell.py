"""The events of the variant's set-up and turns as full sentences; those of the shop are `shop.tell`'s."""

from __future__ import annotations

from wartable.engine.words import listed
from wartable.games.conquest.balance import events as e
from wartable.games.conquest.balance import sites
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.objectives import title
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop import tell as shop
from wartable.games.conquest.core import tell as family
from wartable.games.conquest.core.events import Traded, TurnBegan
from wartable.games.conquest.core.maprules import SiteEffect
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tell import Sentences, Words
from wartable.games.conquest.core.words import armies

_MARKS = {"cities": "Cities", "rough": "Rough terrain", "sites": "Sites"}


def _first(event: e.FirstRolled, words: Words) -> str:
    rolled = listed([f"{words.who(seat)} rolled {face}" for seat, face in zip(event.seats, event.faces, strict=True)])
    begins = "The highest are level and roll again." if event.first == NOBODY else f"{words.who(event.first)} begins."
    return f"Dice for the first turn: {rolled}. {begins}"


def _marked(event: e.Marked, words: Words) -> str:
    return f"{_MARKS[event.mark]}: {listed([words.place(space) for space in event.spaces])}."


def _objectives(event: e.ObjectivesLaid, words: Words) -> str:
    assert isinstance(words.rules, BalanceRules)  # noqa: S101 - no other rules tell of this
    named = [title(words.rules.objectives[key], words.rules.regions) for key in event.objectives]
    return f"Objectives: {listed(named)}."


def _neutral(event: e.NeutralLaid, words: Words) -> str:
    counts = [f"{count} in {words.place(space)}" for space, count in zip(event.spaces, event.armies, strict=True)]
    return f"The neutral army: {listed(counts)}."


def _rolled(event: e.StandingRolled, words: Words) -> str:
    rolled = listed([f"{words.who(seat)} rolled {face}" for seat, face in zip(event.seats, event.faces, strict=True)])
    return f"Level, so dice decide who is losing: {rolled}."


def _raised(event: e.NeutralRaised, words: Words) -> str:
    dice = f", and {event.revived or 'none'} of its casualties revive on {sum(event.faces)}" if event.faces else ""
    return f"{words.who(event.seat)} commands the neutral army: {armies(event.supply)} from the supply{dice}."


def _neutral_placed(event: e.NeutralPlaced, words: Words) -> str:
    return f"{words.who(event.seat)} places {armies(event.count)} of the neutral army in {words.place(event.space)}."


def _drafted(event: e.Drafted, words: Words) -> str:
    cut = "" if event.armies == event.whole else f" instead of {event.whole}: sabotage"
    return f"{words.who(event.seat)} drafts {armies(event.armies)}{cut}."


def _given(event: e.CardGiven, words: Words) -> str:
    if event.to == NOBODY:
        return f"{words.who(event.seat)} discards a card beyond the limit."
    return f"{words.who(event.seat)} gives a card beyond the limit to {words.who(event.to)}."


def _handed(event: e.CardHanded, words: Words) -> str:
    return f"The card is {words.card(event.card)}."


def _traded(event: Traded, words: Words) -> str:
    traded = listed([words.card(card) for card in event.cards])
    return f"{words.who(event.seat)} turns in {traded} for {armies(event.armies)}."


def _assigned(event: sites.SitesAssigned, words: Words) -> str:
    pairs = zip(event.spaces, event.effects, strict=True)
    named = [f"{sites.TITLES[effect].lower()} in {words.place(space)}" for space, effect in pairs]
    return f"Special effects of sites: {listed(named)}."


def _taken(event: sites.SiteTaken, words: Words) -> str:
    title = sites.TITLES[event.effect].lower()
    return f"The {title} in {words.place(event.space)} {_serve(event.effect)} {words.who(event.seat)} now."


def _served(event: sites.SiteServed, words: Words) -> str:
    title, table = sites.TITLES[event.effect].lower(), balance_data().site_effects
    brought = f"{armies(table.barracks)} of this draft" if event.effect == "barracks" else "a card"
    verb = "bring" if event.effect == "barracks" else "brings"
    return f"The {title} in {words.place(event.space)} {verb} {words.who(event.seat)} {brought}."


def _serve(effect: SiteEffect) -> str:
    return "serve" if effect == "barracks" else "serves"


SENTENCES: Sentences = {
    **family.SENTENCES,
    **shop.SENTENCES,
    TurnBegan: lambda event, words: f"{words.who(event.seat)} begins turn {event.turn + 1}.",
    Traded: _traded,
    e.FirstRolled: _first,
    e.Marked: _marked,
    e.ObjectivesLaid: _objectives,
    e.NeutralLaid: _neutral,
    sites.SitesAssigned: _assigned,
    sites.SiteTaken: _taken,
    sites.SiteServed: _served,
    e.CapitalPlaced: lambda event, words: f"{words.who(event.seat)} founds a capital in {words.place(event.space)}.",
    e.StandingRolled: _rolled,
    e.NeutralRaised: _raised,
    e.NeutralPlaced: _neutral_placed,
    e.NeutralGone: lambda _event, _words: "The neutral army is gone.",
    e.Drafted: _drafted,
    e.CardGiven: _given,
    e.CardHanded: _handed,
}
"""What says each kind of event."""
