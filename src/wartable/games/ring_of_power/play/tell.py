"""Events of a campaign as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wartable.engine.values import Event
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate


def sentence(world: World, event: Event) -> str:
    """Return an event as a full sentence."""
    return _TELL[type(event)](world, event)


def _player(world: World, number: int) -> str:
    key = world.players[number]
    facts = world.scenario.players.get(key)
    return facts.name if facts else key.replace("_", " ").capitalize()


def _count(number: int, noun: str = "figure") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _place(world: World, key: str) -> str:
    place = world.scenario.place.get(key.split(":", maxsplit=1)[0])
    return place.name if place else key


def _side(world: World, key: str) -> str:
    return next((side.name for side in world.scenario.sides if side.id == key), "nobody")


def _turn(world: World, event: events.TurnBegan) -> str:
    return f"Turn {event.turn} of {world.last_turn} begins."


def _moved(world: World, event: events.Moved) -> str:
    where = f" {'out by' if event.out else 'into'} {_place(world, event.into)}" if event.into else ""
    return f"{_player(world, event.player)} moves {_count(len(event.paths))}{where}."


def _arrived(world: World, event: events.Arrived) -> str:
    who = _player(world, event.player)
    lost = f" {_count(event.lost)} found no place and are lost." if event.lost else ""
    came = f"{_count(len(event.figures))} of {who} arrive at {_place(world, event.at)}." if event.figures else ""
    return f"{came}{lost}".strip() or f"Nobody arrives for {who}."


def _summoned(world: World, event: events.Summoned) -> str:
    return f"{_count(len(event.figures))} of {_player(world, event.player)} appear."


_WHY = {"dead": "fall", "dispersed": "are dispersed", "left": "leave the table", "captured": "are taken"}
_WHY_ONE = {"dead": "falls", "dispersed": "is dispersed", "left": "leaves the table", "captured": "is taken"}
_WHAT = {
    "wounded": "wounded",
    "healed": "healed",
    "dismounted": "dismounted",
    "carried": "carried",
    "put_down": "put down",
    "found": "found",
    "unfound": "not found",
    "aboard": "aboard",
    "ashore": "ashore",
    "stopped": "stopped",
    "lent": "led by another",
}


def _gone(_: World, event: events.Gone) -> str:
    counts = {name: event.names.count(name) for name in dict.fromkeys(event.names)}
    names = listed([name if count == 1 else f"{count} {name}s" for name, count in counts.items()])
    verb = (_WHY_ONE if len(event.names) == 1 else _WHY)[event.why]
    return f"{names} {verb}."


def _changed(_: World, event: events.Changed) -> str:
    verb = "is" if len(event.figures) == 1 else "are"
    return f"{_count(len(event.figures))} {verb} {_WHAT[event.what]}."


def _handed(world: World, event: events.HandedOver) -> str:
    item = next((one.name for one in world.scenario.items if one.id == event.item), event.item)
    return f"{item} changes hands."


def _ruled(world: World, event: events.Ruled) -> str:
    rule = world.rules[event.rule]
    if not event.faces:
        return rule.sentence
    result = "" if event.passed is None else ": passed" if event.passed else ": failed"
    return f"{rule.sentence} The die shows {event.faces[0]}{result}."


def _threw(_: World, event: events.Threw) -> str:
    return f"Dice for {event.purpose}: {', '.join(map(str, event.faces))}."


def _declared(world: World, event: events.Declared) -> str:
    parts = [f"assaults {_place(world, key)}" for key in event.assaults]
    parts += [f"sallies from {_place(world, key)}" for key in event.sallies]
    return f"{_player(world, event.player)} {listed(parts)}."


def _battle(world: World, event: events.BattleBegan) -> str:
    sizes = listed([_count(len(force)) for force in event.forces])
    where = f" at {_place(world, event.place)}" if event.place else ""
    return f"A combat begins{where}: forces of {sizes}."


def _rolled(_: World, event: events.BattleRolled) -> str:
    return " ".join(f"{name}: {', '.join(map(str, faces))}." for name, faces in event.pools)


def _ended(world: World, event: events.BattleEnded) -> str:
    del world
    report = event.report
    lost = sum(one.fate in CASUALTIES for one in report.figures)
    thrown = sum(one.fate is Fate.DISMOUNTED for one in report.figures)
    scores = " and ".join(f"{bout.scores[0].score} to {bout.scores[1].score}" for bout in report.bouts)
    result = f" with {scores}" if scores else " without a blow"
    ridden = f" {_count(thrown, 'rider')} dismounted." if thrown else ""
    return f"The combat ends{result}: {_count(lost, 'loss') if lost == 1 else f'{lost} losses'}.{ridden}"


def _fell_back(world: World, event: events.FellBack) -> str:
    return f"{_count(len(event.paths))} of {_player(world, event.player)} retreat and regroup."


def _taken(world: World, event: events.PlaceTaken) -> str:
    return f"{_place(world, event.place)} falls to {_side(world, event.by)}."


def _broken(world: World, event: events.Broken) -> str:
    what = "The gate" if ":gate:" in event.key else "The wall"
    return f"{what} of {_place(world, event.key)} is broken."


def _raised(_: World, event: events.Raised) -> str:
    return f"{event.flag.replace('_', ' ').capitalize()} {'begins' if event.up else 'ends'}."


def _scored(world: World, event: events.Scored) -> str:
    return (
        f"{_player(world, event.player)} {'gains' if event.points > 0 else 'loses'} {abs(event.points)} status points."
    )


def _over(world: World, event: events.GameEnded) -> str:
    grade = f" ({event.grade})" if event.grade else ""
    winner = f"{_side(world, event.winner)} wins{grade}." if event.winner else "Nobody wins."
    return f"{event.sentence} {winner}".strip()


_TELL: Mapping[type, Callable[[World, Any], str]] = {
    events.TurnBegan: _turn,
    events.Moved: _moved,
    events.Arrived: _arrived,
    events.Summoned: _summoned,
    events.Gone: _gone,
    events.Changed: _changed,
    events.HandedOver: _handed,
    events.Ruled: _ruled,
    events.Threw: _threw,
    events.Declared: _declared,
    events.BattleBegan: _battle,
    events.BattleRolled: _rolled,
    events.BattleEnded: _ended,
    events.FellBack: _fell_back,
    events.PlaceTaken: _taken,
    events.Broken: _broken,
    events.Raised: _raised,
    events.Scored: _scored,
    events.GameEnded: _over,
}
EVENTS: tuple[type[Event], ...] = tuple(_TELL)
