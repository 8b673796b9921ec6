"""What is decided before the blows: hiding, searches and who fights whom (F, G1), aims, duels and wizardry (G2-G4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import requests, targets
from wartable.games.ring_of_power.combat.lines import Reckoner, enemy_forces, engaged, present
from wartable.games.ring_of_power.combat.stage import (
    Boon,
    Pairing,
    Stage,
    ask,
    chosen,
    in_combat,
    pooled,
    refuse,
    still_to_ask,
    turn_after,
)
from wartable.games.ring_of_power.combat.values import Battle, Fighter, Meeting


def meetings(battle: Battle) -> tuple[Meeting, ...]:
    """Return which forces meet; all enemies do where the battle does not say."""
    if battle.meetings:
        return battle.meetings
    pairs = combinations(battle.forces, 2)
    return tuple(Meeting(one, other) for one, other in pairs if battle.side_of(one) != battle.side_of(other))


def elusive(battle: Battle, force: int) -> bool:
    """Whether a force may hide: characters only, all with stealth, or by a rule, and not found yet (F1, F4, Q73).

    Behind the walls of a fortress or tower nobody hides: there is nowhere to slip away to.
    """
    figures = [figure for figure in battle.forces[force] if not figure.weapon]
    if not figures or any(figure.inside in targets.WALLS for figure in figures):
        return False
    stealthy = all("stealth" in targets.traits(figure.abilities) for figure in figures)
    hides = stealthy or force in battle.hiders or all(figure.character for figure in figures)
    return hides and force not in battle.found


def distant(battle: Battle) -> tuple[int, ...]:
    """Return elusive forces that no enemy touches: they hide without a word (F1, Q49)."""
    near = {force for meeting in meetings(battle) if meeting.contact for force in (meeting.one, meeting.other)}
    return tuple(force for force in battle.forces if force not in near and elusive(battle, force))


def ask_hide(stage: Stage) -> requests.Decision | None:
    """Ask each side in turn which of its elusive forces hide."""
    battle = stage.battle
    apart = distant(battle)
    for side in range(stage.turn, len(battle.sides)):
        may = [f for f in battle.forces if battle.side_of(f) == side and elusive(battle, f) and f not in apart]
        if may:
            usual = requests.Hide(tuple(force for force in may if force not in battle.attacking))
            return ask(stage, side, usual, "Which parties hide?", tuple(may))
    return None


def take_hide(stage: Stage, decision: requests.Decision, answer: requests.Hide) -> Stage:
    """Note who hides. Raises `IllegalAction` for a force that cannot."""
    message = "Only forces of characters or of the stealthy hide, and each is named once."
    chosen(decision, answer.forces, message, "F1")
    return replace(stage, turn=decision.side + 1, hidden=(*stage.hidden, *answer.forces))


def leave_hide(stage: Stage) -> Stage:
    """Hide the parties that nobody touches."""
    return replace(stage, hidden=tuple(sorted({*stage.hidden, *distant(stage.battle)})))


def ask_search(stage: Stage) -> requests.Decision | requests.Throw | None:
    """Ask each side in turn for whom it searches, then for the dice."""
    for side in range(stage.turn, len(stage.battle.sides)):
        options = _searches(stage, side)
        if options:
            forces = tuple(force for force, _ in options)
            # Every search there can be; where a party is searched for once, by the force that finds best (Q7).
            pairs = [(seeker, party) for seeker, parties in options for party in parties]
            if stage.battle.rules.detect_rolls == "once_per_phase":
                best = {party: seeker for seeker, party in sorted(pairs, key=lambda pair: _bonus(stage.battle, *pair))}
                pairs = [(seeker, party) for party, seeker in best.items()]
            every = requests.Search(tuple(sorted(pairs)))
            return ask(stage, side, every, "Who searches for whom?", forces, options=options)
    if stage.turn > len(stage.battle.sides) or not stage.searched:
        return None
    needs = {pair: charts().constants.detect_target - _bonus(stage.battle, *pair) for pair in sorted(stage.searched)}
    pools = (requests.Pool(f"search.{one}.{party}", ((one, 1),), (need,)) for (one, party), need in needs.items())
    return requests.Throw(tuple(pools))


def _searches(stage: Stage, side: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return for each force of a side the hidden parties that it can search for."""
    found: dict[int, list[int]] = {}
    for meeting in meetings(stage.battle):
        for seeker, party in ((meeting.one, meeting.other), (meeting.other, meeting.one)):
            if stage.battle.side_of(seeker) == side and party in stage.hidden:
                found.setdefault(seeker, []).append(party)
    return tuple((seeker, tuple(sorted(parties))) for seeker, parties in sorted(found.items()))


def _bonus(battle: Battle, force: int, party: int) -> int:
    """Return what a force adds to its roll when it searches for a party (F2, M30)."""
    if battle.rules.trackers_find == "characters" and not all(one.character for one in battle.forces[party]):
        return 0
    able = [figure for figure in battle.forces[force] if not figure.wounded]
    return max((charts().abilities[key].detect for figure in able for key in figure.abilities), default=0)


def take_search(stage: Stage, decision: requests.Decision, answer: requests.Search) -> Stage:
    """Note searches. Raises `IllegalAction` for a search that cannot be."""
    possible = {(seeker, party) for seeker, parties in _searches(stage, decision.side) for party in parties}
    if not set(answer.pairs) <= possible or len(set(answer.pairs)) < len(answer.pairs):
        raise refuse("search", "A force searches once for a hidden party that it meets.", "F2")
    parties = [party for _, party in answer.pairs]
    if stage.battle.rules.detect_rolls == "once_per_phase" and len(set(parties)) < len(parties):
        raise refuse("search", "A party is searched for once in a phase.", "Q7")
    return replace(stage, turn=decision.side + 1, searched=(*stage.searched, *answer.pairs))


def roll_search(stage: Stage, answer: requests.Answer) -> Stage:
    """Note what the dice of the searches found."""
    stage, faces = pooled(stage, answer)
    hits = [name.split(".")[1:] for name, shown in faces.items() if finds(stage.battle, name, shown[0])]
    successes = tuple(sorted((int(seeker), int(party)) for seeker, party in hits))
    found = tuple(sorted({party for _, party in successes}))
    return replace(stage, turn=len(stage.battle.sides) + 1, searched=successes, found=found)


def finds(battle: Battle, name: str, face: int) -> bool:
    """Whether a face in a pool `search.<force>.<party>` finds the party (F2)."""
    seeker, party = map(int, name.split(".")[1:])
    return face + _bonus(battle, seeker, party) >= charts().constants.detect_target


def leave_search(stage: Stage) -> Stage:
    """Settle which meetings come to blows, and so who fights whom (E2, F3, Q24)."""
    battle = stage.battle
    fights = [meeting for meeting in meetings(battle) if _comes_to_blows(stage, meeting)]
    fighting = {force for meeting in fights for force in (meeting.one, meeting.other)}
    evaded = tuple(force for force in stage.hidden if force not in stage.found and force not in fighting)
    parts = components((meeting.one, meeting.other) for meeting in fights)
    combats = [[meeting for meeting in fights if meeting.one in part] for part in parts]
    pairings = tuple(pairing for each in combats for pairing in _pairings(battle, each))
    return replace(stage, evaded=evaded, pairings=pairings, turn=0)


def _comes_to_blows(stage: Stage, meeting: Meeting) -> bool:
    """Whether two forces fight: both to be seen, or seen by the one that searched; a gap only if one searched (F3)."""
    seen = [force not in stage.hidden or force in stage.found for force in (meeting.one, meeting.other)]
    sought = [(meeting.other, meeting.one) in stage.searched, (meeting.one, meeting.other) in stage.searched]
    if not meeting.contact:
        return any(sought)
    return (seen[0] or sought[0] or sought[1]) and (seen[1] or sought[0] or sought[1])


def components(joined: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return the forces that pairs of them join to one combat after the other, by the lowest (E2)."""
    parts: list[set[int]] = []
    for pair in joined:
        apart = [part for part in parts if part.isdisjoint(pair)]
        parts = [*apart, set(pair).union(*(part for part in parts if part not in apart))]
    return [tuple(sorted(part)) for part in sorted(parts, key=min)]


def _pairings(battle: Battle, fights: list[Meeting]) -> list[Pairing]:
    """Return the bouts of one combat: one for each two sides that meet, in the scenario's order (Q24)."""
    forces: dict[tuple[int, int], set[int]] = {}
    for meeting in fights:
        one, other = sorted((battle.side_of(meeting.one), battle.side_of(meeting.other)))
        forces.setdefault((one, other), set()).update((meeting.one, meeting.other))
    return [Pairing(sides, tuple(sorted(forces[sides]))) for sides in sorted(forces)]


def ask_aim(stage: Stage) -> requests.Decision | None:
    """Ask each owner in turn whom his figures attack that can attack more than one side (Q24)."""
    for side, player, own in still_to_ask(stage) if len(stage.battle.sides) > 2 else ():
        options = tuple((f.id, enemies) for f in own if len(enemies := _enemies(stage, f)) > 1)
        if options:
            usual = requests.Aim(tuple((figure, int(sides[0])) for figure, sides in options))
            figures = tuple(figure for figure, _ in options)
            return ask(stage, side, usual, "Whom do they attack?", figures, player=player, options=options)
    return None


def _enemies(stage: Stage, fighter: Fighter) -> tuple[int, ...]:
    """Return the sides that a figure is engaged with, in the scenario's order."""
    mine = (one for one in stage.pairings if fighter.force in one.forces and fighter.side in one.sides)
    met = (one for one in mine if engaged(fighter, enemy_forces(stage.battle, one, one.sides.index(fighter.side))))
    return tuple(sorted({side for one in met for side in one.sides if side != fighter.side}))


def take_aim(stage: Stage, decision: requests.Decision, answer: requests.Aim) -> Stage:
    """Note whom figures attack. Raises `IllegalAction` unless each figure asked about has one of its choices."""
    choices, aims = dict(decision.options), dict(answer.targets)
    if set(aims) != set(choices) or any(aims[figure] not in choices[figure] for figure in aims):
        raise refuse("aim", "Each figure asked about attacks one of the sides that it is engaged with.", "Q24")
    return replace(stage, turn=turn_after(stage, decision), aims=(*stage.aims, *sorted(aims.items())))


def ask_hold(stage: Stage) -> requests.Decision | None:
    """Ask each owner in turn which of his figures hold back (G2)."""
    for side, player, own in still_to_ask(stage):
        figures = tuple(f.id for f in own if f.engaged and not f.weapon)
        if figures:
            return ask(stage, side, requests.Hold(), "Who holds back?", figures, player=player)
    return None


def take_hold(stage: Stage, decision: requests.Decision, answer: requests.Hold) -> Stage:
    """Note who holds back. Raises `IllegalAction` for a figure that is not in the fight."""
    if not set(answer.figures) <= set(decision.figures):
        raise refuse("hold", "Only your own figures in this fight can hold back.", "G2")
    held = tuple(sorted({*stage.held, *answer.figures}))
    return replace(stage, turn=turn_after(stage, decision), held=held)


def wizards(stage: Stage) -> tuple[Fighter, ...]:
    """Return the wizards in the combat who can act, by side and id."""
    return tuple(f for f in in_combat(stage) if f.character and f.wizardry > 0 and stage.able(f))


def ask_duel(stage: Stage) -> requests.Decision | requests.Throw | None:
    """Ask each wizard in turn whom he challenges, and for the dice of the duel (G3)."""
    if stage.challenge:
        one, other = stage.challenge
        return requests.Throw((requests.Pool(f"duel.{one}.{other}", ((one, 1), (other, 1))),))
    for turn, wizard in enumerate(wizards(stage)):
        rivals = _rivals(stage, wizard)
        if turn >= stage.turn and wizard.id not in stage.duelled and rivals:
            # The strongest rival that the wizard is a match for, if any: in magic, then as a leader.
            match = (rival for rival in rivals if rival.wizardry <= wizard.wizardry)
            best = max(match, key=lambda rival: (rival.wizardry, rival.leadership, -rival.id), default=None)
            usual, ids = requests.Challenge(best.id if best else None), tuple(rival.id for rival in rivals)
            question, options = "Whom does the wizard challenge?", ((wizard.id, ids),)
            return ask(stage, wizard.side, usual, question, ids, player=wizard.owner, options=options)
    return None


def _rivals(stage: Stage, wizard: Fighter) -> list[Fighter]:
    """Return those in a bout with a wizard whom he may challenge and who have not duelled yet (Q52).

    They are enemy wizards, or by `duel_with` all enemy characters, if there is a wizard among them.
    """
    forces = {force for p in stage.pairings if wizard.force in p.forces for force in p.forces}
    foes = [f for f in in_combat(stage) if f.side != wizard.side and f.force in forces]
    foes = [one for one in foes if one.character and stage.able(one)]
    casters = [one for one in foes if one.wizardry > 0]
    chosen = foes if casters and stage.battle.rules.duel_with == "characters" else casters
    return [one for one in chosen if one.id not in stage.duelled]


def take_duel(stage: Stage, decision: requests.Decision, answer: requests.Challenge) -> Stage:
    """Note a challenge. Raises `IllegalAction` for a figure that cannot be challenged."""
    if answer.target is not None and answer.target not in decision.figures:
        whom = "wizard" if stage.battle.rules.duel_with == "wizards" else "character"
        raise refuse("challenge", f"Only an enemy {whom} who has not duelled can be challenged.", "Q52")
    wizard = decision.options[0][0]
    turn = [figure.id for figure in wizards(stage)].index(wizard) + 1
    challenge = None if answer.target is None else (wizard, answer.target)
    return replace(stage, turn=turn, challenge=challenge)


def roll_duel(stage: Stage, answer: requests.Answer) -> Stage:
    """Note who lost the duel."""
    duellists = stage.challenge or (0, 0)
    stage, faces = pooled(stage, answer)
    rolled = next(iter(faces.values()))
    totals = [face + stage.battle.by_id[who].wizardry for who, face in zip(duellists, rolled, strict=True)]
    loser = None if totals[0] == totals[1] else duellists[totals[0] > totals[1]]
    silenced = stage.silenced if loser is None else tuple(sorted((*stage.silenced, loser)))
    return replace(stage, challenge=None, duelled=(*stage.duelled, *duellists), silenced=silenced)


def ask_enchant(stage: Stage) -> requests.Decision | None:
    """Ask each wizard who is engaged how he spends his points (G4); a duel's loser still can (Q53)."""
    for turn, wizard in enumerate(wizards(stage)):
        if turn >= stage.turn and wizard.engaged:
            usual, question = default_enchant(stage, wizard), "What do the points of wizardry go to?"
            need, player = wizard.wizardry, wizard.owner
            return ask(stage, wizard.side, usual, question, (wizard.id,), player=player, need=need)
    return None


def default_enchant(stage: Stage, wizard: Fighter) -> requests.Enchant:
    """Return a sensible use of points: defence up to 3, then whatever adds most hits."""
    pairing = next(p for p in stage.pairings if wizard.force in p.forces and wizard.side in p.sides)
    index = pairing.sides.index(wizard.side)
    foes = present(stage.battle, pairing, pairing.sides[1 - index])
    stance = Reckoner(stage, (wizard,), foes).stance(wizard)
    guard = min(wizard.wizardry, max(0, stance.guard - 3))
    if not stance.dice or wizard.id in stage.silenced:
        return requests.Enchant(0, 0, guard)
    dice, attack = stance.dice, stance.attack
    for _ in range(wizard.wizardry - guard):
        better = targets.hit_chance(max(2, attack - 1), stance.attack_reroll) * dice
        if better > targets.hit_chance(attack, stance.attack_reroll) * (dice + 1):
            attack -= 1
        else:
            dice += 1
    return requests.Enchant(dice - stance.dice, stance.attack - attack, guard)


def take_enchant(stage: Stage, decision: requests.Decision, answer: requests.Enchant) -> Stage:
    """Note how points are spent. Raises `IllegalAction` for more than there are, or fewer than none."""
    spent = (answer.dice, answer.attack, answer.defence)
    if min(spent) < 0 or sum(spent) > decision.need:
        raise refuse("enchant", f"Spend from 0 to {decision.need} points, none below 0.", "G4")
    wizard = decision.figures[0]
    turn = [figure.id for figure in wizards(stage)].index(wizard) + 1
    boons = (*stage.boons, Boon(wizard, *spent)) if any(spent) else stage.boons
    return replace(stage, turn=turn, boons=boons)
