"""Missions: when a card may be shown, what it brings, and where its units go (`lotr-risk T16`, `lotr-risk T18`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.tasks import Attacking, Fortifying
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import PlaceReward, ShowMission, Units
from wartable.games.conquest.lotr.adventure.hands import number_of
from wartable.games.conquest.lotr.combat import Combat
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState, Owed
from wartable.games.conquest.lotr.tasks import Showing


def mission_card(rules: LotrRules, state: LotrState, seat: int, key: str) -> int | None:
    """Return a mission card of a hand by its id; None where it is not there."""
    card = number_of(rules, state, seat, key)
    return card if card is not None and isinstance(rules.deck[card], Mission) else None


def mission_of_card(rules: LotrRules, key: str) -> Mission:
    """Return a mission by its id."""
    found = rules.adventure[key]
    if not isinstance(found, Mission):
        raise TypeError(key)
    return found


def place_of(rules: LotrRules, mission: Mission) -> int:
    """Return the territory of a mission by index."""
    return rules.board.index[mission.territory]


def area(rules: LotrRules, state: LotrState, seat: int, mission: Mission) -> int:
    """Return the own territories in which the reward may be placed, as a mask."""
    space = place_of(rules, mission)
    whole = rules.region_of[space] if mission.place == "region" else 1 << space
    return whole & state.held[seat]


_LATE = frozenset((Fortifying, Showing))
"""The steps after the attacks."""


def now_open(rules: LotrRules, state: LotrState) -> bool:
    """Whether missions may be shown in the step at hand (`lotr-risk T18`)."""
    step = state.agenda[0]
    if type(step) in _LATE:
        options = rules.options
        return options.simultaneous or options.reward_timing != "after_combat" or not (state.moves or state.moved)
    early = rules.options.reward_timing == "at_once" or not rules.options.mission_needs_leader
    return isinstance(step, Attacking) and early and not (state.assault and state.assault.bound)


def fulfilled(rules: LotrRules, state: LotrState, seat: int, mission: Mission) -> str:
    """Return the rule by which a mission cannot be fulfilled by a seat now; empty where it can."""
    space = place_of(rules, mission)
    bit, own = 1 << space, state.held[seat]
    if state.missions_shown and (rules.options.mission_or_card == "either" or not rules.options.mission_needs_leader):
        return "T82" if rules.options.mission_or_card == "either" else "T16"
    if not rules.options.mission_needs_leader:
        return "" if own & sufficient(rules, mission) else "T16"
    if not own & bit or not state.pieces[LEADER][space]:
        return "T16"
    return _leader_barred(rules, state, bit)


def sufficient(rules: LotrRules, mission: Mission) -> int:
    """Return the territories of which any one held fulfils a mission that needs no leader, as a mask."""
    space = place_of(rules, mission)
    return rules.region_of[space] if mission.place == "region" or mission.reward == "card" else 1 << space


def _leader_barred(rules: LotrRules, state: LotrState, bit: int) -> str:
    """Return the rule by which the leader of a territory may claim nothing there."""
    if state.fresh & bit:
        return "T34"
    if state.claimed & bit:
        return "T33"
    if rules.options.leader_already_there == "must_arrive" and state.stood & bit:
        return "T19"
    fought = state.fought & bit and not state.declared & bit
    return "T33" if fought and not rules.options.claim_after_fighting else ""


def claimable(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Mission]:
    """Yield the missions of a hand that can be fulfilled now."""
    if now_open(rules, state):
        for card in state.adventure.hands[seat]:
            if rules.missions_mask >> card & 1 and not fulfilled(rules, state, seat, cast("Mission", rules.deck[card])):
                yield cast("Mission", rules.deck[card])


def owed_now(rules: LotrRules, state: LotrState, seat: int) -> list[Owed]:
    """Return the kept rewards of a seat that have a place to go to."""
    return [
        each for each in state.owed if each.seat == seat and area(rules, state, seat, mission_of_card(rules, each.card))
    ]


def spread(place: Units, where: int, units: int, rules: LotrRules) -> dict[int, int] | None:
    """Return the units by territory, all of them in a mask; None where they are not placed like that."""
    index = rules.board.index
    if not place and where.bit_count() == 1:
        return {bits(where)[0]: units}
    found = {index[name]: count for name, count in place if name in index}
    fit = len(found) == len(place) and sum(found.values()) == units and min(found.values(), default=0) > 0
    return found if fit and all(where >> space & 1 for space in found) else None


class Missions(Combat):
    """What missions do."""

    def show_mission(self, rules: LotrRules, state: LotrState, seat: int, action: ShowMission, tell: Tell) -> LotrState:
        """Show a mission card and take its reward, or have it kept (`lotr-risk T18`)."""
        mission = mission_of_card(rules, action.card)
        card = mission_card(rules, state, seat, action.card)
        if card is None:
            raise AssertionError(action)
        bit = 1 << place_of(rules, mission)
        leader = bit if rules.options.mission_needs_leader else 0
        units = mission.units(state.side(seat)) if mission.reward == "units" else 0
        if tell is not None:
            tell.append(e.MissionShown(seat, action.card, units))
        after = replace(
            state,
            adventure=state.adventure.passed((card,), seat),
            shown=tuple((*cards, card) if other == seat else cards for other, cards in enumerate(state.shown)),
            claimed=state.claimed | leader,
            missions_shown=state.missions_shown + 1,
            extra_cards=state.extra_cards + (mission.reward == "card"),
        )
        if not units:
            return after
        if rules.options.reward_timing == "reinforcement":
            return replace(after, owed=(*after.owed, Owed(seat, action.card, units)))
        return self.rewarded(rules, after, seat, action, units, tell)

    def rewarded(
        self, rules: LotrRules, state: LotrState, seat: int, action: ShowMission | PlaceReward, units: int, tell: Tell
    ) -> LotrState:
        """Place the units of a mission."""
        where = area(rules, state, seat, mission_of_card(rules, action.card))
        places = spread(action.place, where, units, rules)
        if places is None:
            raise AssertionError(action)
        armies = list(state.armies)
        for space, count in places.items():
            armies[space] += count
            if tell is not None:
                tell.append(e.RewardPlaced(seat, action.card, rules.id(space), count))
        return self.check_victory(rules, replace(state, armies=tuple(armies)), tell)

    def place_reward(self, rules: LotrRules, state: LotrState, seat: int, action: PlaceReward, tell: Tell) -> LotrState:
        """Place the units of a mission that were kept for this step."""
        owed = next(each for each in state.owed if each.seat == seat and each.card == action.card)
        after = replace(state, owed=tuple(each for each in state.owed if each is not owed))
        return self.settle(rules, self.rewarded(rules, after, seat, action, owed.units, tell), seat, tell)

    def settle(self, rules: LotrRules, state: LotrState, seat: int, tell: Tell) -> LotrState:
        """End the reinforcement if nothing is left to do in it."""
        raise NotImplementedError
