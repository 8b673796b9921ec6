"""Decisions before the blows: whom to attack, who holds back, wizards' duels and their points (G2 to G4, Q24)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.games.ring_of_power.combat.lines import Reckoner, present
from wartable.games.ring_of_power.combat.requests import (
    Aim,
    Answer,
    Challenge,
    Decision,
    Enchant,
    Hold,
    Pool,
    Throw,
)
from wartable.games.ring_of_power.combat.stage import Boon, Stage, ask, in_combat, owners, pooled, refuse
from wartable.games.ring_of_power.combat.targets import hit_chance
from wartable.games.ring_of_power.combat.values import Fighter


def ask_aim(stage: Stage) -> Decision | None:
    """Ask each owner in turn whom his figures attack that can attack more than one side (Q24)."""
    seats = owners(stage.battle) if len(stage.battle.sides) > 2 else ()
    for turn in range(stage.turn, len(seats)):
        side, player = seats[turn]
        options = tuple(_aims(stage, side, player))
        if options:
            usual = Aim(tuple((figure, int(sides[0])) for figure, sides in options))
            figures = tuple(figure for figure, _ in options)
            return ask(stage, side, usual, "Whom do they attack?", figures, player=player, options=options)
    return None


def _aims(stage: Stage, side: int, player: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    for fighter in in_combat(stage):
        if fighter.side == side and fighter.owner == player and stage.able(fighter):
            enemies = _enemies(stage, fighter)
            if len(enemies) > 1:
                yield fighter.id, enemies


def _enemies(stage: Stage, fighter: Fighter) -> tuple[int, ...]:
    """Return the sides that a figure is engaged with, in the scenario's order."""
    found: set[int] = set()
    for pairing in stage.pairings:
        if fighter.force in pairing.forces and fighter.side in pairing.sides:
            forces = {force for force in pairing.forces if stage.battle.side_of(force) != fighter.side}
            if fighter.near is None or forces & set(fighter.near):
                found.update(set(pairing.sides) - {fighter.side})
    return tuple(sorted(found))


def take_aim(stage: Stage, decision: Decision, answer: Aim) -> Stage:
    """Note whom figures attack. Raises `IllegalAction` unless each figure asked about has one of its choices."""
    choices, aims = dict(decision.options), dict(answer.targets)
    if set(aims) != set(choices) or any(aims[figure] not in choices[figure] for figure in aims):
        raise refuse("aim", "Each figure asked about attacks one of the sides that it is engaged with.", "Q24")
    return replace(_after(stage, decision), aims=(*stage.aims, *sorted(aims.items())))


def _after(stage: Stage, decision: Decision) -> Stage:
    turn = owners(stage.battle).index((decision.side, decision.player)) + 1
    return replace(stage, turn=turn)


def ask_hold(stage: Stage) -> Decision | None:
    """Ask each owner in turn which of his figures hold back (G2)."""
    seats = owners(stage.battle)
    for turn in range(stage.turn, len(seats)):
        side, player = seats[turn]
        own = [f for f in in_combat(stage) if f.side == side and f.owner == player]
        figures = tuple(f.id for f in own if stage.able(f) and f.engaged and not f.weapon)
        if figures:
            return ask(stage, side, Hold(), "Who holds back?", figures, player=player)
    return None


def take_hold(stage: Stage, decision: Decision, answer: Hold) -> Stage:
    """Note who holds back. Raises `IllegalAction` for a figure that is not in the fight."""
    if not set(answer.figures) <= set(decision.figures):
        raise refuse("hold", "Only your own figures in this fight can hold back.", "G2")
    held = tuple(sorted({*stage.held, *answer.figures}))
    return replace(_after(stage, decision), held=held)


def wizards(stage: Stage) -> tuple[Fighter, ...]:
    """Return the wizards in the combat who can act, by side and id."""
    return tuple(f for f in in_combat(stage) if f.character and f.wizardry > 0 and stage.able(f))


def ask_duel(stage: Stage) -> Decision | Throw | None:
    """Ask each wizard in turn whom he challenges, and for the dice of the duel (G3)."""
    if stage.challenge:
        one, other = stage.challenge
        return Throw((Pool(f"duel.{one}.{other}", ((one, 1), (other, 1))),))
    for turn, wizard in enumerate(wizards(stage)):
        rivals = _rivals(stage, wizard)
        if turn >= stage.turn and wizard.id not in stage.duelled and rivals:
            usual, ids = Challenge(_rival(wizard, rivals)), tuple(rival.id for rival in rivals)
            question, options = "Whom does the wizard challenge?", ((wizard.id, ids),)
            return ask(stage, wizard.side, usual, question, ids, player=wizard.owner, options=options)
    return None


def _rivals(stage: Stage, wizard: Fighter) -> list[Fighter]:
    """Return those in a bout with a wizard whom he may challenge and who have not duelled yet (Q52).

    They are enemy wizards, or by `duel_with` all enemy characters, if there is a wizard among them.
    """
    forces = {force for p in stage.pairings if wizard.force in p.forces for force in p.forces}
    foes = [f for f in in_combat(stage) if f.character and f.side != wizard.side and f.force in forces]
    foes = [one for one in foes if stage.able(one)]
    casters = [one for one in foes if one.wizardry > 0]
    chosen = foes if casters and stage.battle.rules.duel_with == "characters" else casters
    return [one for one in chosen if one.id not in stage.duelled]


def _rival(wizard: Fighter, rivals: list[Fighter]) -> int | None:
    """Return the strongest rival that the wizard is a match for, if any: in magic, then as a leader."""
    match = [rival for rival in rivals if rival.wizardry <= wizard.wizardry]
    return max(match, key=lambda rival: (rival.wizardry, rival.leadership, -rival.id)).id if match else None


def take_duel(stage: Stage, decision: Decision, answer: Challenge) -> Stage:
    """Note a challenge. Raises `IllegalAction` for a figure that cannot be challenged."""
    if answer.target is not None and answer.target not in decision.figures:
        whom = "wizard" if stage.battle.rules.duel_with == "wizards" else "character"
        raise refuse("challenge", f"Only an enemy {whom} who has not duelled can be challenged.", "Q52")
    wizard = decision.options[0][0]
    turn = [figure.id for figure in wizards(stage)].index(wizard) + 1
    challenge = None if answer.target is None else (wizard, answer.target)
    return replace(stage, turn=turn, challenge=challenge)


def roll_duel(stage: Stage, answer: Answer) -> Stage:
    """Note who lost the duel."""
    duellists = stage.challenge or (0, 0)
    stage, faces = pooled(stage, answer)
    rolled = next(iter(faces.values()))
    totals = [face + stage.battle.by_id[who].wizardry for who, face in zip(duellists, rolled, strict=True)]
    loser = None if totals[0] == totals[1] else duellists[totals[0] > totals[1]]
    silenced = stage.silenced if loser is None else tuple(sorted((*stage.silenced, loser)))
    return replace(stage, challenge=None, duelled=(*stage.duelled, *duellists), silenced=silenced)


def ask_enchant(stage: Stage) -> Decision | None:
    """Ask each wizard who is engaged how he spends his points (G4); a duel's loser still can (Q53)."""
    for turn, wizard in enumerate(wizards(stage)):
        if turn >= stage.turn and wizard.engaged:
            usual, question = default_enchant(stage, wizard), "What do the points of wizardry go to?"
            need, player = wizard.wizardry, wizard.owner
            return ask(stage, wizard.side, usual, question, (wizard.id,), player=player, need=need)
    return None


def default_enchant(stage: Stage, wizard: Fighter) -> Enchant:
    """Return a sensible use of points: defence up to 3, then whatever adds most hits."""
    pairing = next(p for p in stage.pairings if wizard.force in p.forces and wizard.side in p.sides)
    index = pairing.sides.index(wizard.side)
    foes = present(stage.battle, pairing, pairing.sides[1 - index])
    stance = Reckoner(stage, (wizard,), foes).stance(wizard)
    guard = min(wizard.wizardry, max(0, stance.guard - 3))
    if not stance.dice or wizard.id in stage.silenced:
        return Enchant(0, 0, guard)
    dice, attack = stance.dice, stance.attack
    for _ in range(wizard.wizardry - guard):
        better = hit_chance(max(2, attack - 1), stance.attack_reroll) * dice
        if better > hit_chance(attack, stance.attack_reroll) * (dice + 1):
            attack -= 1
        else:
            dice += 1
    return Enchant(dice - stance.dice, stance.attack - attack, guard)


def take_enchant(stage: Stage, decision: Decision, answer: Enchant) -> Stage:
    """Note how points are spent. Raises `IllegalAction` for more than there are, or fewer than none."""
    spent = (answer.dice, answer.attack, answer.defence)
    if min(spent) < 0 or sum(spent) > decision.need:
        raise refuse("enchant", f"Spend from 0 to {decision.need} points, none below 0.", "G4")
    wizard = decision.figures[0]
    turn = [figure.id for figure in wizards(stage)].index(wizard) + 1
    boons = (*stage.boons, Boon(wizard, *spent)) if any(spent) else stage.boons
    return replace(stage, turn=turn, boons=boons)
