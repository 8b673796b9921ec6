"""What each special combat action is worth to the buyer, in armies, before its price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.balance.raid import best_raid
from wartable.bots.conquest.ground import Odds, odds_by
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import exposed, hold_chance, threat
from wartable.bots.conquest.wishes import Wishes
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.dice import later_rules
from wartable.games.conquest.balance.effects import Effects

HIT = 0.7
"""Worth of an enemy army killed: it comes back as a casualty that buys."""
FALLEN = 0.6
"""What an own army that falls is missed: it comes back as a casualty, too."""
FRONT = 3
"""Attacks that are made in a turn, and borders that are looked at."""
BARED = 0.3
"""What an army is missed at the border that it leaves."""


class Fight(NamedTuple):
    """An attack that could be made this turn: the armies that it can bring up, and what the target is worth."""

    source: int
    target: int
    force: int
    wish: float


class Worths:
    """The worth of purchases in one scene; what they have in common is worked out once."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.pos = scene, scene.pos
        self.rules, self.state = scene.balance
        self.wishes = Wishes(scene)
        self.fresh = scene.rules.income(scene.state, scene.seat)
        self.alone = sum(map(bool, scene.pos.held)) == 2
        """Whether one opponent is left, whose loss is all gain."""
        self.fights = self._fights()
        self.nets = [self.net(one, self.odds(one)) for one in self.fights]

    def of(self, plan: Buy) -> float:
        """Return what a purchase is worth."""
        return _WORTHS[plan.what](self, plan)

    def _fights(self) -> list[Fight]:
        """Return the attacks of this turn, for each target from where most armies stand."""
        found: list[Fight] = []
        for target in bits(self.scene.ground.rules.board.around(self.pos.own)):
            sources = [space for space in self.pos.sources(target) if not self.pos.field.barred[space] >> target & 1]
            if sources:
                source = max(sources, key=lambda space: (self.pos.armies[space], -space))
                force = self.pos.armies[source] - 1 + self.fresh
                found.append(Fight(source, target, force, self.wishes.wish(target)))
        return found

    def net(self, fight: Fight, odds: Odds, fewer: int = 0) -> float:
        """Return what an attack brings beyond the armies it costs, against so many defenders fewer."""
        against = self.pos.armies[fight.target] - fewer
        chance = odds.conquered(fight.force, against)
        lost = fight.force - chance * odds.survivors(fight.force, against)
        return max(0.0, chance * fight.wish - FALLEN * lost)

    def odds(self, fight: Fight) -> Odds:
        """Return the odds of an attack as things stand."""
        return self.pos.field.odds[fight.source][fight.target]

    def dice_gain(self, effects: Effects) -> float:
        """Return what other dice bring to the best attacks of the turn, which may be others then."""
        changed = replace(self.state, effects=effects)
        then = [odds_by(later_rules(self.rules.board, changed, one.source, one.target)) for one in self.fights]
        return self._gain(map(self.net, self.fights, then))

    def _gain(self, then: Iterable[float]) -> float:
        """Return what the best attacks of the turn bring more when the attacks bring so much each."""
        return _best(then) - _best(self.nets)

    def killed(self, space: int, count: int) -> float:
        """Return the worth of so many armies less in a space of another, and of what that makes easier to take."""
        owner, against = self.pos.owner[space], self.pos.armies[space]
        count = min(count, against - 1)
        worth = HIT * count * (1.0 if self.alone or owner < 0 else 0.6) * (0.5 if owner < 0 else 1.0)
        fewer = [count * (one.target == space) for one in self.fights]
        return worth + self._gain(map(self.net, self.fights, map(self.odds, self.fights), fewer))

    def massed(self, space: int, count: int) -> float:
        """Return what so many armies more in an own space bring to the best attack from there."""
        force = self.pos.armies[space] - 1 + self.fresh + count
        near = self.scene.ground.near[space] & ~self.pos.field.barred[space]
        moved = [one._replace(source=space, force=force) if near >> one.target & 1 else one for one in self.fights]
        return self._gain(map(max, self.nets, map(self.net, moved, map(self.odds, moved))))

    def card(self, count: int) -> float:
        """Return what the last of so many cards is worth: the more stars together, the more each brings."""
        return self.scene.lore.hand_worth(count) - self.scene.lore.hand_worth(count - 1) if count > 0 else 0.0

    def danger(self, side: int) -> float:
        """Return what a side may be expected to take from the seat in its next turn, in armies."""
        total = 0.0
        for space in exposed(self.pos, self.pos.own)[:8]:
            near = sum(self.pos.armies[other] - 1 for other in self.beside(space, side))
            if near:
                more = near if side < 0 else near + self.rules.income(self.state, side) // 2
                chance = self.pos.field.guard[space].conquered(more, self.pos.armies[space])
                total += chance * (1.0 + self.loss(space))
        return min(14.0, total)

    def beside(self, space: int, side: int) -> list[int]:
        """Return the spaces of a side next to a space."""
        return [other for other in self.scene.ground.neighbours[space] if self.pos.owner[other] == side]

    def loss(self, space: int) -> float:
        """Return what losing an own space costs."""
        value, bit = 0.5, 1 << space
        for region in self.scene.ground.regions:
            if region.mask & bit and region.mask & self.pos.own == region.mask:
                value += region.bonus
        return value + (10.0 if self.state.capitals[self.scene.seat] == space else 0.0)


def _best(worths: Iterable[float]) -> float:
    """Return what the best attacks of a turn bring together."""
    return sum(sorted(worths, reverse=True)[:FRONT])


def _maneuver(worths: Worths, plan: Buy) -> float:
    if plan.tank is not None or plan.space is None:
        return 0.0
    index, front = worths.rules.board.index, worths.pos.front(worths.scene.seat)
    (name, count), target = plan.armies[0], index[plan.space]
    if not front >> target & 1:
        return 0.0
    left = BARED * count if front >> index[name] & 1 else -0.02 * min(20, threat(worths.pos, target))
    return worths.massed(target, count) - left


def _alliance(worths: Worths, plan: Buy) -> float:
    return 0.8 * worths.danger(-1 if plan.seat is None else plan.seat)


def _general(worths: Worths, plan: Buy) -> float:
    space = worths.rules.board.index[plan.space or ""]
    side = worths.pos.owner[space]
    total = sum(worths.pos.armies[each] - 1 for each in bits(worths.pos.own) for each in worths.beside(each, side))
    share = (worths.pos.armies[space] - 1) / total if total else 0.0
    return 0.7 * worths.danger(side) * share


def _airfield(worths: Worths, plan: Buy) -> float:
    space = worths.rules.board.index[plan.space or ""]
    reach = worths.scene.ground.near[space] | 1 << space
    covered = (reach & worths.rules.board.around(worths.state.airfields & worths.pos.own)).bit_count()
    fronts = (worths.scene.ground.near[space] & ~worths.pos.own).bit_count()
    guards = (reach & worths.pos.front(worths.scene.seat)).bit_count()
    return max(0.0, 1.3 * fronts + 0.9 * guards - 0.8 * covered)


def _bomb(worths: Worths, plan: Buy) -> float:
    table, space = worths.rules.tables.shop.atomic_bomb, worths.rules.board.index[plan.space or ""]
    value = worths.killed(space, table.removed)
    for near in worths.scene.ground.neighbours[space]:
        if worths.pos.armies[near] > 1:
            value += -0.5 if worths.pos.owner[near] == worths.scene.seat else 0.5 * HIT
    return value


def _sabotage(worths: Worths, plan: Buy) -> float:
    lost = 0.6 * worths.rules.income(worths.state, plan.seat or 0)
    return lost if worths.alone else 0.6 * lost


def _draw_card(worths: Worths, _plan: Buy) -> float:
    held, limited = len(worths.state.cards.hands[worths.scene.seat]), worths.state.options.hand_limit
    kept = not limited or held < worths.rules.tables.hand_limit.most
    return worths.card(held + 1) if kept else 0.0


def _espionage(worths: Worths, plan: Buy) -> float:
    taken = worths.card(len(worths.state.cards.hands[plan.seat or 0]))
    return (taken if worths.alone else 0.5 * taken) + _draw_card(worths, plan)


def _defense(worths: Worths, _plan: Buy) -> float:
    spaces = exposed(worths.pos, worths.pos.own)[:FRONT]
    fear = sum((1.0 - hold_chance(worths.pos, space)) * (1.0 + worths.loss(space)) for space in spaces)
    return 0.35 * fear


def _raid(worths: Worths, _plan: Buy) -> float:
    best = best_raid(worths.scene)
    return best[0] * (0.9 if worths.alone else 0.6) if best else 0.0


def _attack_dice(worths: Worths, plan: Buy) -> float:
    effects = worths.state.effects
    changed = {
        "recon": replace(effects, recon=effects.recon + 1),
        "improved_attack": replace(effects, attack_dice=effects.attack_dice + 1),
        "special_forces": replace(effects, special_forces=True),
    }[plan.what]
    return worths.dice_gain(changed)


_WORTHS: Mapping[ActionKey, Callable[[Worths, Buy], float]] = {
    "recon": _attack_dice,
    "maneuver": _maneuver,
    "forced_alliance": _alliance,
    "improved_attack": _attack_dice,
    "improved_defense": _defense,
    "kill_general": _general,
    "neutral_attack": _raid,
    "draft": lambda worths, _plan: float(worths.rules.tables.shop.draft),
    "atomic_bomb": _bomb,
    "bombardment": lambda worths, plan: worths.killed(
        worths.rules.board.index[plan.space or ""], worths.rules.tables.shop.bombardment
    ),
    "draw_card": _draw_card,
    "sabotage": _sabotage,
    "special_forces": _attack_dice,
    "espionage": _espionage,
    "airfield": _airfield,
}
"""What each action is worth, by what is planned with it."""
