"""The start of a turn: cards that are played then, sets turned in, units placed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wartable.board.compiled import bits
from wartable.bots.conquest.cards import CardSet
from wartable.bots.conquest.lotr.begin import post
from wartable.bots.conquest.lotr.lore import lore_of
from wartable.bots.conquest.lotr.stance import stance
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import threat
from wartable.engine.driver import Decision
from wartable.engine.words import counted
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.data import WILD
from wartable.games.conquest.lotr.actions import PlaceReward, PlayCard
from wartable.games.conquest.lotr.adventure import powers
from wartable.games.conquest.lotr.adventure.hands import barred, powers_in
from wartable.games.conquest.lotr.data import Power
from wartable.games.conquest.lotr.explain import depicted
from wartable.games.conquest.lotr.missions import area, mission_of_card, owed_now
from wartable.games.conquest.lotr.offers import END_STEP
from wartable.games.conquest.lotr.reinforcement import at_start, may_trade, must_trade

LATE = 0.75
"""A chance of another turn below which cards are played for their stars alone."""


def reinforce(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Play a card, turn in a set, place units, or end the step."""
    lore = lore_of(scene)
    rules, state, seat = lore.rules, lore.state, scene.seat
    if state.adventure.hands[seat] and at_start(state) and (played := opening_card(scene)) is not None:
        return played
    hand = state.cards.hands[seat]
    if len(hand) > 2 and not may_trade(rules, state, seat):
        found, forced = best_set(scene), bool(must_trade(rules, state, seat))
        if found is not None and (forced or policy.wants_trade(scene, found)):
            return _trade(found, forced=forced)
    if state.to_place:
        return policy.place(scene)
    for owed in owed_now(rules, state, seat) if state.owed else ():
        where = area(rules, state, seat, mission_of_card(rules, owed.card))
        space = billet(scene, where)
        why = f"The units of the mission are needed in {scene.ground.name(space)}."
        return Decision(PlaceReward(owed.card, ((rules.id(space), owed.units),)), why)
    return Decision(END_STEP, "Nothing is left to be placed.")


class LotrSet(CardSet, frozen=True):
    """A set that may be turned in, by the ids of its cards."""

    names: tuple[str, ...] = ()


def best_set(scene: Scene) -> LotrSet | None:
    """Return the set that is best turned in, or None where there is none."""
    lore = lore_of(scene)
    rules, state = lore.rules, lore.state
    before = state.cards.sets if rules.options.set_counter == "game" else state.sets_by[scene.seat]
    found: list[LotrSet] = []
    for cards in rules.cards.sets_in(state.cards.hands[scene.seat]):
        symbols = [rules.cards.symbols[card] for card in cards]
        names = tuple(rules.cards.ids[card] for card in cards)
        shown = depicted(rules, state, scene.seat, cards)
        worth = rules.cards.sets.worth(symbols, before)
        found.append(LotrSet(cards, worth, shown, symbols.count(WILD), names))
    best = max(found, key=lambda each: (each.appeal, each.cards), default=None)
    if best is None or not best.pictured:
        return best
    index = rules.board.index
    space = max(best.pictured, key=lambda each: (threat(scene.pos, index[each]), each))
    return msgspec.structs.replace(best, pictured=(space,))


def _trade(found: LotrSet, *, forced: bool) -> Decision:
    units = counted(found.armies, "unit")
    why = f"This set brings {units}" + (", and one must be traded now." if forced else " now.")
    return Decision(Trade(found.names, next(iter(found.pictured), None)), why)


def billet(scene: Scene, where: int) -> int:
    """Return the own territory of a mask in which further units do most: with a leader, at a border, among many."""
    pos, leaders, front = scene.pos, lore_of(scene).state.leaders, scene.pos.front(scene.seat)
    return max(
        bits(where),
        key=lambda space: (front >> space & 1, leaders >> space & 1, pos.armies[space], threat(pos, space), -space),
    )


# --- cards of the start


def opening_card(scene: Scene) -> Decision | None:
    """Play a card of the start of a turn, if it does something, or for its star."""
    lore = lore_of(scene)
    if barred(lore.state, scene.seat):
        return None
    for power in powers_in(lore.rules, lore.state, scene.seat):
        if power.moment == "start" and (found := _opening(scene, power)) is not None:
            return found
    return None


def _opening(scene: Scene, power: Power) -> Decision | None:
    lore = lore_of(scene)
    ways = list(powers.WAYS[power.effect](lore.rules, lore.state, scene.seat, power))
    if not ways:
        return None
    if power.effect == "hunt":
        return _hunt(scene, ways[0])
    return _carry(scene, ways) if power.effect == "carry" else _bridge(scene, ways)


def _hunt(scene: Scene, action: PlayCard) -> Decision | None:
    lore = lore_of(scene)
    place = lore.rules.path[lore.state.ring]
    name = scene.ground.name(place)
    if scene.pos.own >> place & 1:
        return Decision(action, f"Four units join those in {name}, and the card counts a star.")
    if stance(scene) > 0 or lore.clock.again < LATE:
        return Decision(action, "The end of the journey comes nearer, and the card counts a star.")
    return None


def _carry(scene: Scene, ways: list[PlayCard]) -> Decision | None:
    lore, index = lore_of(scene), scene.rules.board.index
    posts = {space: post(scene, space) for space in {index[name] for way in ways for name in (way.source, way.target)}}

    def gained(way: PlayCard) -> float:
        return posts[index[way.target]] - posts[index[way.source]]

    best = max(ways, key=lambda way: (gained(way), way.target))
    gain = gained(best)
    if gain < 0.5 and lore.clock.again >= LATE:
        return None
    return Decision(best, f"A leader has more to do in {scene.ground.name(index[best.target])}.")


def _bridge(scene: Scene, ways: list[PlayCard]) -> Decision | None:
    """Close a bridge over which the enemy could come, rather than one over which the seat could go."""
    best = max(_bridges(scene, ways), default=None, key=lambda each: (each[0], each[1].source))
    if best is None:
        return None
    names = scene.ground.name(scene.rules.board.index[best[1].source]), best[1].target
    where = f"{names[0]} and {scene.ground.name(scene.rules.board.index[names[1]])}"
    return Decision(best[1], f"The bridge between {where} is closed, and the card counts a star.")


def _bridges(scene: Scene, ways: list[PlayCard]) -> Iterator[tuple[float, PlayCard]]:
    pos, index, late = scene.pos, scene.rules.board.index, lore_of(scene).clock.again < LATE
    for way in ways:
        source, target = index[way.source], index[way.target]
        own = (pos.own >> source & 1) + (pos.own >> target & 1)
        if own == 1:
            mine, theirs = (source, target) if pos.own >> source & 1 else (target, source)
            gain = 0.3 * (pos.armies[theirs] - pos.armies[mine])
        else:
            gain = 0.2 if own == 0 else -1.0
        if gain > 0 or late:
            yield gain, way
