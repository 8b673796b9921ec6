"""Battles fought place by place: targets, dice, losses, withdrawals, and whoever is left (`lotr-risk M06` to `M14`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from wartable.engine.chance import Roll
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.events import PiecesLost
from wartable.games.conquest.core.play import vacated
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.turn import R, S, Tell
from wartable.games.conquest.simultaneous import aims
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous.actions import NameTargets, Withdraw
from wartable.games.conquest.simultaneous.battle import Battle, Targets, aimed, without
from wartable.games.conquest.simultaneous.hooks import first, settled_affairs
from wartable.games.conquest.simultaneous.marching import Marching, reduced, taken_back, with_armies
from wartable.games.conquest.simultaneous.rounds import Round, duels, settled
from wartable.games.conquest.simultaneous.state import Clash, Force, March, affairs_of, leaders_at
from wartable.games.conquest.simultaneous.tasks import ClashRolling, Fighting, NamingTargets, Withdrawing


def clash_of(state: Any) -> Clash:  # noqa: ANN401 - a state of a game of the family
    """Return the battle at hand."""
    return affairs_of(state).clashes[0]


def ends_of(rules: Rules, clash: Clash) -> tuple[str, str]:
    """Return the place of a battle, and the other end of the border that is fought on."""
    return rules.id(clash.place), "" if clash.border == NOBODY else rules.id(clash.border)


def targets_of(action: NameTargets) -> Targets:
    """Return what a player aims; the bonus goes to the only group by itself."""
    dice = {target: count for target, count in action.dice if count}
    only = next(iter(dice)) if len(dice) == 1 else None
    return aimed(dice, only if action.bonus is None else action.bonus)


def may_withdraw(battle: Battle) -> tuple[Seat, ...]:
    """Return the players who may withdraw before the next round (`lotr-risk M12`)."""
    return tuple(Seat(player) for player in battle.players if aims.withdrawal_refusal(battle, player) is None)


def hands(battle: Battle, targets: Mapping[int, Targets], faces: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the dice of each pair of groups, of all faces in the order in which they were asked for."""
    at = 0
    for duel in duels(battle, targets):
        yield tuple(faces[at : at + duel.dice])
        at += duel.dice


def dice_wanted(state: Any, task: ClashRolling) -> Roll:  # noqa: ANN401 - a state of a game of the family
    """Return the dice of a round."""
    count = sum(duel.dice for duel in duels(clash_of(state).battle, dict(task.targets)))
    return Roll("battle", (DIE,) * count)


class Battles(Marching[R, S]):
    """What battles do."""

    def fight(self, rules: R, state: S, tell: Tell) -> S:
        """Ask for the targets of the battle at hand, or settle it; the next one follows."""
        clashes = affairs_of(state).clashes
        if not clashes:
            return state
        if clashes[0].battle.over:
            return first(self._settle(rules, state, tell), Fighting())
        asked = tuple(Seat(player) for player in clashes[0].battle.players if player != NOBODY)
        return first(state, NamingTargets(asked), Fighting())

    def aim(self, rules: R, state: S, given: Sequence[tuple[int, NameTargets]], tell: Tell) -> S:
        """Lay open what all aim at, and have the dice rolled if there are any (`lotr-risk M06`, `lotr-risk M10`)."""
        clash = clash_of(state)
        battle, named = clash.battle, {seat: targets_of(action) for seat, action in given}
        targets = {
            player: named[player] if player in named else aims.neutral_targets(battle, player)
            for player in battle.players
        }
        if tell is not None:
            acting = NOBODY if battle.acting is None else battle.acting
            told = tuple(_aims(battle, targets))
            tell.append(e.Aimed(*ends_of(rules, clash), battle.round, acting, told))
        if duels(battle, targets):
            return first(state, ClashRolling(tuple(targets.items())))
        return self.fought(rules, state, targets, (), tell)

    def fought(self, rules: R, state: S, targets: Mapping[int, Targets], faces: Sequence[int], tell: Tell) -> S:
        """Settle a round: all losses together, then those who may are asked to withdraw (`lotr-risk M10`, `M12`)."""
        clash = clash_of(state)
        result = settled(clash.battle, targets, tuple(hands(clash.battle, targets, faces)))
        if tell is not None:
            tell.append(_told(rules, clash, result))
        state = self._losses(rules, state, clash, result, tell)
        after = clash_of(state).battle
        options: Any = rules.options
        asked = () if after.over or not options.withdraw else may_withdraw(after)
        return first(state, Withdrawing(asked)) if asked else state

    def _losses(self, rules: R, state: S, clash: Clash, result: Round, tell: Tell) -> S:
        lost, forces = dict(result.losses), list[Force]()
        for force in clash.forces:
            left = reduced(rules, force, lost.get(force.seat, 0))
            if left.groups:
                forces.append(left)
            elif force.leaders and tell is not None:
                tell.append(PiecesLost(force.seat, rules.id(clash.place), "leader", force.leaders))
        defender = clash.battle.defender
        if defender is not None and lost.get(defender):
            state = with_armies(state, clash.place, -lost[defender])
            if not state.armies[clash.place]:
                state = self.left_open(rules, state, clash.place, tell)
        return self._changed(state, replace(clash, forces=tuple(forces), battle=result.after))

    def left_open(self, rules: R, state: S, place: int, tell: Tell) -> S:
        """Leave a place whose defenders fell: nobody's, and its leaders are lost."""
        leaders, owner = leaders_at(state, place), state.owner(place)
        if leaders and tell is not None:
            tell.append(PiecesLost(owner, rules.id(place), "leader", leaders))
        return vacated(with_armies(state, place, 0, -leaders), place)

    @staticmethod
    def _changed(state: S, clash: Clash) -> S:
        return settled_affairs(state, clashes=(clash, *affairs_of(state).clashes[1:]))

    def withdrawn(self, rules: R, state: S, given: Sequence[tuple[int, Action]], tell: Tell) -> S:
        """Take those out of the battle who withdraw (`lotr-risk M12`)."""
        gone = {seat for seat, action in given if isinstance(action, Withdraw)}
        clash, affairs = clash_of(state), affairs_of(state)
        if not gone:
            return state
        leaving = [force for force in clash.forces if force.seat in gone]
        if tell is not None:
            tell.extend(e.Withdrew(force.seat, *ends_of(rules, clash), force.units) for force in leaving)
        returns = (*affairs.returns, *(each for force in leaving for each in taken_back(force)))
        staying = tuple(force for force in clash.forces if force.seat not in gone)
        after = replace(clash, forces=staying, battle=without(clash.battle, gone))
        return self._changed(settled_affairs(state, returns=returns), after)

    def _settle(self, rules: R, state: S, tell: Tell) -> S:
        """End the battle at hand: the defender holds, one who came takes the place, or nobody is left."""
        affairs = affairs_of(state)
        clash = affairs.clashes[0]
        state = settled_affairs(state, clashes=affairs.clashes[1:])
        if not clash.battle.sides:
            if tell is not None:
                tell.append(e.Emptied(*ends_of(rules, clash)))
            return state
        side = clash.battle.sides[0]
        if clash.border != NOBODY:
            return self._break_through(rules, state, clash, tell)
        state = self.tired(state, clash.place, side.units)
        if not side.stayed:
            force = clash.force(side.player)
            return self.take(rules, state, clash.place, force, tell, fought=True, stayed=clash.stayed)
        if tell is not None:
            tell.append(e.Held(side.player, rules.id(clash.place), side.units))
        return state

    @staticmethod
    def _break_through(rules: R, state: S, clash: Clash, tell: Tell) -> S:
        """Send whoever is left of a battle on a border on to where it was ordered (`lotr-risk L72`)."""
        force, affairs = clash.forces[0], affairs_of(state)
        group = force.groups[0]
        target = clash.border if group.source == clash.place else clash.place
        if tell is not None:
            tell.append(e.Broke(force.seat, rules.id(target), force.units))
        march = March(force.seat, group.source, target, force.units, force.leaders, fought=True)
        return settled_affairs(state, pending=(*affairs.pending, march))


def _aims(battle: Battle, targets: Mapping[int, Targets]) -> Iterator[e.Aim]:
    for player in battle.players:
        for target, count in targets[player].dice:
            bonus = battle.side(player).bonus if targets[player].bonus == target else 0
            yield e.Aim(player, target, count, bonus)


def _next(before: Battle, after: Battle) -> int | None:
    """Return who defends in a next round, if that is another than in the one before it."""
    return None if after.over or after.acting == before.acting else after.acting


def _told(rules: Rules, clash: Clash, result: Round) -> e.RoundFought:
    left = {side.player: side.units for side in result.after.sides}
    return e.RoundFought(
        *ends_of(rules, clash),
        clash.battle.round,
        tuple(
            e.Duelled(
                (each.duel.first, each.duel.second), (each.first, each.second),
                (each.duel.first_bonus, each.duel.second_bonus), (each.first_loss, each.second_loss),
                each.duel.defended,
            )
            for each in result.exchanges
        ),
        tuple(e.Struck(each.player, each.target, each.hits) for each in result.strikes),
        tuple((loss.player, loss.units) for loss in result.losses),
        tuple((player, left.get(player, 0)) for player in clash.battle.players),
        _next(clash.battle, result.after),
    )  # fmt: skip
