"""The money of a campaign: bank and expenses, then assassinations and the unrest that follows (machiavelli 2.2, 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.engine.chance import Roll
from wartable.games.machiavelli import assassination, expenses
from wartable.games.machiavelli.banking import Banked, bank
from wartable.games.machiavelli.orders import Expense
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import Assassinate, Finance, Unrest
from wartable.games.machiavelli.play.turn import Run
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Power


def _written(state: MachiavelliState) -> Mapping[Power, Sequence[Expense]]:
    return {power: action.expenses for power, action in zip(state.powers, state.orders, strict=True)}


def finance_dice(rules: Rules, state: MachiavelliState, _task: Finance) -> Roll | None:
    """Ask for the dice of equal bribes, where they decide."""
    if rules.options.bribe_tie != "die":
        return None
    banked = _banked(rules, state)
    dice = expenses.tie_dice(rules, banked.position, _written(state), banked.defaulted)
    return Roll("equal bribes", dice) if dice else None


def _banked(rules: Rules, state: MachiavelliState) -> Banked:
    return bank(
        rules, state.position, {power: one.banking for power, one in zip(state.powers, state.orders, strict=True)}
    )


def finance(run: Run, _task: Finance, faces: tuple[int, ...] = ()) -> None:
    """Carry out payments, loans and expenses of all; what is bought changes control at once."""
    state = run.state
    banked = _banked(run.rules, state)
    spent = expenses.spend(run.rules, banked.position, _written(state), faces, banked.defaulted)
    run.take(Outcome(spent.position, (*banked.events, *spent.events)))
    run.count_control()
    if spent.attempts or banked.defaulted:
        run.push(Assassinate(spent.attempts, banked.defaulted))


def attempt_dice(rules: Rules, _state: MachiavelliState, task: Assassinate) -> Roll | None:
    """Ask for the dice of the attempts."""
    dice = assassination.attempt_dice(rules, task.attempts)
    return Roll("assassination", dice) if dice else None


def strike(run: Run, task: Assassinate, faces: tuple[int, ...] = ()) -> None:
    """See which attempts succeed."""
    done = assassination.attempt(run.rules, run.state.position, task.attempts, faces)
    run.tell_steps(done.events)
    victims = assassination.victims_of(done, task.by_bank)
    if victims:
        run.change(struck=victims)
        run.push(Unrest(victims, tuple(power for power in task.by_bank if power not in done.victims)))


def unrest_dice(rules: Rules, state: MachiavelliState, task: Unrest) -> Roll | None:
    """Ask for a die for each province that may rebel."""
    dice = assassination.loyalty_dice(rules, state.position, task.struck)
    return Roll("loyalty of provinces", dice) if dice else None


def rise(run: Run, task: Unrest, faces: tuple[int, ...] = ()) -> None:
    """Break off sieges of the victims, and let their provinces rise."""
    run.take(assassination.strike(run.rules, run.state.position, task.struck, faces, task.by_bank))
    run.count_control()
