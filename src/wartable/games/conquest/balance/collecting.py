"""Collecting objectives and their rewards, and winning by them (`balance-of-power 35`, 58 and 59)."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.engine.words import hint
from wartable.games.conquest.balance.actions import Collect
from wartable.games.conquest.balance.data import Objective, RewardKey
from wartable.games.conquest.balance.objectives import Ground, progress, reached, text, title
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.forces import airfield_spaces, build_airfield
from wartable.games.conquest.balance.sites import owned
from wartable.games.conquest.balance.state import BalanceState

T = TypeVar("T")


class Collected(Event, frozen=True, tag="collected"):
    """An objective was collected, and its reward with it where the game has rewards."""

    seat: int
    objective: str
    reward: RewardKey | None = None


class ObjectivesSeized(Event, frozen=True, tag="objectives_seized"):
    """The objectives of an eliminated seat went to its conqueror; rewards do not."""

    seat: int
    from_seat: int
    objectives: tuple[str, ...]


EVENT_TYPES: tuple[type[Event], ...] = (Collected, ObjectivesSeized)


def ground_of(state: BalanceState, seat: int) -> Ground:
    """Return what a seat is measured by; only the acting one conquers in this turn."""
    held = state.held[seat]
    enemy = sum(1 << space for owner, space in enumerate(state.capitals) if owner != seat and space >= 0)
    return Ground(held, (seat == state.seat and state.began) or held, state.cities, state.sites, enemy)


def progress_of(rules: BalanceRules, state: BalanceState, seat: int, objective: Objective) -> float:
    """Return how far a seat is with an objective, from 0 to 1."""
    return progress(rules.board, objective, ground_of(state, seat))


def title_of(rules: BalanceRules, key: str) -> str:
    """Return the name of an objective by id."""
    return title(rules.objectives[key], rules.regions)


def text_of(rules: BalanceRules, key: str) -> str:
    """Return what an objective asks for, as a sentence."""
    return text(rules.objectives[key], rules.regions)


def first_turn(rules: BalanceRules, state: BalanceState) -> int:
    """Return the turn from which objectives are collected, counted from 1: later where their numbers are fitted."""
    return rules.tables.objectives.fitted_from if state.options.objective_numbers == "fitted" else 1


def too_early(rules: BalanceRules, state: BalanceState) -> bool:
    """Whether no objective may be collected in this turn yet."""
    return state.turn + 1 < first_turn(rules, state)


def collectable(rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
    """Return the objectives that the acting seat could collect now, by id; one a turn may be."""
    if too_early(rules, state):
        return ()
    ground = ground_of(state, state.seat)
    return tuple(key for key in state.face_up if reached(rules.board, rules.objectives[key], ground))


def reward_of(state: BalanceState, key: str) -> RewardKey | None:
    """Return the reward on an objective that lies face up; None where the game has none."""
    return state.rewards[state.face_up.index(key)] if state.rewards else None


def airfield_due(state: BalanceState, key: str) -> bool:
    """Whether collecting an objective builds an airfield: that is its reward, and there is room for one."""
    return reward_of(state, key) == "airfield" and airfield_spaces(state) != 0


def refuse_collect(rules: BalanceRules, state: BalanceState, _seat: int, action: Collect) -> Reason | None:
    """Refuse an objective that is not there or not reached, and a wrong place for an airfield."""
    if action.objective not in state.face_up:
        return _not_there(state, action.objective)
    objective = rules.objectives[action.objective]
    if action.objective not in collectable(rules, state):
        share = progress_of(rules, state, state.seat, objective)
        what = text_of(rules, action.objective)
        open_ = tuple(title_of(rules, key) for key in collectable(rules, state))
        return no("collect.not_reached", f"Not reached yet ({share:.0%}): {what}", 58, open_)
    return _bad_airfield(rules, state, action)


def _not_there(state: BalanceState, key: str) -> Reason:
    owner = next((seat for seat, keys in enumerate(state.collected) if key in keys), None)
    if owner is not None:
        who = "You have" if owner == state.seat else f"Seat {owner + 1} has"
        return no("collect.taken", f"{who} collected that objective already.", 58)
    return no("collect.unknown", f'No objective "{key}" lies face up. {hint(key, state.face_up)}', 58, state.face_up)


def _bad_airfield(rules: BalanceRules, state: BalanceState, action: Collect) -> Reason | None:
    if not airfield_due(state, action.objective):
        if action.space is None:
            return None
        return no("collect.surplus", "This objective brings no airfield. Leave the territory out.", 59)
    room = airfield_spaces(state)
    if action.space is not None and room >> rules.board.index.get(action.space, len(rules.names)) & 1:
        return None
    message = "Its reward is an airfield. Name a territory of yours that has none."
    return no("collect.airfield", message, 59, rules.listed(room))


def collect(rules: BalanceRules, state: BalanceState, action: Collect, tell: list[Event] | None) -> BalanceState:
    """Take the objective for good, and its reward."""
    place, seat = state.face_up.index(action.objective), state.seat
    reward = reward_of(state, action.objective)
    if tell is not None:
        tell.append(Collected(seat, action.objective, reward))
    after = replace(
        state,
        face_up=state.face_up[:place] + state.face_up[place + 1 :],
        rewards=state.rewards[:place] + state.rewards[place + 1 :],
        collected=_added(state.collected, seat, (action.objective,)),
        earned=state.earned if reward is None else _added(state.earned, seat, (reward,)),
    )
    if action.space is None:
        return after
    return build_airfield(rules, after, rules.board.index[action.space], tell)


def seize_objectives(state: BalanceState, loser: int, tell: list[Event] | None) -> BalanceState:
    """Hand the objectives of an eliminated seat to the acting one; its rewards are gone."""
    taken = state.collected[loser]
    if not taken and not (state.earned and state.earned[loser]):
        return state
    if tell is not None and taken:
        tell.append(ObjectivesSeized(state.seat, loser, taken))
    collected = list(_added(state.collected, state.seat, taken))
    collected[loser] = ()
    earned = tuple(() if seat == loser else each for seat, each in enumerate(state.earned))
    return replace(state, collected=tuple(collected), earned=earned)


def drop_objectives(state: BalanceState, loser: int) -> BalanceState:
    """Take the objectives of a seat that fell to nobody's seat, the neutral army, out of the game."""
    collected = tuple(() if seat == loser else each for seat, each in enumerate(state.collected))
    earned = tuple(() if seat == loser else each for seat, each in enumerate(state.earned))
    return replace(state, collected=collected, earned=earned)


def earns_card(state: BalanceState) -> bool:
    """Whether the turn ends with a card: after a conquest, or without one (`balance-of-power 33`)."""
    return state.conquered or card_unfought(state)


def card_unfought(state: BalanceState) -> bool:
    """Whether a reward or a listening post brings a card without a conquest (`balance-of-power 59`, 68)."""
    rewarded = bool(state.earned and "guaranteed_card" in state.earned[state.seat])
    return rewarded or bool(owned(state, state.seat, "listening_post"))


def maneuvers(state: BalanceState) -> int:
    """Return the moves that the acting seat may make at the end of its turn."""
    return 1 + (state.earned[state.seat].count("additional_maneuver") if state.earned else 0)


def starts_with_maneuver(state: BalanceState) -> bool:
    """Whether the acting seat may move once before its draft."""
    return bool(state.earned and "starting_maneuver" in state.earned[state.seat])


def _added(lists: tuple[tuple[T, ...], ...], seat: int, more: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    return tuple((*each, *more) if other == seat else each for other, each in enumerate(lists))
