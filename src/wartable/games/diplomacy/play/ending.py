"""How a game ends: victory, agreement, concession, the calendar; and what place everybody takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.engine.values import Outcome
from wartable.games import voting
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.phases.calendar import winner
from wartable.games.diplomacy.play.rules import Rules, rules_of
from wartable.games.diplomacy.play.state import DiplomacyState, Ending, EndKind


def by_vote(rules: Rules, state: DiplomacyState) -> Ending | None:
    """Return the end that all votes of a movement phase agree on, or all but that of the power conceded to.

    Powers without units are not asked; those in civil disorder neither block a draw nor share it.
    """
    votes = {state.powers[seat]: state.pending[seat] for seat in state.asked}
    everybody = _shared(state, "draw", "All powers agree on a draw.")
    found = voting.agreed(votes, state.survivors, frozenset(everybody.powers), rules.power)
    if found is None:
        return None
    return Ending(found.kind, tuple(power for power in state.powers if power in found.powers), found.reason)


def proposals(state: DiplomacyState) -> Mapping[frozenset[Power], tuple[Power, ...]]:
    """Return who voted for a draw in this phase, by the powers that are to share it."""
    votes = {state.powers[seat]: state.pending[seat] for seat in state.asked}
    return voting.proposals(votes, frozenset(_shared(state, "draw", "").powers))


def ending_of(rules: Rules, state: DiplomacyState) -> Ending | None:
    """Return the end that a judged phase has brought, seen from the position of the next."""
    if power := winner(rules.variant, state.position):
        return Ending("solo", (power,), _victory(rules, state, power))
    if not any(_plays_on(state, power) for power in state.survivors):
        return _shared(state, "deserted", "Nobody is left who sends orders.")
    return _by_calendar(rules, state)


def _victory(rules: Rules, state: DiplomacyState, power: Power) -> str:
    name, variant = rules.power(power), rules.variant
    if variant.victory.centres:
        return f"{name} owns {len(state.position.centres(power))} supply centres; {variant.victory.centres} win."
    return f"{name} has {len(state.position.units.get(power, ()))} units on the board; {variant.victory.units} win."


def why(rules: Rules, powers: Sequence[Power], reason: str) -> str:
    """Return why a game ended, as it is told: what is stored of it says `Elves has`, as of a single power."""
    if len(powers) != 1 or not rules.variant.powers[powers[0]].plural:
        return reason
    name = rules.power(powers[0])
    for verb in ("has", "owns"):
        reason = reason.replace(f"{name} {verb} ", f"{name} {rules.verb(powers[0], verb)} ")
    return reason


def _plays_on(state: DiplomacyState, power: Power) -> bool:
    return not state.in_disorder(state.powers.index(power))


def _by_calendar(rules: Rules, state: DiplomacyState) -> Ending | None:
    """Draw after the last year, or after years in which nothing changed hands."""
    year, options = state.position.phase.year, rules.options
    if options.last_year and year > options.last_year:
        return _shared(state, "last_year", f"{rules.year(options.last_year)} was the last year.")
    if options.stalemate_years and year - state.changed > options.stalemate_years:
        count = options.stalemate_years
        years = "a year" if count == 1 else f"{count} years"
        return _shared(state, "stalemate", f"No centre has changed hands for {years}.")
    return None


def _shared(state: DiplomacyState, kind: EndKind, reason: str) -> Ending:
    """Return a draw of the survivors who play on, of all if none does; if nobody survives, of those who fell last."""
    latest = max((fallen.number for fallen in state.fallen), default=0)
    playing = tuple(power for power in state.survivors if _plays_on(state, power))
    last = tuple(fallen.power for fallen in state.fallen if fallen.number == latest)
    return Ending(kind, playing or state.survivors or last, reason)


def outcome_of(state: DiplomacyState) -> Outcome | None:
    """Return the outcome: the winners, then the other survivors by centres and units, then the fallen, the last first.

    Scores are the centres owned at the end.
    """
    if state.ending is None:
        return None
    standing = [_standing(state, state.ending, power) for power in state.powers]
    return Outcome(
        ranks=tuple(1 + sum(other > mine for other in standing) for mine in standing),
        scores=tuple(float(len(state.position.centres(power))) for power in state.powers),
        reason=why(rules_of(state.options), state.ending.powers, state.ending.reason) + _shares(state, state.ending),
    )


def _shares(state: DiplomacyState, ending: Ending) -> str:
    """Return the words that the survivors share a draw, where they do and nothing else was chosen."""
    if len(ending.powers) < 2 or (ending.kind == "draw" and state.options.draws == "chosen"):
        return ""
    return " The survivors share the draw."


def points_of(state: DiplomacyState) -> tuple[float, ...]:
    """Return the points of a finished game: one to a sole winner, else to those who share it by squares of centres."""
    powers = state.ending.powers if state.ending is not None else ()
    if len(powers) == 1:
        return tuple(float(power in powers) for power in state.powers)
    squares = [len(state.position.centres(power)) ** 2 * (power in powers) for power in state.powers]
    return tuple(square / max(1, sum(squares)) for square in squares)


def _standing(state: DiplomacyState, ending: Ending, power: Power) -> tuple[int, int, int]:
    """Return how a power stands, higher being better."""
    if power in ending.powers:
        return 3, 0, 0
    for fallen in state.fallen:
        if fallen.power == power:
            return 1, fallen.number, 0
    return 2, len(state.position.centres(power)), len(state.position.units.get(power, ()))
