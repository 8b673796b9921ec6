"""What a campaign is about, in words: its endings, what gives points, its timetable and its special rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import group_name
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.goalwords import capital, flag_words, listed, said
from wartable.games.ring_of_power.scenario import Arrival, Group, Points, Trigger, Verdict
from wartable.games.ring_of_power.special.application import spent
from wartable.games.ring_of_power.special.conditions import holds
from wartable.games.ring_of_power.vocabulary import conditions
from wartable.games.ring_of_power.vocabulary.effects import SpecialRule


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """An ending: who wins (empty: nobody) and how completely, when it is looked at, under which condition.

    `sentence` is what is said when it comes, `places` are those it is about. A `threshold` is the number of status
    points of a side that it asks for.
    """

    winner: str
    grade: str
    when: str
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
            *(
                Custom(
                    id=rule.id,
                    title=_title(rule),
                    sentence=rule.sentence,
                    once=rule.limit == "once",
                    places=_places(world, rule.condition),
                )
                for rule in one.rules
            ),
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
    return Custom(
        id=trigger.flag,
        title=trigger.title,
        sentence=" ".join(told),
        once=True,
        places=_places(world, trigger.condition),
    )


def _title(rule: SpecialRule) -> str:
    """Return what a rule is called: as the modifier that it brings, else by its key."""
    titles = (getattr(effect, "title", "") for effect in rule.then)
    return next((title for title in titles if title), capital(rule.id.replace("_", " ")))


def _ending(world: World, verdict: Verdict) -> Ladder:
    return Ladder(
        winner=verdict.winner,
        grade=verdict.grade,
        when=verdict.when,
        condition=capital(said(world, verdict.condition)) if verdict.condition else "",
        sentence=verdict.sentence,
        places=_places(world, verdict.condition),
        threshold=_threshold(verdict.condition),
    )


def _threshold(condition: conditions.Condition | None) -> tuple[str, int] | None:
    if not isinstance(condition, conditions.Status):
        return None
    bound = condition.at_most if condition.at_least is None else condition.at_least
    return None if bound is None else (condition.side, bound)


def _places(world: World, condition: conditions.Condition | None) -> tuple[str, ...]:
    """Return the places that a condition names, in its order."""
    if isinstance(condition, conditions.AllOf | conditions.AnyOf):
        found = [place for inner in condition.of for place in _places(world, inner)]
    elif isinstance(condition, conditions.Not):
        found = list(_places(world, condition.of))
    elif isinstance(condition, conditions.Held | conditions.Breached):
        found = [condition.place]
    elif isinstance(condition, conditions.Left):
        found = [condition.by]
    elif isinstance(condition, conditions.Figures):
        found = list(condition.who.inside)
    elif isinstance(condition, conditions.Bases):
        found = [place.id for place in world.scenario.places if place.base == condition.of]
    else:
        found = []
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
    last = arrival.until or world.last_turn
    first, step = arrival.turn, arrival.every
    turns = tuple(range(first, last + 1, step)) if first and step else ((first,) if first else ())
    return Date(
        turns=() if arrival.flag else turns,
        after=_after(world, arrival),
        player=world.index[arrival.player],
        who=_who(world, arrival.groups),
        at=tuple(world.scenario.place[place].name if place in world.scenario.place else place for place in arrival.at),
    )


def _after(world: World, arrival: Arrival) -> str:
    """Return what brings or stops reinforcements besides the turn: "2 turns after Saruman goes to war"."""
    told: list[str] = []
    if arrival.flag:
        delay = f"{arrival.delay} turn{'s' if arrival.delay != 1 else ''} after" if arrival.delay else "once"
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
