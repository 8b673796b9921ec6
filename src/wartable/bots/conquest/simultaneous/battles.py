"""Targets and withdrawals in a battle: dice go where the advice says, as far ahead as the level thinks."""

from __future__ import annotations

from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Withdraw
from wartable.games.conquest.simultaneous.advice import Stakes, advise, better_away
from wartable.games.conquest.simultaneous.odds import straight
from wartable.games.conquest.simultaneous.state import Clash, affairs_of

DOUBT = 0.7
"""The chance that the source of a force is still free when armies return to it, where others stand beside it."""


def name_targets(wits: Wits, desk: Desk) -> Decision:
    """Name targets: by the plain policy, or as advised."""
    clash = affairs_of(desk.state).clashes[0]
    if not wits.thinks:
        targets = straight(clash.battle)[desk.seat]
        return Decision(
            NameTargets(targets.dice, targets.bonus), "All dice go at whoever defends, or at each attacker."
        )
    advice = advise(clash.battle, desk.seat, _stakes(desk, clash), wits.thought)
    return Decision(NameTargets(advice.targets.dice, advice.targets.bonus), advice.reason)


def withdraw(wits: Wits, desk: Desk) -> Decision:
    """Withdraw where the battle is worth less than the armies that can still be saved."""
    clash = affairs_of(desk.state).clashes[0]
    if not wits.thinks:
        return Decision(FightOn(), "It fights every battle to its end.")
    stakes = _stakes(desk, clash)[desk.seat]
    if better_away(clash.battle, desk.seat, stakes, _safe(desk, clash)):
        return Decision(Withdraw(), "The armies that are left are worth more than what can still be won.")
    return Decision(FightOn(), "The place can still be won, or its price made high enough.")


def _stakes(desk: Desk, clash: Clash) -> dict[int, Stakes]:
    """Return what each side fights for: the place is worth to it what the table says."""
    table, unit = desk.table, max(0.05, desk.outlook.unit)
    return {
        player: Stakes(place=max(0.5, table.prizes(player)[clash.place] / unit), harm=table.rivalry)
        for player in clash.battle.players
        if player in table.seats
    }


def _safe(desk: Desk, clash: Clash) -> float:
    """Return the chance that armies find their sources free."""
    state, safe, count = desk.state, 0.0, 0
    for group in clash.force(desk.seat).groups:
        owner = state.owner(group.source)
        chance = 1.0 if owner == desk.seat else 0.0 if state.armies[group.source] else DOUBT
        if any(other.place == group.source for other in affairs_of(state).clashes[1:]):
            chance *= DOUBT
        safe, count = safe + chance * group.units, count + group.units
    return safe / max(1, count)
