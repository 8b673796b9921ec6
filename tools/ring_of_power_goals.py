"""What wins in each scenario of Ring of Power, what comes when, and what is special there, for the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.goal import Date, Goal, Ladder, goal_of
from wartable.games.ring_of_power.reading import scenario_keys

WHEN = {"immediate": "at once", "turn_start": "when a turn begins", "time_out": "when the last turn ends"}


def goal_blocks() -> dict[str, list[str]]:
    """Return the parts of pages that tell the goals of all scenarios, by their marks."""
    return {"goals": [line for key in scenario_keys() for line in _scenario(key)]}


def _scenario(key: str) -> Iterator[str]:
    world = world_of(RingOptions(scenario=key))
    goal, sides = goal_of(world), {side.id: side.name for side in world.scenario.sides}
    yield from (f"### {world.scenario.title}", "", f"{goal.summary} {goal.last_turn} turns.", "")
    yield from ("| what comes | when it is asked | who wins |", "| --- | --- | --- |")
    yield from (f"| {_terms(one)} | {WHEN[one.when]} | {_prize(one, sides)} |" for one in goal.endings)
    yield ""
    if goal.points:
        yield f"Status points: {'; '.join(goal.points)}."
        yield ""
    facts = world.scenario.players
    yield from _more(goal, [facts[player].name for player in world.players if player in facts])


def _terms(one: Ladder) -> str:
    return f"{one.condition or 'Nothing of the above'}."


def _prize(one: Ladder, sides: dict[str, str]) -> str:
    return f"{sides[one.winner]}, {f'{one.grade} ' if one.grade else ''}victory" if one.winner else "nobody: a draw"


def _more(goal: Goal, players: list[str]) -> Iterator[str]:
    if goal.dates:
        yield from (f"- {_date(one, players)}" for one in goal.dates)
        yield ""
    if goal.customs:
        yield from (f"- **{one.title}.** {one.sentence}" for one in goal.customs)
        yield ""


def _date(one: Date, players: list[str]) -> str:
    turns = "" if not one.turns or "every" in one.after else f"turn {one.turns[0]}"
    first = f"from turn {one.turns[0]}" if one.turns and not turns else ""
    when = ", ".join(part for part in (turns, first, one.after) if part)
    whose = players[one.player] if one.player < len(players) else ""
    return f"{when[:1].upper()}{when[1:]}: {one.who} ({whose}) at {' or '.join(one.at)}"
