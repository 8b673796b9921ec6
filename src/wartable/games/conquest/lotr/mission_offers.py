"""What missions offer: which can be shown, and how their units can be spread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.values import Action
from wartable.games.conquest.core.offers import pick
from wartable.games.conquest.lotr.actions import PlaceReward, ShowMission, Units
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.missions import area, claimable, mission_of_card, owed_now
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState

LISTED = 400
"""Ways to spread units of missions that are listed; where there are more, they are drawn at random."""


def ways_to_spread(where: int, units: int) -> int:
    """Return in how many ways units can be spread over territories of a mask."""
    spaces = where.bit_count()
    return comb(units + spaces - 1, spaces - 1) if spaces else 0


def spreads(rules: LotrRules, where: int, units: int) -> Iterator[Units]:
    """Yield every way to spread units over territories of a mask."""
    spaces = bits(where)
    slots = units + len(spaces) - 1
    for bars in combinations(range(slots), len(spaces) - 1):
        edges = (-1, *bars, slots)
        counts = [end - start - 1 for start, end in pairwise(edges)]
        yield tuple((rules.id(space), count) for space, count in zip(spaces, counts, strict=True) if count)


def random_spread(rules: LotrRules, where: int, units: int, rng: Randomness) -> Units:
    """Return one way at random."""
    spaces = bits(where)
    counts: dict[int, int] = {}
    for _ in range(units):
        space = pick(rng, spaces)
        counts[space] = counts.get(space, 0) + 1
    return tuple((rules.id(space), counts[space]) for space in sorted(counts))


def placed_now(rules: LotrRules, state: LotrState, seat: int, mission: Mission) -> int:
    """Return the units that a mission asks to be placed when it is shown."""
    kept = rules.options.reward_timing == "reinforcement" or mission.reward == "card"
    return 0 if kept else mission.units(state.side(seat))


def showings(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    """Yield every way to show a mission."""
    for mission in claimable(rules, state, seat):
        units = placed_now(rules, state, seat, mission)
        if not units:
            yield ShowMission(mission.id)
        else:
            for place in spreads(rules, area(rules, state, seat, mission), units):
                yield ShowMission(mission.id, place)


def rewards(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Action]:
    """Yield every way to place units that were kept."""
    for owed in owed_now(rules, state, seat):
        for place in spreads(rules, area(rules, state, seat, mission_of_card(rules, owed.card)), owed.units):
            yield PlaceReward(owed.card, place)


def few(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether the ways to spread units are few enough to list."""
    shown = sum(
        ways_to_spread(area(rules, state, seat, mission), placed_now(rules, state, seat, mission))
        for mission in claimable(rules, state, seat)
    )
    kept = sum(
        ways_to_spread(area(rules, state, seat, mission_of_card(rules, owed.card)), owed.units)
        for owed in (owed_now(rules, state, seat) if state.owed else ())
    )
    return shown + kept <= LISTED


def sample_showing(rules: LotrRules, state: LotrState, seat: int, rng: Randomness) -> Action | None:
    """Return a mission that can be shown, with its units spread at random; None where there is none."""
    missions = tuple(claimable(rules, state, seat))
    if not missions:
        return None
    mission = pick(rng, missions)
    units = placed_now(rules, state, seat, mission)
    place = random_spread(rules, area(rules, state, seat, mission), units, rng) if units else ()
    return ShowMission(mission.id, place)


def offer_missions(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    """Offer missions: the source is the card, the targets are where its units may go."""
    for mission in claimable(rules, state, seat):
        units = placed_now(rules, state, seat, mission)
        targets = rules.board.names(area(rules, state, seat, mission)) if units else ()
        yield Offer(kind="mission", source=mission.id, targets=targets, least=units, most=units, note=mission.name)


def offer_rewards(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    """Offer units that were kept."""
    for owed in owed_now(rules, state, seat) if state.owed else ():
        targets = rules.board.names(area(rules, state, seat, mission_of_card(rules, owed.card)))
        yield Offer(kind="place_reward", source=owed.card, targets=targets, least=owed.units, most=owed.units)
