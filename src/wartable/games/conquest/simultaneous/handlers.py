"""How the tasks of simultaneous rounds are handled, in any game of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from wartable.engine.chance import Randomness, Roll
from wartable.engine.values import Action, Seat
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous import fighting, orders, placing, targeting
from wartable.games.conquest.simultaneous import tasks as t
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Orders, Placements, Withdraw
from wartable.games.conquest.simultaneous.course import Rounds
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run

AnyRun = Run[Any, Any]
AnyGame: TypeAlias = Rounds[Any, Any]
FIGHT_ON, WITHDRAW = FightOn(), Withdraw()
STAY = orders.STAY


def handlers(game: AnyGame) -> Mapping[type, Handler]:
    """Return the handlers of all tasks of simultaneous rounds, for the course of a game."""
    return {
        t.RoundStage: _runs(lambda run, task: game.round_stage(run.rules, run.state, task.number, run.tell)),
        t.WritingPlacements: _placements(game),
        t.WritingMoves: _moves(game),
        t.Arriving: _runs(lambda run, task: game.arrivals(run.rules, run.state, task.seats, run.tell), "battles"),
        t.Fighting: _runs(lambda run, _task: game.fight(run.rules, run.state, run.tell), "battles"),
        t.NamingTargets: _targets(game),
        t.ClashRolling: _dice(game),
        t.Withdrawing: _withdrawals(game),
        t.WritingStrategic: _strategic(game),
        t.SeatCards: _runs(lambda run, task: game.seat_cards(run.rules, run.state, task.seat, run.tell), "cards"),
    }


def _runs(effect: Callable[[AnyRun, Any], Any], stage: str = "") -> Handler:
    def run(run: AnyRun, task: Any) -> None:  # noqa: ANN401 - a task of the round
        run.state = effect(run, task)

    return Handler(run=run, stage=stage)


def _for(game: AnyGame, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of game, rules, state, seat and more as a handler calls it: with the task, without the game."""

    def call(rules: Any, state: Any, _task: object, seat: Seat, *more: Any) -> Any:  # noqa: ANN401
        return function(game, rules, state, seat, *more)

    return call


def _together(
    effect: Callable[..., Any], reveals: Literal["placements", "moves", "strategic"] | None = None
) -> Callable[[AnyRun, object, Any], None]:
    """Return what carries out the answers of all: an effect of rules, state, answers and what is told."""

    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401 - pairs of seats and actions
        if reveals is not None:
            run.say(e.Revealed(reveals))
        run.state = effect(run.rules, run.state, given, run.tell)

    return takes


def _stays(_rules: object, _state: object, _task: object, _seat: Seat) -> Action:
    return STAY


def _placements(game: AnyGame) -> Handler:
    return Handler(
        awaits=asks("orders", secret=True, about="round.reinforcements"),
        takes=_together(game.place_all, "placements"),
        asks_for=(Placements,),
        explains=_for(game, placing.refusal),
        sample=_for(game, placing.sample),
        offers=_for(game, placing.offers),
        default=_for(game, placing.default),
        prompt=_for(game, placing.prompt),
        title="Write reinforcements",
        stage="reinforce",
        rule=f"{game.book} M15",
    )


def _moves(game: AnyGame) -> Handler:
    return Handler(
        awaits=asks("orders", secret=True, about="round.moves"),
        takes=_together(game.reveal, "moves"),
        asks_for=(Orders,),
        explains=_for(game, orders.refusal),
        sample=_for(game, orders.sample),
        offers=_for(game, orders.offers),
        default=_stays,
        prompt="Write your moves",
        title="Write moves",
        stage="moves",
        rule=f"{game.book} M01",
    )


def _targets(game: AnyGame) -> Handler:
    return Handler(
        awaits=asks("orders", secret=True, about="battle.targets"),
        takes=_together(game.aim),
        asks_for=(NameTargets,),
        explains=_for(game, targeting.refusal),
        sample=_for(game, targeting.sample),
        offers=_for(game, targeting.offers),
        default=_for(game, targeting.default),
        prompt=_for(game, targeting.prompt),
        title="Name targets",
        stage="battles",
        rule=f"{game.book} M06",
    )


def _dice(game: AnyGame) -> Handler:
    def takes(run: AnyRun, task: t.ClashRolling, faces: tuple[int, ...]) -> None:
        run.state = game.fought(run.rules, run.state, dict(task.targets), faces, run.tell)

    def wanted(_rules: object, state: Any, task: t.ClashRolling) -> Roll:  # noqa: ANN401 - of the family
        return fighting.dice_wanted(state, task)

    return Handler(
        awaits=wanted, takes=takes, title="Roll the dice of a battle", stage="battles", rule=f"{game.book} M10"
    )


def _withdrawals(game: AnyGame) -> Handler:
    def takes(run: AnyRun, _task: object, given: tuple[tuple[Seat, Action], ...]) -> None:
        run.say(e.Revealed("withdrawals", tuple(seat for seat, action in given if isinstance(action, FightOn))))
        run.state = game.withdrawn(run.rules, run.state, given, run.tell)

    def every(_rules: object, _state: object, _task: object, _seat: Seat) -> Iterator[Action]:
        yield FIGHT_ON
        yield WITHDRAW

    def sample(_rules: object, _state: object, _task: object, _seat: Seat, rng: Randomness) -> Action:
        return FIGHT_ON if rng.randrange(4) else WITHDRAW

    return Handler(
        awaits=asks("orders", secret=True, about="battle.withdraw"),
        takes=takes,
        asks_for=(FightOn, Withdraw),
        every=every,
        sample=sample,
        prompt=_for(game, targeting.withdraw_prompt),
        title="Fight on or withdraw",
        stage="battles",
        rule=f"{game.book} M12",
    )


def _strategic(game: AnyGame) -> Handler:
    return Handler(
        awaits=asks("orders", secret=True, about="round.strategic"),
        takes=_together(game.regroup, "strategic"),
        asks_for=(Orders,),
        explains=_for(game, orders.strategic_refusal),
        sample=_for(game, orders.strategic_sample),
        offers=_for(game, orders.strategic_offers),
        default=_stays,
        prompt="Write your strategic move, or stay",
        title="Write strategic moves",
        stage="strategic",
        rule=f"{game.book} M15",
    )


RULES: Mapping[type[Action], str] = {
    Placements: "M15",
    Orders: "M01",
    NameTargets: "M06",
    Withdraw: "M12",
    FightOn: "M12",
}
"""The rule that says when a kind of decision is made."""
WHEN: Mapping[type[Action], str] = {
    Placements: "Reinforcements are written when a round begins.",
    Orders: "Moves are written after the reinforcements, strategic moves after the battles.",
    NameTargets: "Targets are named before each round of a battle of yours.",
    Withdraw: "Those who came to a battle may withdraw after a full round; who stayed never does.",
    FightOn: "Those who came to a battle are asked after each round whether they fight on.",
}
"""When a kind of decision is made, in words."""
