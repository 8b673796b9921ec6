"""The attack step: leaders go along, cards help, empty territories are entered."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.bots.conquest import moves
from wartable.bots.conquest.lotr.closing import show_mission
from wartable.bots.conquest.lotr.lore import LotrLore, lore_of
from wartable.bots.conquest.lotr.reinforcing import LATE
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.reasons import percent
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.offers import most_dice
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.lotr.actions import Enter, LotrAttack, PlayCard
from wartable.games.conquest.lotr.adventure import powers
from wartable.games.conquest.lotr.adventure.hands import barred, powers_in
from wartable.games.conquest.lotr.data import Power
from wartable.games.conquest.lotr.explain import bound
from wartable.games.conquest.lotr.movement import bridge_blocked, entries, seaborne
from wartable.games.conquest.lotr.state import LEADER
from wartable.games.conquest.lotr.visible import seen

DARED = 0.45
"""The least chance at which an attack that must be made is fought out."""
TUNNEL = 0.7
"""The least chance of an attack under the mountains."""


def attack(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Make an attack that must be made, show a mission, enter what is empty, or attack as the level does."""
    lore = lore_of(scene)
    rules, state, seat = lore.rules, lore.state, scene.seat
    if state.assault is not None and bound(rules, state) is not None:
        return _forced(scene, state.assault.source, state.assault.target)
    hand = state.adventure.hands[seat] if state.adventure.hands else ()
    if hand and (shown := show_mission(scene)) is not None:
        return shown
    if 0 in state.armies and (entered := _entry(scene)) is not None:
        return entered
    held = [power for power in powers_in(rules, state, seat) if power.moment == "attack"]
    held = [] if barred(state, seat) else held
    if held and (tunnelled := _under_the_mountains(scene, held)) is not None:
        return tunnelled
    chosen = policy.attack(scene)
    if isinstance(chosen.action, Attack):
        index = rules.board.index
        pair = index[chosen.action.source], index[chosen.action.target]
        return _with_card(scene, held, *pair) or led(scene, chosen)
    return (_for_a_star(scene, held) if held else None) or chosen


def led(scene: Scene, chosen: Decision) -> Decision:
    """Send the leader of the source along, unless it has something better to do."""
    action = chosen.action
    if not isinstance(action, Attack):
        return chosen
    lore, index = lore_of(scene), scene.rules.board.index
    source, target = index[action.source], index[action.target]
    joins = bool(lore.state.pieces[LEADER][source]) and (
        not lore.idle >> source & 1 or bridge_blocked(lore.state, source, target)
    )
    return Decision(LotrAttack(action.source, action.target, action.dice, action.until, leader=joins), chosen.why)


def _forced(scene: Scene, source: int, target: int) -> Decision:
    """Make the attack that a card was played for: to the end at fair odds, else one roll."""
    chance = moves.odds_of(scene, source, target)
    to_the_end = moves.attack(scene, source, target, moves.battle_words(scene, source, target) + " with the card.")
    if chance >= DARED:
        return led(scene, to_the_end)
    dice = most_dice(scene.rules, scene.state, source, target)
    once = Attack(scene.ground.id(source), scene.ground.id(target), dice, None)
    return led(scene, Decision(once, "The card asks for one roll, and no more is wanted."))


def _entry(scene: Scene) -> Decision | None:
    """Enter an empty territory with part of the units beside it, rather where a leader finds a site."""
    lore, pos = lore_of(scene), scene.pos
    pairs = [pair for pair in entries(lore.rules, lore.state, scene.seat) if pos.armies[pair[0]] >= 2]
    if not pairs:
        return None

    def worth(pair: tuple[int, int]) -> tuple[float, int]:
        value = lore.wish(pair[1]) + lore.attraction(*pair)
        return value, pos.armies[pair[0]]

    source, target = max(pairs, key=worth)
    leader = bool(lore.state.pieces[LEADER][source]) and (
        bool(lore.attraction(source, target)) or bridge_blocked(lore.state, source, target)
    )
    count = pos.armies[source] // 2 if leader else 1
    why = f"Nobody stands in {scene.ground.name(target)}, and every territory counts."
    return Decision(Enter(scene.ground.id(source), scene.ground.id(target), count, leader), why)


# --- cards


def _with_card(scene: Scene, held: list[Power], source: int, target: int) -> Decision | None:
    """Play a card that helps an attack that is about to be made."""
    for power in held:
        action = _help(lore_of(scene), power, source, target)
        if action is not None:
            ends = f"{scene.ground.name(source)} to {scene.ground.name(target)}"
            return Decision(action, f"{power.name} helps the attack from {ends}, and counts a star.")
    return None


def _help(lore: LotrLore, power: Power, source: int, target: int) -> PlayCard | None:
    rules, state = lore.rules, lore.state
    names = rules.id(source), rules.id(target)
    match power.effect:
        case "rally":
            return PlayCard(power.id, *names)
        case "lure":
            known = seen(rules, state, lore.seat) >> target & 1
            count = min(power.amount, state.armies[target] - 1)
            return PlayCard(power.id, *names, count) if known and count > 0 else None
        case "breach":
            return PlayCard(power.id, *names) if rules.strongholds >> target & 1 else None
        case "sails":
            return PlayCard(power.id, *names) if seaborne(rules, state, source, target) else None
        case _:
            return None


def _under_the_mountains(scene: Scene, held: list[Power]) -> Decision | None:
    """Attack through the mountains where that promises more than usual."""
    for power in held:
        if power.effect != "tunnel":
            continue
        best = max(_chances(scene, power), default=None, key=lambda each: (each[0], each[1].source, each[1].target))
        if best is not None and best[0] >= 2.5:
            return Decision(best[1], "The way under the mountains opens a good attack, and counts a star.")
    return None


def _chances(scene: Scene, power: Power) -> Iterator[tuple[float, PlayCard]]:
    """Yield every way to play a card for an attack, with the chance to conquer times the worth of the target."""
    lore, index, pos = lore_of(scene), scene.rules.board.index, scene.pos
    for way in powers.WAYS[power.effect](lore.rules, lore.state, scene.seat, power):
        source, target = index[way.source], index[way.target]
        more = power.amount if power.effect == "rally" else way.count
        force, against = pos.armies[source] - scene.rules.stay + more, pos.armies[target] - way.count
        chance = pos.field.odds[source][target].conquered(force, max(1, against))
        if pos.owner[target] != NOBODY or chance >= TUNNEL:
            yield chance * (chance >= TUNNEL) * (1.0 + lore.wish(target) + lore.attraction(source, target)), way


def _for_a_star(scene: Scene, held: list[Power]) -> Decision | None:
    """Play a card for its star though no attack is wanted, where the end is near or the hand is full."""
    lore = lore_of(scene)
    hand = lore.state.adventure.hands[scene.seat]
    if lore.clock.again >= LATE and len(hand) < lore.rules.options.adventure_limit:
        return None
    for power in held:
        best = max(_risks(scene, power), default=None, key=lambda each: (each[0], each[1].source, each[1].target))
        if best is not None:
            chance = percent(best[0])
            return Decision(best[1], f"{power.name} counts a star now; the attack that must follow has {chance}.")
    return None


def _risks(scene: Scene, power: Power) -> Iterator[tuple[float, PlayCard]]:
    """Yield the ways to play a card from territories that can spare a roll."""
    lore, index, pos = lore_of(scene), scene.rules.board.index, scene.pos
    known = seen(lore.rules, lore.state, lore.seat)
    for way in powers.WAYS[power.effect](lore.rules, lore.state, scene.seat, power):
        source, target = index[way.source], index[way.target]
        more = power.amount if power.effect == "rally" else way.count
        force = pos.armies[source] - scene.rules.stay + more
        if force >= 2 and (known >> target & 1 or not way.count):
            yield pos.field.odds[source][target].conquered(force, max(1, pos.armies[target] - way.count)), way
