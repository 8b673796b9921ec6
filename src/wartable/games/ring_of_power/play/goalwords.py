"""Conditions of a scenario in words that a player reads, said as they are or as their opposite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.vocabulary import conditions, effects
from wartable.games.ring_of_power.vocabulary.conditions import Who


def said(world: World, condition: conditions.Condition, *, so: bool = True) -> str:
    """Return a condition in words; its opposite where not `so`."""
    return _WORDS[type(condition)](world, condition, so)


def listed(parts: Sequence[str], word: str) -> str:
    """Return parts as a list: "a, b and c"."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def capital(text: str) -> str:
    """Return a sentence with a capital letter first."""
    return text[:1].upper() + text[1:]


def flag_words(world: World, flag: str) -> str:
    """Return what a flag is called: as its trigger, or the special rule that raises it, else by its key."""
    titles = {trigger.flag: trigger.title for trigger in world.scenario.triggers}
    rules = {do.flag: rule.id for rule in world.scenario.rules for do in rule.then if isinstance(do, effects.Raise)}
    return titles.get(flag) or capital(rules.get(flag, flag).replace("_", " "))


def _side(world: World, key: str) -> str:
    return next((side.name for side in world.scenario.sides if side.id == key), key)


def _place(world: World, key: str) -> str:
    place = world.scenario.place.get(key)
    return place.name if place else key.replace("_", " ")


def _joined(world: World, one: conditions.AllOf | conditions.AnyOf, so: bool) -> str:  # noqa: FBT001 - a table's entry
    every = isinstance(one, conditions.AllOf) == so
    return listed([said(world, inner, so=so) for inner in one.of], "and" if every else "or")


def _turn(_: World, one: conditions.Turn, so: bool) -> str:  # noqa: FBT001
    bounds = [f"turn {one.at_least} has come"] if one.at_least else []
    bounds += [f"turn {one.at_most} is not over"] if one.at_most is not None else []
    return _unless(so, listed(bounds, "and"))


def _counted(_: World, one: conditions.Counted, so: bool) -> str:  # noqa: FBT001
    return _unless(so, f"{one.counter.replace('_', ' ')} has come to {_range(one.at_least, one.at_most)}")


def _held(world: World, one: conditions.Held, so: bool) -> str:  # noqa: FBT001
    side, place = _side(world, one.by), world.scenario.place.get(one.place)
    if one.tower:
        tower = (place.tower.name if place and place.tower else "") or f"the tower of {_place(world, one.place)}"
        return f"{tower} holds out" if so else f"nobody holds out in {tower}"
    return f"{_place(world, one.place)} is {'' if so else 'not '}held by {_mid(side)}"


def _bases(world: World, one: conditions.Bases, so: bool) -> str:  # noqa: FBT001
    but = f" other than {listed([_place(world, place) for place in one.but], 'and')}" if one.but else ""
    count = f"{one.at_least} base{'s' if one.at_least != 1 else ''}"
    held = "are held" if one.at_least != 1 else "is held"
    return _unless(so, f"{count} of {_mid(_side(world, one.of))}{but} {held} by {_mid(_side(world, one.by))}")


def _breached(world: World, one: conditions.Breached, so: bool) -> str:  # noqa: FBT001
    place = _place(world, one.place)
    return f"a wall or gate of {place} is broken" if so else f"the walls and gates of {place} stand"


def _figures(world: World, one: conditions.Figures, so: bool) -> str:  # noqa: FBT001
    who = _kind(world, one.who)
    if one.at_most == 0:
        return f"no {_bare(who)} is left" if so else f"{who} is left"
    if one.at_least == 0:
        return _unless(so, f"at most {one.at_most} of these are left: {who}")
    if one.at_least > 1:
        return _unless(so, f"there are {_range(one.at_least, one.at_most)} of these: {who}")
    return f"{who} is there" if so and not (one.who.holds or one.who.inside) else _verb(world, one.who, so=so)


def _bare(who: str) -> str:
    return who.removeprefix("a ").removeprefix("an ")


def _verb(world: World, who: Who, *, so: bool) -> str:
    """Return what figures do: "a character of the Shadow bears the Ring in Barad-dur"."""
    bears = f" bears {_item(world, who.holds)}" if who.holds else ""
    places = listed([_place(world, place) for place in who.inside], "or")
    inside = f"{'' if bears else ' is'} in {places}" if places else ""
    subject = _kind(world, who)
    return f"{subject}{bears}{inside}" if so else f"no {_bare(subject)}{bears}{inside}"


def _item(world: World, key: str) -> str:
    name = next((item.name for item in world.scenario.items if item.id == key), key.replace("_", " "))
    return f"the {name[4:]}" if name.startswith("The ") else name


def _left(world: World, one: conditions.Left, so: bool) -> str:  # noqa: FBT001
    if one.who.holds and one.at_least == 1:
        return f"{_item(world, one.who.holds)} has {'' if so else 'not '}left by {_place(world, one.by)}"
    count = f"{one.at_least} figures like {_kind(world, one.who)}" if one.at_least != 1 else _kind(world, one.who)
    if one.who.character:
        side = f" of {_mid(_side(world, one.who.side))}" if one.who.side else ""
        count = f"{one.at_least} character{'s' if one.at_least != 1 else ''}{side}"
    return _unless(so, f"{count} {'have' if one.at_least != 1 else 'has'} left by {_place(world, one.by)}")


def _status(world: World, one: conditions.Status, so: bool) -> str:  # noqa: FBT001
    side = _side(world, one.side)
    return _unless(so, f"{_mid(side)} {_have(side)} {_range(one.at_least, one.at_most)} status points")


def _spotted(world: World, one: conditions.Spotted, so: bool) -> str:  # noqa: FBT001
    return _unless(so, f"somebody of {_mid(_side(world, one.side))} was found last turn")


def _unless(so: bool, text: str) -> str:  # noqa: FBT001
    return text if so else f"it is not so that {text}"


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return str(least) if least == most else f"{least} to {most}"
    return f"{least} or more" if most is None else f"{most} or fewer"


def _have(name: str) -> str:
    return "have" if name.endswith("s") else "has"


def _mid(name: str) -> str:
    """Return the name of a side within a sentence: "the Free Peoples"."""
    return name if name.lower().startswith("the ") else f"the {name}"


def _kind(world: World, who: Who) -> str:
    """Return whom a filter is about: "Gandalf or Gimli", "a character of the Shadow"."""
    if who.unit:
        return listed([world.units[unit].name for unit in who.unit if unit in world.units], "or")
    kind = {True: "character", False: "army figure", None: "figure"}[who.character]
    of = [capital(nation.replace("_", " ")) for nation in (*who.nation, *who.race)] or [
        world.scenario.players[player].name if player in world.scenario.players else player for player in who.player
    ]
    side = [_mid(_side(world, who.side))] if who.side else []
    owner = f" of {listed([*of, *side], 'or')}" if of or side else ""
    return f"{'an' if kind.startswith('a') else 'a'} {kind}{owner}"


_WORDS: Mapping[type, Callable[[World, Any, bool], str]] = {
    conditions.AllOf: _joined,
    conditions.AnyOf: _joined,
    conditions.Not: lambda world, one, so: said(world, one.of, so=not so),
    conditions.Turn: _turn,
    conditions.Flag: lambda world, one, so: _unless(so, flag_words(world, one.flag)),
    conditions.Counted: _counted,
    conditions.Held: _held,
    conditions.Bases: _bases,
    conditions.Breached: _breached,
    conditions.Figures: _figures,
    conditions.Left: _left,
    conditions.Status: _status,
    conditions.Together: lambda world, one, so: _unless(so, f"{_kind(world, one.who)} meets {_kind(world, one.other)}"),
    conditions.Spotted: _spotted,
    conditions.Destroyed: lambda world, one, so: f"{_item(world, one.item)} is {'' if so else 'not '}destroyed",
}
