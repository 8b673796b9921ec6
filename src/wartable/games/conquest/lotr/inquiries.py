"""What a player may ask of a position: how a leader gets to a mission or a territory in this turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import IllegalAction, Reason, demand
from wartable.engine.game import Inquiry
from wartable.games.conquest.core.tasks import Attacking, Fortifying, Reinforcing
from wartable.games.conquest.lotr.chains import RAREST, Chain, Found, Search, WayStep, start
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.explain import no, unknown
from wartable.games.conquest.lotr.explain_moves import unfulfilled
from wartable.games.conquest.lotr.missions import mission_card, mission_of_card, place_of, sufficient
from wartable.games.conquest.lotr.movement import reach
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Declaring, Showing
from wartable.games.conquest.lotr.visible import seen


class AskWay(Inquiry, frozen=True, kw_only=True, tag="way"):
    """How a leader of one's own gets to a place in this turn: a mission in hand, or any territory, by id."""

    mission: str = ""
    space: str = ""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """The likeliest way to a territory in this turn, with its chance; where there is none, `reason` says why.

    `leader` is where the leader stands who goes it; empty where a mission needs none. Cards that others may play and
    units still to be placed are left aside, and so are territories whose units the player does not see.
    """

    space: str
    chance: float = 0.0
    leader: str = ""
    steps: tuple[WayStep, ...] = ()
    reason: Reason | None = None


def way_of(rules: LotrRules, state: LotrState, seat: int | None, asked: AskWay) -> Way:
    """Return the way asked for; raises `IllegalAction` for a card that the seat does not hold, or no territory."""
    seat, mission, place = _question(rules, state, seat, asked)
    name = rules.id(place)
    if (wrong := _not_now(state, seat)) is not None:
        return Way(space=name, reason=wrong)
    found, leader, least = None, None, RAREST
    for search, starts in _searches(rules, state, seat, mission, place):
        better = search.best(starts, least)
        if better is not None:
            found, leader, least = better, search.leader, better.chance
    if found is not None:
        return _told(rules, found, leader, name)
    return Way(space=name, reason=_none(rules, state, seat, mission, place))


def _question(rules: LotrRules, state: LotrState, seat: int | None, asked: AskWay) -> tuple[int, Mission | None, int]:
    """Return who asks for which mission and territory."""
    if seat is None:
        raise IllegalAction(no("way.seat", "Ask for a seat: spectators have no leaders.", "T16"))
    if bool(asked.mission) == bool(asked.space):
        raise IllegalAction(no("way.one", "Ask for a mission in hand or for a territory, one of them.", "T16"))
    if not asked.mission:
        demand(unknown(rules, asked.space))
        return seat, None, rules.board.index[asked.space]
    if mission_card(rules, state, seat, asked.mission) is None:
        raise IllegalAction(no("mission.not_held", f'You hold no mission "{asked.mission}".', "missions"))
    mission = mission_of_card(rules, asked.mission)
    return seat, mission, place_of(rules, mission)


def _not_now(state: LotrState, seat: int) -> Reason | None:
    """Say why nothing can be said of a way now."""
    if state.victory is not None or state.seat != seat:
        return no("way.not_your_turn", "Ways are told in your own turn.", "1.2.2")
    if isinstance(state.now, Reinforcing | Declaring | Attacking | Fortifying | Showing):
        return None
    return no("way.not_now", "Ways are told between attacks, and up to the end of your moves.", "1.2.2")


def _searches(
    rules: LotrRules, state: LotrState, seat: int, mission: Mission | None, place: int
) -> Iterator[tuple[Search, list[Chain]]]:
    """Yield what to look for, and from where: each leader at the head of an army, and following after one."""
    step, own = state.now, state.held[seat]
    common = Search(
        rules=rules,
        seat=seat,
        aims=1 << place,
        keep=rules.stay,
        unseen=~seen(rules, state, seat),
        mission=mission,
        attacks=not isinstance(step, Fortifying | Showing),
        moves=not isinstance(step, Showing),
    )
    if mission is not None and not rules.options.mission_needs_leader:
        starts = [start(state, space, led=bool(state.leaders >> space & 1)) for space in bits(own)]
        yield replace(common, aims=sufficient(rules, mission)), starts
        return
    for leader in bits(state.leaders & own):
        search = replace(common, leader=leader)
        yield search, [start(state, leader, led=True)]
        if mission is not None and isinstance(step, Reinforcing | Declaring) and rules.options.declaration:
            yield search, [_declared(rules, state, leader)]
        behind = replace(search, keep=max(rules.stay, 1), escort=int(not rules.options.leaders_separate))
        yield behind, _followed(rules, state, seat, leader)


def _declared(rules: LotrRules, state: LotrState, leader: int) -> Chain:
    """Return the chain of a leader that is declared for the mission first (`lotr-risk T33`)."""
    name = rules.id(leader)
    declared = WayStep(kind="declare", source=name, target=name, chance=1.0)
    return start(replace(state, declared=state.declared | 1 << leader), leader, led=True, steps=(declared,))


def _followed(rules: LotrRules, state: LotrState, seat: int, leader: int) -> list[Chain]:
    """Return the chains after which a leader may follow: of armies that it could get to by moves."""
    near = reach(rules, state, seat, leader, led=True) | 1 << leader
    return [start(state, space, led=False) for space in bits(near)]


def _told(rules: LotrRules, found: Found, leader: int | None, name: str) -> Way:
    end = found.steps[-1].target if leader is None and found.steps else name
    where = "" if leader is None else rules.id(leader)
    return Way(space=end, chance=found.chance, leader=where, steps=found.steps)


def _none(rules: LotrRules, state: LotrState, seat: int, mission: Mission | None, place: int) -> Reason:
    """Say why nobody gets there."""
    own, name = state.held[seat], rules.name(place)
    if mission is not None and (state.leaders & own) >> place & 1:
        wrong = unfulfilled(rules, state, seat, mission)
        if wrong is not None:
            return wrong
    if not state.leaders & own and (mission is None or rules.options.mission_needs_leader):
        return no("way.no_leader", "You have no leader on the map.", "T16")
    if not seen(rules, state, seat) >> place & 1:
        return no("way.unseen", f"You do not see the units in {name}.", "V6")
    return no("way.none", f"No leader of yours gets to {name} in this turn.", "T16")
