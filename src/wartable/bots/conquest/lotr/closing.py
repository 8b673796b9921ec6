"""The end of a turn: missions are fulfilled, leaders and units moved, surplus cards discarded."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.board.compiled import bits
from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.lotr.begin import new_leader, post
from wartable.bots.conquest.lotr.lore import LotrLore, held, lore_of
from wartable.bots.conquest.lotr.reinforcing import billet
from wartable.bots.conquest.lotr.shifting import units_move
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.engine.words import counted
from wartable.games.conquest.lotr import movement as m
from wartable.games.conquest.lotr.actions import Declare, Discard, Move, MoveLeader, PlayCard, ShowMission, Units
from wartable.games.conquest.lotr.adventure.hands import barred, powers_in
from wartable.games.conquest.lotr.data import Mission, Power
from wartable.games.conquest.lotr.mission_offers import placed_now
from wartable.games.conquest.lotr.missions import area, claimable, place_of
from wartable.games.conquest.lotr.offers import END_STEP
from wartable.games.conquest.lotr.state import LEADER
from wartable.games.conquest.lotr.turn import owes_leader

SETTLED = Decision(END_STEP, "Everything stands where it is needed.")
NOT_FULFILLED = Decision(END_STEP, "No mission of the hand is fulfilled.")
NOT_DECLARED = Decision(END_STEP, "No further leader has to be declared.")
BETTER = 0.6
"""How much better a leader must stand elsewhere to be moved there."""


def fortify(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Place a leader that is owed, fulfil missions, move leaders and units, or end the step."""
    lore = lore_of(scene)
    rules, state, seat = lore.rules, lore.state, scene.seat
    if owes_leader(rules, state, seat):
        return new_leader(scene)
    hand = bool(state.adventure.hands[seat])
    if hand and (shown := show_mission(scene)) is not None:
        return shown
    simple = isinstance(policy, EasyPolicy)
    found = None if simple else errand(scene) or (night(scene) if hand else None)
    return found or units_move(policy, scene) or (None if simple else relocation(scene)) or SETTLED


# --- missions


def show(scene: Scene) -> Decision:
    """Show a mission that is fulfilled, or end the step."""
    return show_mission(scene) or NOT_FULFILLED


def show_mission(scene: Scene) -> Decision | None:
    """Show the mission that brings most, its units where they do most."""
    lore = lore_of(scene)
    rules, state, seat = lore.rules, lore.state, scene.seat
    able = tuple(claimable(rules, state, seat))
    if not able:
        return None
    mission = max(able, key=lambda each: (mission_worth(lore, each), each.id))
    units = placed_now(rules, state, seat, mission)
    place: Units = ()
    if units:
        place = ((rules.id(billet(scene, area(rules, state, seat, mission))), units),)
    stars = counted(mission.stars_for(state.side(seat)), "star")
    return Decision(ShowMission(mission.id, place), f"The mission {mission.name} is fulfilled, and counts {stars}.")


def mission_worth(lore: LotrLore, mission: Mission) -> float:
    """Return what a mission is worth in points."""
    return held(lore.rules, mission, lore.state.side(lore.seat)).worth


def declare(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Declare a leader that could conquer the place of a mission; others fulfil theirs without a fight."""
    lore = lore_of(scene)
    state, pos = lore.state, scene.pos
    if not isinstance(policy, EasyPolicy) and not lore.rules.options.claim_after_fighting:
        for place in (one.place for one in lore.missions):
            for source in pos.sources(place) if not pos.own >> place & 1 else ():
                if state.pieces[LEADER][source] and not state.declared >> source & 1:
                    chance = scene.ground.odds.conquered(pos.armies[source] + 1, pos.armies[place])
                    if chance >= BETTER:
                        why = f"The leader should conquer {scene.ground.name(place)} for a mission."
                        return Decision(Declare(scene.ground.id(source)), why)
    return NOT_DECLARED


# --- leaders


def errand(scene: Scene) -> Decision | None:
    """Send a leader where it fulfils a mission, searches for the Ring, or earns a card."""
    lore = lore_of(scene)
    best: tuple[float, int, int, str] | None = None
    for source, target in _leader_moves(scene):
        worth, why = _errand(lore, source, target)
        if worth > 0 and (best is None or (worth, -source, -target) > (best[0], -best[1], -best[2])):
            best = (worth, source, target, why)
    if best is None:
        return None
    _, source, target, why = best
    return _send(scene, source, target, f"In {scene.ground.name(target)} the leader {why}.")


def _leader_moves(scene: Scene) -> Iterator[tuple[int, int]]:
    """Yield the moves of leaders, where they do not move apart those along with a unit."""
    lore = lore_of(scene)
    rules, state, seat = lore.rules, lore.state, scene.seat
    if rules.options.leaders_separate:
        yield from m.leader_moves(rules, state, seat)
    elif m.may_move(rules, state):
        for source in bits(m.free_leaders(rules, state, seat)):
            if state.armies[source] > max(1, rules.stay):
                for target in bits(m.reach(rules, state, seat, source, led=True) & ~m.full(rules, state)):
                    yield source, target


def _send(scene: Scene, source: int, target: int, why: str) -> Decision:
    names = scene.ground.id(source), scene.ground.id(target)
    apart = lore_of(scene).rules.options.leaders_separate
    return Decision(MoveLeader(*names) if apart else Move(*names, 1, leader=True), why)


def _errand(lore: LotrLore, source: int, target: int) -> tuple[float, str]:
    """Return what a leader earns by moving to a territory in this turn, in points, and how."""
    options, state = lore.rules.options, lore.state
    barred_now = state.missions_shown and (options.mission_or_card == "either" or not options.mission_needs_leader)
    rested = options.claim_after_fighting or not state.fought & ~state.declared & 1 << source
    if rested and not barred_now and options.mission_needs_leader:
        for one in lore.missions:
            if one.place == target:
                return one.worth, "fulfils a mission"
    if lore.seeking and lore.rules.path[state.ring] == target and state.held[lore.seat] >> target & 1:
        return (0.0 if state.leaders >> target & 1 else 1.0), "searches for the Ring"
    if lore.earns_by_move(source, target):
        return 0.9, "earns an adventure card"
    return 0.0, ""


def relocation(scene: Scene) -> Decision | None:
    """Move a leader to where it can lead more."""
    lore = lore_of(scene)
    if not lore.rules.options.leaders_separate or lore.clock.again < 0.2:
        return None
    posts: dict[int, float] = {}
    stays = lore.visiting if lore.rules.options.site_visit == "present" and lore.drawing else 0
    if stays & (stays - 1):
        stays = 0  # there is another leader in a site

    def stands(space: int) -> float:
        if space not in posts:
            posts[space] = post(scene, space)
        return posts[space]

    best = max(
        (
            (stands(target) - stands(source), -source, -target)
            for source, target in _leader_moves(scene)
            if not stays >> source & 1 or lore.rules.sites >> target & 1
        ),
        default=None,
    )
    if best is None or best[0] < BETTER:
        return None
    return _send(scene, -best[1], -best[2], f"The leader has more to lead in {scene.ground.name(-best[2])}.")


def night(scene: Scene) -> Decision | None:
    """Play a card for further moves; it counts a star even where none is made."""
    lore = lore_of(scene)
    if barred(lore.state, scene.seat):
        return None
    for power in powers_in(lore.rules, lore.state, scene.seat):
        if power.moment == "fortify":
            return Decision(PlayCard(power.id), f"{power.name} allows further moves, and counts a star.")
    return None


# --- discarding


def discard(scene: Scene) -> Decision:
    """Discard the cards that are worth least."""
    lore = lore_of(scene)
    hand = lore.state.adventure.hands[scene.seat]
    over = len(hand) - lore.rules.options.adventure_limit
    ranked = sorted(hand, key=lambda card: (keeping(scene, card), card))
    names = tuple(lore.rules.deck[card].id for card in ranked[:over])
    return Decision(Discard(names), "The others are easier to play before the end.")


def keeping(scene: Scene, number: int) -> float:
    """Return what an adventure card is worth in hand, in points."""
    lore, pos = lore_of(scene), scene.pos
    card = lore.rules.deck[number]
    if isinstance(card, Mission):
        place = place_of(lore.rules, card)
        near = 1.0 if pos.own >> place & 1 else 0.6 if scene.ground.near[place] & pos.own else 0.25
        return mission_worth(lore, card) * near
    return _POWERS.get(card.effect, 1.0) if isinstance(card, Power) else 0.0


_POWERS = {
    "rally": 1.7, "lure": 1.5, "moves": 1.2, "defend": 1.4, "breach": 0.8, "sails": 0.6, "sink": 0.5, "change": 0.9,
    "hold": 0.9, "withdraw": 0.7, "tunnel": 1.1, "carry": 1.1, "bridge": 1.1, "hunt": 1.0,
}  # fmt: skip
"""What each power is worth in hand: its star, and how surely and how well it can be played."""
