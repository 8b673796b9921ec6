"""How the tasks of simultaneous rounds are handled, in any game of the family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous import fighting, orders, placing, targeting
from wartable.games.conquest.simultaneous import tasks as t
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Orders, Placements, Withdraw
from wartable.games.conquest.simultaneous.course import Rounds
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run

AnyRun = Run[Any, Any]
FIGHT_ON, WITHDRAW = FightOn(), Withdraw()


def handlers(game: Rounds[Any, Any]) -> Mapping[type, Handler]:
    """Return the handlers of all tasks of simultaneous rounds, for the course of a game."""
    return {
        t.RoundStage: _runs(lambda run, task: game.stage(run.rules, run.state, task.number, run.tell)),
        t.WritingPlacements: _placements(game),
        t.WritingMoves: _moves(game),
        t.Arriving: _runs(lambda run, task: game.arrive(run.rules, run.state, task.seats, run.tell), "battles"),
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


def _says(run: AnyRun, what: Any) -> None:  # noqa: ANN401 - one of the words of the event
    run.say(e.Revealed(what))


def _placements(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401
        _says(run, "placements")
        run.state = game.place_all(run.rules, run.state, given, run.tell)

    return Handler(
        awaits=asks("orders", secret=True, about="round.reinforcements"),
        takes=takes,
        asks_for=(Placements,),
        explains=lambda rules, state, _task, seat, action: placing.refusal(game, rules, state, seat, action),
        sample=lambda rules, state, _task, seat, rng: placing.sample(game, rules, state, seat, rng),
        offers=lambda rules, state, _task, seat: placing.offers(game, rules, state, seat),
        default=lambda rules, state, _task, seat: placing.default(game, rules, state, seat),
        prompt=lambda rules, state, _task, seat: _place_words(game, rules, state, seat),
        title="Write reinforcements",
        stage="reinforce",
        rule=f"{game.book} M15",
    )


def _place_words(game: Rounds[Any, Any], rules: Any, state: Any, seat: Seat) -> str:  # noqa: ANN401
    count = game.new_armies(rules, state, seat)
    one, many = rules.army
    return f"Write where {count} {one if count == 1 else many} go" if count else "Trade a set of cards, or leave it"


def _moves(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401
        _says(run, "moves")
        run.state = game.reveal(run.rules, run.state, given, run.tell)

    return Handler(
        awaits=asks("orders", secret=True, about="round.moves"),
        takes=takes,
        asks_for=(Orders,),
        explains=lambda rules, state, _task, seat, action: orders.refusal(game, rules, state, seat, action),
        sample=lambda rules, state, _task, seat, rng: orders.sample(game, rules, state, seat, rng),
        offers=lambda rules, state, _task, seat: orders.offers(game, rules, state, seat),
        default=lambda _rules, _state, _task, _seat: orders.STAY,
        prompt="Write your moves",
        title="Write moves",
        stage="moves",
        rule=f"{game.book} M01",
    )


def _targets(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401
        run.state = game.aim(run.rules, run.state, given, run.tell)

    def explains(_rules: object, state: Any, _task: object, seat: Seat, action: Any) -> Reason | None:  # noqa: ANN401
        return fighting.targets_refusal(state, seat, action, game.book)

    return Handler(
        awaits=asks("orders", secret=True, about="battle.targets"),
        takes=takes,
        asks_for=(NameTargets,),
        explains=explains,
        sample=lambda _rules, state, _task, seat, rng: targeting.sample(state, seat, rng),
        offers=lambda _rules, state, _task, seat: targeting.offers(state, seat),
        default=lambda _rules, state, _task, seat: targeting.default(state, seat),
        prompt=lambda rules, state, _task, seat: targeting.prompt(rules, state, seat),
        title="Name targets",
        stage="battles",
        rule=f"{game.book} M06",
    )


def _dice(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, task: t.ClashRolling, faces: tuple[int, ...]) -> None:
        run.state = game.fought(run.rules, run.state, dict(task.targets), faces, run.tell)

    return Handler(
        awaits=lambda _rules, state, task: fighting.dice_wanted(state, task),
        takes=takes,
        title="Roll the dice of a battle",
        stage="battles",
        rule=f"{game.book} M10",
    )


def _withdrawals(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401
        run.state = game.withdrawn(run.rules, run.state, given, run.tell)

    def every(_rules: object, _state: object, _task: object, _seat: Seat) -> Iterator[Action]:
        yield FIGHT_ON
        yield WITHDRAW

    def sample(_rules: object, _state: object, _task: object, _seat: Seat, rng: Randomness) -> Action:
        return FIGHT_ON if rng.randrange(4) else WITHDRAW

    def offered(_rules: object, _state: object, _task: object, _seat: Seat) -> Iterator[Offer]:
        yield Offer(kind="fight_on")
        yield Offer(kind="withdraw")

    return Handler(
        awaits=asks("orders", secret=True, brief=True, about="battle.withdraw"),
        takes=takes,
        asks_for=(FightOn, Withdraw),
        every=every,
        sample=sample,
        offers=offered,
        prompt=lambda rules, state, _task, seat: targeting.withdraw_prompt(rules, state, seat),
        title="Fight on or withdraw",
        stage="battles",
        rule=f"{game.book} M12",
    )


def _strategic(game: Rounds[Any, Any]) -> Handler:
    def takes(run: AnyRun, _task: object, given: Any) -> None:  # noqa: ANN401
        _says(run, "strategic")
        run.state = game.regroup(run.rules, run.state, given, run.tell)

    return Handler(
        awaits=asks("orders", secret=True, about="round.strategic"),
        takes=takes,
        asks_for=(Orders,),
        explains=lambda rules, state, _task, seat, action: orders.strategic_refusal(game, rules, state, seat, action),
        sample=lambda rules, state, _task, seat, rng: orders.strategic_sample(game, rules, state, seat, rng),
        offers=lambda rules, state, _task, seat: orders.strategic_offers(game, rules, state, seat),
        default=lambda _rules, _state, _task, _seat: orders.STAY,
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
