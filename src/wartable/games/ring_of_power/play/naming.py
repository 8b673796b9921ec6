"""Decisions whose places, items and flags were written by name, as `into Barad-d\u00fbr`, brought to their keys."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.values import Action
from wartable.engine.words import key_of
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.scenario import Scenario


def keyed(one: Scenario, action: Action) -> Action:
    """Return a decision with keys of the scenario where it has names; what is unknown stays as it was written."""
    places = {place.id: place.name for place in one.places}
    match action:
        case actions.Move(into=into) if into:
            return replace(action, into=key_of(into, places))
        case actions.Declaration(assaults=assaults, sallies=sallies):
            return actions.Declaration(
                assaults=tuple(replace(each, place=key_of(each.place, places)) for each in assaults),
                sallies=tuple((key_of(place, places), figures) for place, figures in sallies),
            )
        case actions.Land(at=at):
            return actions.Land(at=key_of(at, places))
        case actions.HandOver(item=item):
            return replace(action, item=key_of(item, {item.id: item.name for item in one.items}))
        case actions.Proclaim(flag=flag):
            return actions.Proclaim(flag=key_of(flag, {each.flag: each.title for each in one.triggers}))
        case _:
            return action
