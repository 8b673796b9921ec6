"""Why attacks, moves, and missions are refused (`lotr-risk T40`, `lotr-risk T60`, `lotr-risk T16`)."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.engine.words import listed
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.machine import Check
from wartable.games.conquest.core.words import dice as dice_words
from wartable.games.conquest.lotr.actions import (
    Enter,
    LotrAttack,
    Move,
    MoveLeader,
    PlaceReward,
    ShowMission,
)
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.explain import bound, no, not_yours, units, unknown
from wartable.games.conquest.lotr.missions import (
    area,
    fulfilled,
    mission_card,
    mission_of_card,
    now_open,
    place_of,
    spread,
)
from wartable.games.conquest.lotr.movement import (
    STORMS,
    attack_sources,
    attack_ways,
    bridge_blocked,
    full,
    leader_reach,
    may_move,
    partners,
    reach,
    tired,
)
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState

DECLARED = "The leader in {} has fought, and was not declared for a mission."


def attack(rules: LotrRules, state: LotrState, seat: int, action: Attack) -> Reason | None:
    """Say why a territory may not be attacked."""
    index = rules.board.index
    source, target = index.get(action.source), index.get(action.target)
    if source is None or target is None:
        return unknown(rules, action.source, action.target)
    standing = state.assault
    if standing is not None and (standing.source, standing.target) != (source, target):
        waits = bound(rules, state)
        if waits is not None:
            return waits
    near = attack_ways(rules, state, seat)[source] & ~partners(rules, state, seat)
    if not attack_sources(rules, state, seat) >> source & 1 or not near >> target & 1:
        return bad_pair(rules, state, seat, source, target)
    if not state.armies[target]:
        return no("attack.empty", f"Nobody stands in {rules.name(target)}: enter it.", "T23")
    return joined(rules, state, action, source, target) or _strength(rules, state, action, source)


def joined(rules: LotrRules, state: LotrState, action: Attack | Enter, source: int, target: int) -> Reason | None:
    """Say why a leader may not take part, or must."""
    led = isinstance(action, LotrAttack | Enter) and action.leader
    if led and not state.pieces[LEADER][source]:
        return no("leader.none", f"No leader of yours stands in {rules.name(source)}.", "T31")
    if state.in_force and not led and bridge_blocked(state, source, target):
        return no("bridge.blocked", "This bridge is blocked; only with a leader can it be crossed.", f"card:{_BRIDGE}")
    return None


_BRIDGE = "you_shall_not_pass"


def bad_pair(rules: LotrRules, state: LotrState, seat: int, source: int, target: int) -> Reason:
    """Say why one territory cannot be attacked or entered from another."""
    start, end, own = rules.name(source), rules.name(target), state.held[seat]
    if not own >> source & 1:
        return not_yours(rules, state, seat, rules.id(source), "Attack from a territory of yours.", "1.2.2") or _never()
    if own >> target & 1:
        return no("attack.own", f"{end} is yours.", "1.2.2")
    if partners(rules, state, seat) >> target & 1:
        return no("attack.friend", f"{end} belongs to your partner.", rules.options.sides)
    if not attack_sources(rules, state, seat) >> source & 1:
        return no("attack.chain", f"{start} was taken this turn, and attacks no further in it.", "T24")
    return _no_way(rules, state, seat, source, target)


def _no_way(rules: LotrRules, state: LotrState, seat: int, source: int, target: int) -> Reason:
    start, end, ways = rules.name(source), rules.name(target), attack_ways(rules, state, seat)
    both = 1 << source | 1 << target
    near = rules.near[source] | (rules.sea[source] if rules.options.sea_rule == "until_enemy" else 0)
    if near >> target & 1 and any(card.card == STORMS and card.spaces & both for card in state.in_force):
        return no("attack.storms", "Winter storms close the ways there.", f"card:{STORMS}")
    if near >> target & 1 and bridge_blocked(state, source, target):
        return no("bridge.blocked", "This bridge is blocked; only with a leader can it be crossed.", f"card:{_BRIDGE}")
    reachable = rules.listed(ways[source] & ~partners(rules, state, seat))
    works = f"From {start} you can reach {listed(reachable)}." if reachable else f"{start} borders no enemy."
    rule = "T40" if rules.ports & both == both else "1.3"
    return no("attack.not_adjacent", f"{start} and {end} do not meet. {works}", rule, reachable)


def _never() -> Reason:
    raise AssertionError


def _strength(rules: LotrRules, state: LotrState, action: Attack, source: int) -> Reason | None:
    count, stay = state.armies[source], rules.stay
    most = min(rules.plain.attack_dice, count - stay)
    name = rules.name(source)
    if most < 1:
        return no("attack.too_few", f"{name} has {units(count)}, and {stay} must stay.", "T20")
    if action.dice < 1 or action.dice > rules.plain.attack_dice:
        return no("attack.dice", f"An attack rolls 1 to {dice_words(most)}, not {action.dice}.", "1.2.2")
    if action.dice > most:
        return no("attack.dice", f"{name} has {units(count)}: roll at most {dice_words(most)}.", "T20")
    if action.until is not None and not stay <= action.until < count:
        return no("attack.until", f"You can stop at {stay} to {count - 1} left in {name}.", "1.2.2")
    return None


def enter(rules: LotrRules, state: LotrState, seat: int, action: Enter) -> Reason | None:
    """Say why an empty territory may not be entered."""
    if (wrong := unknown(rules, action.source, action.target)) is not None:
        return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    if (waits := bound(rules, state)) is not None:
        return waits
    near = attack_ways(rules, state, seat)[source] & ~partners(rules, state, seat)
    if not attack_sources(rules, state, seat) >> source & 1 or not near >> target & 1:
        return bad_pair(rules, state, seat, source, target)
    if state.armies[target]:
        return no("enter.held", f"{rules.name(target)} is not empty: attack it.", "T23")
    if (wrong := joined(rules, state, action, source, target)) is not None:
        return wrong
    return amount(rules, state, source, action.count)


def amount(rules: LotrRules, state: LotrState, source: int, count: int) -> Reason | None:
    """Say why so many units cannot leave a territory."""
    there, name = state.armies[source], rules.name(source)
    if count < 1:
        return no("count.too_small", "Say how many units move: 1 at least.", "1.2.3")
    if count <= there - rules.stay:
        return None
    return no("count.too_many", f"{name} has {units(there)}, and {rules.stay} must stay.", "T20")


# --- strategic moves


def move(rules: LotrRules, state: LotrState, seat: int, action: Move) -> Reason | None:
    """Say why units may not be moved."""
    if not may_move(rules, state):
        return no("fortify.once", "No further move of units may be made in this turn.", "T61")
    if (wrong := _ends(rules, state, seat, action.source, action.target)) is not None:
        return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    if not reach(rules, state, seat, source, led=action.leader) >> target & 1:
        return _out_of_reach(rules, state, seat, source, target)
    if (wrong := amount(rules, state, source, action.count)) is not None:
        return wrong
    leaves = state.pieces[LEADER][source] and (action.leader or state.armies[source] == action.count)
    if action.leader and not leaves:
        return no("leader.none", f"No leader of yours stands in {rules.name(source)}.", "T62")
    return _leader_move(rules, state, source, target) if leaves else None


def _ends(rules: LotrRules, state: LotrState, seat: int, source: str, target: str) -> Reason | None:
    if (wrong := unknown(rules, source, target)) is not None:
        return wrong
    end = rules.board.index[target]
    if (partners(rules, state, seat) & ~state.held[seat]) >> end & 1:
        message = f"{rules.name(end)} belongs to your partner: pass through it, but stop elsewhere."
        return no("fortify.partner", message, rules.options.sides)
    what = "Move between your own territories."
    return not_yours(rules, state, seat, source, what, "T60") or not_yours(rules, state, seat, target, what, "T60")


def _out_of_reach(rules: LotrRules, state: LotrState, seat: int, source: int, target: int) -> Reason:
    start, end = rules.name(source), rules.name(target)
    if source == target:
        return no("fortify.same", f"{start} is where they are. Choose another territory.", "T60")
    if state.in_force and reach(rules, state, seat, source, led=True) >> target & 1:
        return no("bridge.blocked", "A bridge on the way is blocked; take a leader along.", f"card:{_BRIDGE}")
    names = rules.listed(reach(rules, state, seat, source))
    works = f"From {start} you can move to {listed(names)}." if names else "Choose another source."
    return no("fortify.not_connected", f"Your territories do not join {start} and {end}. {works}", "T60", names)


def _leader_move(rules: LotrRules, state: LotrState, source: int, target: int) -> Reason | None:
    if tired(rules, state) >> source & 1:
        message = f"The leader in {rules.name(source)} moves no more in this turn."
        return no("leader.tired", message, "T62" if state.moved >> source & 1 else "T33")
    if full(rules, state) >> target & 1:
        return no("leader.two", f"{rules.name(target)} has a leader already.", "T30")
    return None


def move_leader(rules: LotrRules, state: LotrState, seat: int, action: MoveLeader) -> Reason | None:
    """Say why a leader may not move alone."""
    if not rules.options.leaders_separate:
        return no("leader.alone", "Leaders move only with units in this game.", "T62")
    if (wrong := _ends(rules, state, seat, action.source, action.target)) is not None:
        return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    if not state.pieces[LEADER][source]:
        return no("leader.none", f"No leader of yours stands in {rules.name(source)}.", "T62")
    if (wrong := _leader_move(rules, state, source, target)) is not None:
        return wrong
    if leader_reach(rules, state, seat, source) >> target & 1:
        return None
    return _out_of_reach(rules, state, seat, source, target)


# --- missions


def show_mission(rules: LotrRules, state: LotrState, seat: int, action: ShowMission) -> Reason | None:
    """Say why a mission may not be shown now."""
    if mission_card(rules, state, seat, action.card) is None:
        return no("mission.not_held", f"You hold no mission {_title(rules, action.card)}.", "missions")
    if not now_open(rules, state):
        early = rules.options.reward_timing == "after_combat"
        when = "before any move" if early else "before or after your moves"
        message = f"Missions are shown when your attacks are over, {when}."
        return bound(rules, state) or no("mission.not_now", message, "T18")
    mission = mission_of_card(rules, action.card)
    if (wrong := unfulfilled(rules, state, seat, mission)) is not None:
        return wrong
    kept = rules.options.reward_timing == "reinforcement" or mission.reward == "card"
    if kept:
        return no("mission.place", "No units are placed now.", "missions") if action.place else None
    return _bad_reward(rules, state, seat, action, mission.units(state.side(seat)))


def unfulfilled(rules: LotrRules, state: LotrState, seat: int, mission: Mission) -> Reason | None:
    """Say why a mission is not fulfilled as things stand."""
    rule = fulfilled(rules, state, seat, mission)
    name = rules.name(place_of(rules, mission))
    if not rule:
        return None
    numbers = f"{rule}, M16" if rules.options.simultaneous else rule
    return no("mission.not_fulfilled", _UNFULFILLED[rule].format(name), numbers)


_UNFULFILLED: Mapping[str, str] = {
    "T16": "No leader of yours stands in {}.",
    "T19": "The leader in {} stood there when the turn began; it must arrive.",
    "T33": "The leader in {} may claim no mission in this turn.",
    "T34": "The leader in {} is new; it may claim from the next turn on.",
    "T82": "One mission or one adventure card a turn.",
}


def _bad_reward(
    rules: LotrRules, state: LotrState, seat: int, action: ShowMission | PlaceReward, count: int
) -> Reason | None:
    where = area(rules, state, seat, mission_of_card(rules, action.card))
    if spread(action.place, where, count, rules) is not None:
        return None
    names = rules.listed(where)
    return no("mission.place", f"Place {units(count)} in all, in {listed(names)} only.", "missions", names)


def place_reward(rules: LotrRules, state: LotrState, seat: int, action: PlaceReward) -> Reason | None:
    """Say why kept units of a mission may not be placed so."""
    for owed in state.owed:
        if owed.seat == seat and owed.card == action.card:
            return _bad_reward(rules, state, seat, action, owed.units)
    return no("reward.none", f"No units are kept for you from {_title(rules, action.card)}.", "T18")


def _title(rules: LotrRules, card: str) -> str:
    return rules.adventure[card].name if card in rules.adventure else f'"{card}"'


CHECKS: Mapping[type[Action], Check] = {
    LotrAttack: attack,
    Enter: enter,
    Move: move,
    MoveLeader: move_leader,
    ShowMission: show_mission,
    PlaceReward: place_reward,
}
"""The checks of attacks, moves and missions."""
