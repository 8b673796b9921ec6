"""One step of a year judged: the game's own steps, from what powers wrote to the next decision (machiavelli 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import cast

import msgspec

from wartable.engine.chance import Roll, Rolled
from wartable.engine.errors import BadData
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.flow.handler import Ask
from wartable.games.machiavelli.adjudicate.letters import state_at
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.play import turn
from wartable.games.machiavelli.play.actions import Orders
from wartable.games.machiavelli.play.game import Machiavelli
from wartable.games.machiavelli.play.state import Ending, MachiavelliState
from wartable.games.machiavelli.play.tasks import (
    EndCampaign,
    OpenCampaign,
    OpenShifts,
    OpenYear,
    SendRetreats,
    SendShifts,
    SendYear,
)
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import SEASONS, Position, Power

Dice = Callable[[Roll], tuple[int, ...]]
"""Gives the faces of the dice that are asked for."""


class Thrown(msgspec.Struct, frozen=True):
    """Dice that fell: what for, and their faces."""

    about: str
    faces: tuple[int, ...]


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step judged: what was told of it, the dice, and what comes next, or how the game ended."""

    before: Moment
    events: tuple[Event, ...]
    dice: tuple[Thrown, ...] = ()
    next: Moment | None = None
    ending: Ending | None = None


def judge(
    game: Machiavelli,
    rules: Rules,
    moment: Moment,
    given: Mapping[Power, Orders],
    dice: Dice,
    reactions: Mapping[Power, Action] = {},
) -> Verdict:
    """Judge a step and whatever follows without a decision: disasters, control, eliminations, the income of a new year.

    Powers that are not in `given` wrote nothing; in `reactions` are answers to what they are asked within a step, for
    others the rules answer. Raises what `dice` raises.
    """
    told: list[Event] = []
    thrown: list[Thrown] = []
    flow = game.flow
    run = cast("turn.Run", flow.runs(rules, msgspec.structs.replace(state_at(game, rules, moment), agenda=()), told))
    _take(game, run, moment, given)
    flow.go_on(run)
    while (wait := flow.awaited(rules, run.state)) is not None:
        if isinstance(wait, Roll):
            faces = dice(wait)
            thrown.append(Thrown(wait.purpose, faces))
            flow.take(run, CHANCE, Rolled(faces))
        elif isinstance(wait, Ask) and wait.kind == "reaction":
            (seat,) = wait.seats
            answer = reactions.get(run.state.powers[seat], game.default(run.state, seat))
            legal = game.explain(run.state, seat, answer) is None
            flow.take(run, seat, answer if legal else game.default(run.state, seat))
        else:
            break
    state: MachiavelliState = run.state
    return Verdict(moment, tuple(told), tuple(thrown), _moment(state), state.ending)


def _take(game: Machiavelli, run: turn.Run, moment: Moment, given: Mapping[Power, Orders]) -> None:
    """Hand in what the powers wrote."""
    powers, handlers = run.state.powers, game.flow.handlers
    answers = [(Seat(powers.index(power)), orders) for power, orders in given.items()]
    if moment.step == "year":
        first = is_first(run.rules, run.state.position)
        handlers[OpenYear].run(_before_year(run), OpenYear(opening=first))
        return
    if moment.step not in game.asks:
        message = f"There are no {moment.step} in {game.title}."
        raise BadData(message)
    kind = game.asks[moment.step]
    shifts = (OpenShifts(),) if run.rules.options.strategic_movement else ()
    after = {"retreats": (*shifts, EndCampaign()), "shifts": (EndCampaign(),), "units": (OpenCampaign(),)}
    task = kind((), opening=is_first(run.rules, run.state.position)) if issubclass(kind, SendYear) else kind(())
    run.push(*after.get(moment.step, ()))
    takes = handlers[kind].takes
    assert takes is not None  # noqa: S101 - powers decide in it
    takes(run, task, answers)


def is_first(rules: Rules, position: Position) -> bool:
    """Whether the year is the first of the scenario, in which units cannot be lost for lack of money."""
    return position.year == rules.scenario.first_year


def _before_year(run: turn.Run) -> turn.Run:
    """Return a run at the end of the year before, unless that is before the first."""
    if not is_first(run.rules, run.state.position):
        position = run.state.position
        run.change(position=msgspec.structs.replace(position, year=position.year - 1, season=SEASONS[-1]))
    return run


def _moment(state: MachiavelliState) -> Moment | None:
    if not state.agenda:
        return None
    task = state.agenda[0]
    if isinstance(task, SendRetreats):
        return Moment(step="retreats", position=state.position, dislodged=state.dislodged)
    if isinstance(task, SendShifts):
        return Moment(step="shifts", position=state.position)
    return Moment(step="units" if isinstance(task, SendYear) else "campaign", position=state.position)


def given_dice(faces: Iterable[int], then: Dice | None = None) -> Dice:
    """Return dice that fall as stated, in the order in which they are asked for.

    Where faces run out the others fall as `then` gives them; without it too few raise `BadData`.
    """
    left = list(faces)

    def throw(roll: Roll) -> tuple[int, ...]:
        count = len(roll.dice)
        if len(left) < count and then is None:
            message = (
                f"Dice are thrown for {roll.purpose}: {count} of {roll.dice[0]} sides, and {len(left)} faces are left."
                " Give them all with --dice 3,5,1, or let them be drawn with --seed WORD."
            )
            raise BadData(message)
        known = left[:count]
        for face, sides in zip(known, roll.dice, strict=False):
            if not 1 <= face <= sides:
                message = f"No die of {sides} sides shows {face}, which --dice gives for {roll.purpose}."
                raise BadData(message)
        del left[:count]
        return (*known, *(then(roll)[len(known) :] if then else ()))

    return throw


def drawn_dice(seed: str) -> Dice:
    """Return dice that fall by chance; the same seed gives the same faces."""
    rng = Random(seed)
    return lambda roll: tuple(rng.randint(1, sides) for sides in roll.dice)
