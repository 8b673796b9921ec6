"""What a campaign is about, in words: its endings and their conditions, what gives points, dates and special rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from wartable.engine.structs import filled
from wartable.engine.words import capitalised, counted, listed
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import group_name
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.titles import flag_words, rule_title
from wartable.games.ring_of_power.scenario import Arrival, Group, Points, Trigger, Verdict, When
from wartable.games.ring_of_power.special.application import spent
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.vocabulary import conditions, effects

Pair: TypeAlias = tuple[str, str]
"""A condition in words, and its opposite."""


def said(world: World, condition: conditions.Condition, *, so: bool = True) -> str:
    """Return a condition in words; its opposite where not `so`."""
    match condition:
        case conditions.AllOf(of=parts):
            return listed([said(world, inner, so=so) for inner in parts], "and" if so else "or")
        case conditions.AnyOf(of=parts):
            return listed([said(world, inner, so=so) for inner in parts], "or" if so else "and")
        case conditions.Not(of=inner):
            return said(world, inner, so=not so)
        case _:
            words = _WORDS[type(condition)](world, condition)
            yes, no = (words, f"it is not so that {words}") if isinstance(words, str) else words
            return yes if so else no


def _turn(_: World, one: conditions.Turn) -> str:
    bounds = [f"turn {one.at_least} has come"] if one.at_least else []
    bounds += [f"turn {one.at_most} is not over"] if one.at_most is not None else []
    return listed(bounds, "and")


def _counted(_: World, one: conditions.Counted) -> str:
    return f"{one.counter.replace('_', ' ')} has come to {_range(one.at_least, one.at_most)}"


def _held(world: World, one: conditions.Held) -> Pair:
    side, place = world.side_name(one.by), world.scenario.place.get(one.place)
    if one.tower:
        tower = (place.tower.name if place and place.tower else "") or f"the tower of {world.place_name(one.place)}"
        return f"{tower} holds out", f"nobody holds out in {tower}"
    return _not(f"{world.place_name(one.place)} is ", f"held by {_mid(side)}")


def _bases(world: World, one: conditions.Bases) -> str:
    but = f" other than {listed([world.place_name(place) for place in one.but], 'and')}" if one.but else ""
    count = counted(one.at_least, "base")
    held = "are held" if one.at_least != 1 else "is held"
    return f"{count} of {_mid(world.side_name(one.of))}{but} {held} by {_mid(world.side_name(one.by))}"


def _breached(world: World, one: conditions.Breached) -> Pair:
    place = world.place_name(one.place)
    return f"a wall or gate of {place} is broken", f"the walls and gates of {place} stand"


def _figures(world: World, one: conditions.Figures) -> str | Pair:
    who = _kind(world, one.who)
    if one.at_most == 0:
        return f"no {_bare(who)} is left", f"{who} is left"
    if one.at_least == 0:
        return f"at most {one.at_most} of these are left: {who}"
    if one.at_least > 1:
        return f"there are {_range(one.at_least, one.at_most)} of these: {who}"
    # What figures do: "a character of the Shadow bears the Ring in Barad-dur".
    bears = f" bears {_item(world, one.who.holds)}" if one.who.holds else ""
    places = listed([_amid(world.place_name(place)) for place in one.who.inside], "or")
    does = f"{bears}{'' if bears else ' is'} in {places}" if places else bears
    return f"{who}{does or ' is there'}", f"no {_bare(who)}{does}"


def _bare(who: str) -> str:
    return who.removeprefix("a ").removeprefix("an ")


def _item(world: World, key: str) -> str:
    name = next((item.name for item in world.scenario.items if item.id == key), key.replace("_", " "))
    return f"the {name[4:]}" if name.startswith("The ") else name


def _left(world: World, one: conditions.Left) -> str | Pair:
    if one.who.holds and one.at_least == 1:
        return _not(f"{_item(world, one.who.holds)} has ", f"left by {world.place_name(one.by)}")
    count = f"{one.at_least} figures like {_kind(world, one.who)}" if one.at_least != 1 else _kind(world, one.who)
    if one.who.character:
        side = f" of {_mid(world.side_name(one.who.side))}" if one.who.side else ""
        count = counted(one.at_least, "character") + side
    return f"{count} {'have' if one.at_least != 1 else 'has'} left by {world.place_name(one.by)}"


def _status(world: World, one: conditions.Status) -> str:
    side = world.side_name(one.side)
    have = "have" if side.endswith("s") else "has"
    return f"{_mid(side)} {have} {_range(one.at_least, one.at_most)} status points"


def _not(subject: str, does: str) -> Pair:
    return f"{subject}{does}", f"{subject}not {does}"


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return str(least) if least == most else f"{least} to {most}"
    return f"{least} or more" if most is None else f"{most} or fewer"


def _amid(place: str) -> str:
    """Return the name of a place within a sentence: "the land west of the Anduin"."""
    return f"the {place[4:]}" if place.startswith("The ") else place


def _mid(name: str) -> str:
    """Return the name of a side within a sentence: "the Free Peoples"."""
    return name if name.lower().startswith("the ") else f"the {name}"


def _kind(world: World, who: conditions.Who) -> str:
    """Return whom a filter is about: "Gandalf or Gimli", "a character of the Shadow"."""
    if who.unit:
        return listed([world.units[unit].name for unit in who.unit if unit in world.units], "or")
    kind = {True: "character", False: "army figure", None: "figure"}[who.character]
    of = [capitalised(nation.replace("_", " ")) for nation in (*who.nation, *who.race)] or [
        world.scenario.players[player].name if player in world.scenario.players else player for player in who.player
    ]
    side = [_mid(world.side_name(who.side))] if who.side else []
    owner = f" of {listed([*of, *side], 'or')}" if of or side else ""
    return f"{'an' if kind.startswith('a') else 'a'} {kind}{owner}"


_WORDS: Mapping[type, Callable[[World, Any], str | Pair]] = {
    conditions.Turn: _turn,
    conditions.Flag: lambda world, one: flag_words(world, one.flag),
    conditions.Counted: _counted,
    conditions.Held: _held,
    conditions.Bases: _bases,
    conditions.Breached: _breached,
    conditions.Figures: _figures,
    conditions.Left: _left,
    conditions.Status: _status,
    conditions.Together: lambda world, one: f"{_kind(world, one.who)} meets {_kind(world, one.other)}",
    conditions.Spotted: lambda world, one: f"somebody of {_mid(world.side_name(one.side))} was found last turn",
    conditions.Destroyed: lambda world, one: _not(f"{_item(world, one.item)} is ", "destroyed"),
}
"""Each condition in words, some with their opposite."""


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """An ending: who wins (empty: nobody) and how completely, when it is looked at, under which condition.

    `sentence` is what is said when it comes, `places` are those it is about. A `threshold` is the number of status
    points of a side that it asks for.
    """

    winner: str
    grade: str
    when: When
    condition: str
    sentence: str
    places: tuple[str, ...] = ()
    threshold: tuple[str, int] | None = None


class Date(msgspec.Struct, frozen=True, kw_only=True):
    """Something that comes: in these turns, or when `after` says; what comes, for which player, and where."""

    turns: tuple[int, ...]
    after: str
    player: int
    who: str
    at: tuple[str, ...]


class Custom(msgspec.Struct, frozen=True, kw_only=True):
    """A special rule of the scenario, or what raises a flag; `once` where it comes once only."""

    id: str
    title: str
    sentence: str
    once: bool
    places: tuple[str, ...] = ()


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """What a scenario is about: it stays the same for the whole game."""

    summary: str
    last_turn: int
    endings: tuple[Ladder, ...]
    points: tuple[str, ...]
    dates: tuple[Date, ...]
    customs: tuple[Custom, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the goal stands: which ending would come if the campaign ended now (-1: none), and what is used up."""

    ending: int
    used: tuple[str, ...]


def goal_of(world: World) -> Goal:
    """Return what a scenario is about."""
    one = world.scenario
    return Goal(
        summary=one.summary,
        last_turn=world.last_turn,
        endings=tuple(_ending(world, verdict) for verdict in one.victory),
        points=tuple(_points(world, points) for points in one.points),
        dates=tuple(_date(world, arrival) for arrival in one.arrivals),
        customs=(
            *(_flag(world, trigger) for trigger in one.triggers),
            *(_custom(world, rule) for rule in one.rules),
        ),
    )


def standing_of(world: World, state: RingState) -> Standing:
    """Return how the goal stands now: the endings are asked in the order in which the game asks them."""
    scene, victory = Scene(world, state), world.scenario.victory
    order = sorted(range(len(victory)), key=lambda number: victory[number].when == "time_out")
    ending = next((number for number in order if holds(scene, victory[number].condition)), -1)
    raised = dict(state.flags)
    used = [trigger.flag for trigger in world.scenario.triggers if trigger.flag in raised]
    used += [rule.id for rule in world.scenario.rules if rule.limit == "once" and spent(state, rule)]
    return Standing(ending=ending, used=tuple(used))


def _flag(world: World, trigger: Trigger) -> Custom:
    """Return what raises a flag: its condition, and who may declare it before."""
    told = [f"Comes when {said(world, trigger.condition)}."] if trigger.condition else []
    if trigger.declared_by:
        names = listed([world.scenario.players[player].name for player in trigger.declared_by], "or")
        told.append(f"{names} may declare it{' before' if told else ''}.")
    places = _places(world, trigger.condition)
    return Custom(id=trigger.flag, title=trigger.title, sentence=" ".join(told), once=True, places=places)


def _custom(world: World, rule: effects.SpecialRule) -> Custom:
    """Return a rule by its title."""
    title = rule_title(rule)
    return filled(Custom, rule, title=title, once=rule.limit == "once", places=_places(world, rule.condition))


def _ending(world: World, verdict: Verdict) -> Ladder:
    condition = verdict.condition
    threshold: tuple[str, int] | None = None
    if isinstance(condition, conditions.Status):
        bound = condition.at_most if condition.at_least is None else condition.at_least
        threshold = None if bound is None else (condition.side, bound)
    told, places = capitalised(said(world, condition)) if condition else "", _places(world, condition)
    return filled(Ladder, verdict, condition=told, places=places, threshold=threshold)


def _places(world: World, condition: conditions.Condition | None) -> tuple[str, ...]:
    """Return the places that a condition names, in its order."""
    found: list[str] = []
    match condition:
        case conditions.AllOf(of=parts) | conditions.AnyOf(of=parts):
            found = [place for inner in parts for place in _places(world, inner)]
        case conditions.Not(of=inner):
            found = [*_places(world, inner)]
        case conditions.Held(place=key) | conditions.Breached(place=key) | conditions.Left(by=key):
            found = [key]
        case conditions.Figures(who=who):
            found = [*who.inside]
        case conditions.Bases(of=side):
            found = [place.id for place in world.scenario.places if place.base == side]
        case _:
            pass
    return tuple(dict.fromkeys(place for place in found if place in world.scenario.place))


_FEATS = {
    "army_felled": "an army figure felled",
    "character_felled": "a character felled",
    "place_taken": "a place taken",
    "base_taken": "an enemy base taken",
    "home_lost": "one's own home lost",
    "item_taken": "the Ring taken",
    "character_captured": "a character captured",
}


def _points(world: World, points: Points) -> str:
    """Return what gives points: "+20 for an enemy base taken: Rivendell or Lothlorien (Goblins only)"."""
    names = [world.scenario.place[place].name for place in points.places]
    names += [world.units[unit].name for unit in points.units]
    whose = world.scenario.players.get(points.player)
    only = f" ({whose.name if whose else points.player} only)" if points.player else ""
    return f"{points.points:+d} for {_FEATS[points.feat]}{': ' + listed(names, 'or') if names else ''}{only}"


def _date(world: World, arrival: Arrival) -> Date:
    first, last = arrival.turn, arrival.until or world.last_turn
    turns = range(first, (last if arrival.every else first) + 1, arrival.every or 1) if first else ()
    return Date(
        turns=() if arrival.flag else tuple(turns),
        after=_after(world, arrival),
        player=world.index[arrival.player],
        who=_who(world, arrival.groups),
        at=tuple(map(world.place_name, arrival.at)),
    )


def _after(world: World, arrival: Arrival) -> str:
    """Return what brings or stops reinforcements besides the turn: "2 turns after Saruman goes to war"."""
    told: list[str] = []
    if arrival.flag:
        delay = f"{counted(arrival.delay, 'turn')} after" if arrival.delay else "once"
        told.append(f"{delay}: {flag_words(world, arrival.flag)}")
    if arrival.every:
        told.append("every turn" if arrival.every == 1 else f"every {arrival.every} turns")
    if arrival.unless:
        told.append(f"until: {flag_words(world, arrival.unless)}")
    return ", ".join(told)


def _who(world: World, groups: Sequence[Group]) -> str:
    counts: Counter[str] = Counter()
    for group in groups:
        counts[group_name(world, group)] += 0 if group.character else group.count
    return listed(
        [f"{count} \N{MULTIPLICATION SIGN} {name}" if count else name for name, count in counts.items()], "and"
    )
