"""Events of a campaign as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from wartable.engine.values import Event
from wartable.engine.words import capitalised, counted, listed
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.combat.report import Bout, Row, SideScore
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate
from wartable.games.ring_of_power.play.titles import flag_words
from wartable.games.ring_of_power.scenario import Point

if TYPE_CHECKING:
    from wartable.games.ring_of_power.campaign.world import World


def sentence(world: World, event: Event) -> str:
    """Return an event as a full sentence."""
    return _TELL[type(event)](world, event)


def _player(world: World, number: int) -> str:
    return world.player_name(number)


_SEVERAL = re.compile(r"[^aiouys]s$| and ")
"""Names that take a plural verb: Goblins, Free Peoples, Dwarves and Dale; not Isengard, Legolas."""


def _does(who: str, verb: str) -> str:
    """Return what somebody does as it follows the name: Rohan moves, Goblins move."""
    return re.sub(r"ies$", "y", re.sub(r"(?<=ch)es$|(?<!ie)s$", "", verb)) if _SEVERAL.search(who) else verb


def _fighting(world: World, key: str) -> str:
    """Return what a side is called in a combat: by its player where it has only one (as in `combat/view.ts`)."""
    side = next((side for side in world.scenario.sides if side.id == key), None)
    only = side.players if side else ()
    return _player(world, world.players.index(only[0])) if len(only) == 1 else world.side_name(key)


def _moved(world: World, event: events.Moved) -> str:
    way = event.paths[0][1]
    where = f"{'out by' if event.out else 'into'} {_the(world, event.into)}" if event.into else _whereto(world, way)
    who = _player(world, event.player)
    return f"{who} {_does(who, 'moves')} {_force(world, event.names)} {where}".rstrip() + "."


_AT = 2.0
"""Inches around a place within which figures stand at it."""


def _whereto(world: World, way: Sequence[Point]) -> str:
    """Say where a way leads: to a place, into or about a named region, or how near to the place ahead."""
    start, end = (_distances(world, at) for at in (way[0], way[-1]))
    if not end:
        return ""
    nearest = min(end, key=end.__getitem__)
    if end[nearest] <= _AT:
        return f"{'at' if start[nearest] <= _AT else 'to'} {_the(world, nearest)}"
    region = _region(world, way[-1])
    if region:
        return f"{'in' if _region(world, way[0]) == region else 'to'} {_the(world, region)}"
    ahead = min((key for key in end if end[key] < start[key]), key=end.__getitem__, default="")
    if ahead:
        return f"to within {ceil(end[ahead])} inches of {_the(world, ahead)}"
    return f"to {round(end[nearest])} inches from {_the(world, nearest)}"


def _distances(world: World, at: Point) -> dict[str, float]:
    """Return how far each place is from a point, in inches."""
    return {place.id: world.distance(place.id, at) / mil(1) for place in world.scenario.places}


def _region(world: World, at: Point) -> str:
    """Return the named piece of terrain around a point, the smallest of several; an empty text where there is none."""
    land = [area.id for area in world.scenario.terrain if area.name and area.type != "clear"]
    return min((key for key in land if world.within(key, at, 0)), key=lambda key: world.shape(key).area, default="")


_ARTICLE = re.compile(r"^(?!.*'s )(.* of .*|.* [a-z]+|.*(hills|Mountains|Hills|Marshes|Gate|Pass|Road))( over .*)?$")
"""Names with an article: Paths of the Dead, Long stair, Misty Mountains; not Mirkwood, Minas Tirith, Shelob's lair."""


def _the(world: World, key: str) -> str:
    """Return the name of a place or area as it stands within a sentence."""
    name = world.place_name(key)
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") or _ARTICLE.search(name) else name


def _arrived(world: World, event: events.Arrived) -> str:
    who = _player(world, event.player)
    lost = f" {counted(event.lost, 'figure')} found no place and are lost." if event.lost else ""
    arrive = "arrives" if len(event.figures) == 1 else "arrive"
    came = f"{_force(world, event.names)} of {who} {arrive} at {_the(world, event.at)}."
    came = came if event.figures else ""
    return f"{came}{lost}".strip() or f"Nobody arrives for {who}."


def _summoned(world: World, event: events.Summoned) -> str:
    appear = "appears" if len(event.figures) == 1 else "appear"
    return f"{_force(world, event.names)} of {_player(world, event.player)} {appear}."


_WHY = {"dead": "fall", "dispersed": "are dispersed", "left": "leave the table", "captured": "are taken"}
_WHY_ONE = {"dead": "falls", "dispersed": "is dispersed", "left": "leaves the table", "captured": "is taken"}
_WHAT = {
    "captured": "captured and carried off",
    "put_down": "put down",
    "unfound": "not found",
    "lent": "led by another",
}
"""What became of figures, where that is not the very word."""


def _gone(world: World, event: events.Gone) -> str:
    ships = {unit.name for unit in world.units.values() if unit.race == "ship"} if event.why == "dead" else set[str]()
    sunk = [name for name in event.names if name in ships]
    others = [name for name in event.names if name not in ships]
    parts = [f"{_named(sunk)} {'goes' if len(sunk) == 1 else 'go'} down"] if sunk else []
    if others:
        parts.append(f"{_named(others)} {(_WHY_ONE if len(others) == 1 else _WHY)[event.why]}")
    return f"{'; '.join(parts)}."


def _named(names: Sequence[str]) -> str:
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    return listed([name if count == 1 else f"{count} {_many(name)}" for name, count in counts.items()])


_ALIKE = re.compile(r"(hai|rim|foot|ents|militia|army|g\u00fbl)$", re.IGNORECASE)
_MANY = (
    (r"man$", "men"),
    (r"Man$", "Men"),
    (r"elf$", "elves"),
    (r"\u00fbmak$", "\u00fbmakil"),
    (r"(s|x|ch|sh)$", r"\1es"),
    (r"$", "s"),
)


def _many(name: str) -> str:
    """Return the name of a kind for several of it: Riders of Rohan, L\u00f3rien elves, Uruk-hai."""
    head, of, rest = name.partition(" of ")
    if not _ALIKE.search(head):
        pattern, ending = next((pattern, ending) for pattern, ending in _MANY if re.search(pattern, head))
        head = re.sub(pattern, ending, head, count=1)
    return head + of + rest


_KINDS = 4
"""So many kinds of a force are named; the others are counted."""


def _force(world: World, names: Sequence[str]) -> str:
    """Say who goes together, the leader first: Ugl\u00fak, 12 Uruk-hai and 1 Orc."""
    heroes = {unit.name for unit in world.units.values() if unit.character}
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    told = [name if name in heroes else counted(count, name, _many(name)) for name, count in counts.items()]
    if len(told) > _KINDS:
        rest = sum([*counts.values()][_KINDS - 1 :])
        told = [*told[: _KINDS - 1], f"{rest} others"]
    return listed(told)


def _changed(world: World, event: events.Changed) -> str:
    verb = "is" if len(event.figures) == 1 else "are"
    return f"{_force(world, event.names)} {verb} {_WHAT.get(event.what, event.what)}."


def _handed(world: World, event: events.HandedOver) -> str:
    item = next((one.name for one in world.scenario.items if one.id == event.item), event.item)
    return f"{item} changes hands."


def _ruled(world: World, event: events.Ruled) -> str:
    rule = world.rules[event.rule]
    if not event.faces:
        return rule.sentence
    result = "" if event.passed is None else ": passed" if event.passed else ": failed"
    return f"{rule.sentence} The die shows {event.faces[0]}{result}."


def _declared(world: World, event: events.Declared) -> str:
    who = _player(world, event.player)
    parts = [f"{_does(who, 'assaults')} {_the(world, key)}" for key in event.assaults]
    parts += [f"{_does(who, 'sallies')} from {_the(world, key)}" for key in event.sallies]
    return f"{who} {listed(parts)}."


def _battle(world: World, event: events.BattleBegan) -> str:
    where = f" at {_the(world, event.place)}" if event.place else ""
    armies: dict[int, list[int]] = {}
    for owner, force in zip(event.owners, event.forces, strict=True):
        armies.setdefault(owner, []).extend(force)
    told = [_strength(army, event.weapons, _player(world, owner)) for owner, army in armies.items()]
    return f"A combat begins{where}: {listed(told)}."


def _strength(army: Sequence[int], weapons: tuple[int, ...], who: str) -> str:
    """Say how many stand in somebody's army; weapons are no figures."""
    armed = sum(number in weapons for number in army)
    men, arms = len(army) - armed, counted(armed, "weapon")
    if not men:
        return f"{arms} of {who}"
    return f"{counted(men, 'figure')} of {who}{f' with {arms}' if armed else ''}"


def _faces(row: Row) -> str:
    """Say what dice show: the best first, but dice that are added up or thrown against each other as they lie."""
    inside = sorted(row.faces, reverse=True) if any(need for *_, need in row.dice) else row.faces
    return ", ".join(map(str, inside))


def _row(world: World, row: Row) -> str:
    who, count, good = _player(world, row.player), len(row.dice), row.successes
    rolls = _does(who, "rolls")
    match row.kind:
        case "attack":
            dice = counted(count, "attack die", "attack dice")
            return f"{who} {rolls} {dice}{' again' if row.again else ''}, {counted(good, 'hits', 'hit')}"
        case "defence":
            saves = f"{rolls} again and {_does(who, 'saves')}" if row.again else _does(who, "saves")
            return f"{who} {saves} {good} of {counted(count, 'hit', 'hits')}"
        case "search":
            return f"{who} {_does(who, 'searches')} and {_does(who, 'finds')} {'somebody' if good else 'nobody'}"
        case "duel":
            return f"The wizard of {who} rolls for the duel"
        case "ram":
            return f"The ram of {who} strikes the gate with {sum(row.faces)}"
        case "bomb":
            return f"The charge of {who} {'breaks what it lies at' if good else 'does not go through'}"


def _luck(world: World, event: events.BattleLuck) -> str:
    lost = listed(
        [f"{_fighting(world, one.side)} {one.casualties} ({one.expected:.1f} expected)" for one in event.sides]
    )
    best = max(event.sides, key=lambda one: one.luck)
    if best.luck < 0.05:
        return f"The blows cost {lost}: neither side was lucky."
    return f"The blows cost {lost}: luck {best.luck:+.1f} for {_fighting(world, best.side)}."


def _ended(world: World, event: events.BattleEnded) -> str:
    report = event.report
    said = " ".join(_bout(world, event.sides, bout) for bout in report.bouts) or "The combat ends without a blow."
    lost = sum(one.fate in CASUALTIES for one in report.figures)
    thrown = sum(one.fate is Fate.DISMOUNTED for one in report.figures)
    ridden = f", {counted(thrown, 'rider')} dismounted" if thrown else ""
    return f"{said} {counted(lost, 'figure is lost', 'figures are lost')}{ridden}."


def _bout(world: World, sides: tuple[str, ...], bout: Bout) -> str:
    one, other = sorted(bout.scores, key=lambda score: score.side != bout.winner)
    first, second = _fighting(world, sides[one.side]), _fighting(world, sides[other.side])
    made = f"{first} {_made(one)}, {second} {_made(other)}"
    if bout.winner is None:
        return f"Neither side wins, {one.score} to {other.score}: {made}."
    fell = ", and the place falls" if bout.fell else ""
    return f"{first} won {one.score} to {other.score}{fell}: {made}."


def _made(score: SideScore) -> str:
    """Say what made a score (G11): the enemies felled, and leadership."""
    lead = f" + {score.leadership} for leadership" if score.leadership else ""
    return f"felled {score.casualties}{lead}"


def _fell_back(world: World, event: events.FellBack) -> str:
    verbs = "retreats and regroups" if len(event.paths) == 1 else "retreat and regroup"
    return f"{_force(world, event.names)} of {_player(world, event.player)} {verbs}."


def _taken(world: World, event: events.PlaceTaken) -> str:
    falls = _does(world.place_name(event.place), "falls")
    return f"{capitalised(_the(world, event.place))} {falls} to {world.side_name(event.by)}."


def _broken(world: World, event: events.Broken) -> str:
    what = "The gate" if ":gate:" in event.key else "The wall"
    return f"{what} of {_the(world, event.key)} is broken."


def _scored(world: World, event: events.Scored) -> str:
    who = _player(world, event.player)
    verb = _does(who, "gains" if event.points > 0 else "loses")
    return f"{who} {verb} {counted(abs(event.points), 'status point')}."


def _over(world: World, event: events.GameEnded) -> str:
    grade = f" ({event.grade})" if event.grade else ""
    who = world.side_name(event.winner)
    winner = f"{who} {_does(who, 'wins')}{grade}." if event.winner else "Nobody wins."
    return f"{event.sentence} {winner}".strip()


_TELL: Mapping[type, Callable[[World, Any], str]] = {
    events.TurnBegan: lambda world, event: f"Turn {event.turn} of {world.last_turn} begins.",
    events.Moved: _moved,
    events.Arrived: _arrived,
    events.Summoned: _summoned,
    events.Gone: _gone,
    events.Changed: _changed,
    events.HandedOver: _handed,
    events.Ruled: _ruled,
    events.Threw: lambda _, event: f"Dice for {event.purpose}: {', '.join(map(str, event.faces))}.",
    events.Declared: _declared,
    events.BattleBegan: _battle,
    events.BattleRolled: lambda world, event: " ".join(f"{_row(world, row)}: {_faces(row)}." for row in event.rows),
    events.BattleEnded: _ended,
    events.BattleLuck: _luck,
    events.FellBack: _fell_back,
    events.PlaceTaken: _taken,
    events.Broken: _broken,
    events.Raised: lambda world, event: f"{flag_words(world, event.flag)}{'' if event.up else ': no more'}.",
    events.Scored: _scored,
    events.GameEnded: _over,
}
EVENTS: tuple[type[Event], ...] = tuple(_TELL)
