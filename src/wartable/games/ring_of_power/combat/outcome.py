"""Who wins a bout and what it costs: score, extra losses, the fall of a place, retreats, who goes in (G11-G15, K4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.lines import enemy_forces, engaged, lines, present, walls_open
from wartable.games.ring_of_power.combat.report import Bout, SideScore
from wartable.games.ring_of_power.combat.requests import Decision, Enter, Flee, Lose
from wartable.games.ring_of_power.combat.rolls import removed
from wartable.games.ring_of_power.combat.stage import Condition, Stage, ask, chosen, refuse, with_bout
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate, Fighter, Shelter


def extra_losses(remaining: int) -> int:
    """Return how many more a loser loses who has so many figures left: one for every ten, rounded up (G13)."""
    return -(-remaining // charts().constants.extra_loss_per)


def scores(fate: Fate, *, paralysed: bool) -> bool:
    """Whether a fate counts as a casualty for the score (G11, Q23)."""
    return fate in CASUALTIES and (paralysed or fate is not Fate.PARALYSED)


def own_in(stage: Stage, index: int) -> tuple[Fighter, ...]:
    """Return the figures of a side of the bout, engaged or not."""
    return present(stage.battle, stage.pairing, stage.pairing.sides[index])


def casualties(stage: Stage, index: int) -> int:
    """Return how many figures of a side fell in this bout and score for its enemy."""
    paralysed = stage.battle.rules.paralysed_scores
    fallen = [stage.by_id[f.id] for f in own_in(stage, index) if f.id in stage.by_id and f.id not in stage.fallen]
    return sum(scores(one.fate, paralysed=paralysed) for one in fallen)


def leadership(stage: Stage, index: int) -> tuple[int, int | None]:
    """Return the highest leadership of a side in this bout and whose it is (J1, G11)."""
    own, out = own_in(stage, index), {*stage.silenced, *stage.fallen}
    # A character counts who was not wounded before and lost no duel; one slain in this combat only under Q12 (Q75).
    may = (f for f in own if f.character and not f.wounded and f.id not in out)
    leaders = (f for f in may if stage.battle.rules.score_slain_leader or stage.able(f))
    value, figure = max(((_leads(stage, leader, own), -leader.id) for leader in leaders), default=(0, 0))
    return (value, -figure) if value > 0 else (0, None)


def _leads(stage: Stage, leader: Fighter, own: Sequence[Fighter]) -> int:
    """Return what a character leads with: standards in its force add, a nation may be needed (Q22)."""
    nations = {f.nation for f in own if not f.character and not f.wounded}
    scoped = stage.battle.rules.leadership_scope == "nation" and leader.leads
    if not leader.leadership or (scoped and nations and leader.leads not in nations):
        return 0
    bearers = [f for f in own if f.force == leader.force and not f.wounded]
    loans = [charts().abilities[key].lends for f in bearers for key in f.abilities]
    lent = (loan.value for loan in loans if loan and loan.nation == (leader.leads or leader.nation))
    return leader.leadership + max(lent, default=0)


def leave_score(stage: Stage) -> Stage:
    """Settle who won the bout, and what that means for the paralysed (G11, G12, G15)."""
    one, other = side_score(stage, 0), side_score(stage, 1)
    winner = None if one.score == other.score else (one.side if one.score > other.score else other.side)
    return settled(stage, (one, other), winner)


def settled(stage: Stage, scores_of: tuple[SideScore, SideScore], winner: int | None) -> Stage:
    """Return the stage with a bout decided, before the loser pays for it."""
    stage = replace(stage, bouts=(*stage.bouts, Bout(scores=scores_of, winner=winner)))
    # The paralysed of losers die, and those of both sides after a draw (G15).
    here = [one for one in stage.conditions if one.fate is Fate.PARALYSED and one.id not in stage.fallen]
    paralysed = (stage.battle.by_id[one.id] for one in here)
    return mark(stage, [one for one in paralysed if one.side != winner], "paralysis")


def side_score(stage: Stage, index: int) -> SideScore:
    """Return the score of a side of the bout (G11)."""
    value, leader = leadership(stage, index)
    side = stage.pairing.sides[index]
    return SideScore(side=side, casualties=casualties(stage, 1 - index), leadership=value, leader=leader)


def mark(stage: Stage, figures: Sequence[Fighter], cause: str) -> Stage:
    """Take figures off the table: the ethereal are dispersed, heroes wounded as extra losses, all others die."""
    known = dict(stage.by_id)
    for fighter in figures:
        old = known.get(fighter.id, Condition(fighter.id, Fate.UNHURT, 0))
        known[fighter.id] = replace(old, fate=removal(stage.battle, fighter, cause), wounds=0, cause=cause)
    return replace(stage, conditions=tuple(known[figure] for figure in sorted(known)))


def removal(battle: Battle, fighter: Fighter, cause: str) -> Fate:
    """Return what becomes of a figure that is taken off the table for a cause."""
    gifts = targets.traits(fighter.abilities)
    spared = cause == "extra" and not fighter.wounded and battle.rules.hero_outcome_loss == "wounded"
    return removed(hero="hero" in gifts and spared, ethereal="ethereal" in gifts)


def loser(stage: Stage) -> int | None:
    """Return the index of the side that lost the bout, None for a draw."""
    winner = stage.bouts[-1].winner
    return None if winner is None else 1 - stage.pairing.sides.index(winner)


def doomed(stage: Stage, fighter: Fighter) -> bool:
    """Whether a figure dies after the combat because it attacked (M4)."""
    return "dies_after" in targets.traits(fighter.abilities) and fighter.id in stage.fought


def remaining(stage: Stage, index: int) -> list[Fighter]:
    """Return the figures that extra losses are counted from: engaged and still able, none behind walls (G13, Q13)."""
    enemies = enemy_forces(stage.battle, stage.pairing, index)
    whole = stage.battle.rules.extra_loss_base == "force_survivors"
    return [f for f in _afield(stage, index) if whole or engaged(f, enemies)]


def _afield(stage: Stage, index: int) -> list[Fighter]:
    """Return the figures of a side who can still fight and do not stand behind walls that protect."""
    own = [f for f in own_in(stage, index) if not (f.weapon or f.vessel)]
    return [f for f in own if stage.able(f) and not doomed(stage, f) and not _walled(stage, f)]


def walled(stage: Stage, fighters: Sequence[Fighter]) -> bool:
    """Whether any of these stands behind walls that protect, so that a place can fall (K4)."""
    return any(_walled(stage, fighter) for fighter in fighters)


def _walled(stage: Stage, fighter: Fighter) -> bool:
    return _shelter(stage, fighter) in targets.WALLS


def _shelter(stage: Stage, fighter: Fighter) -> Shelter:
    """Return the walls of a figure, those that a special rule denies it counted in: it is still inside (K4)."""
    opened = walls_open(stage) and fighter.inside is Shelter.FORTRESS
    return Shelter.NONE if opened else fighter.inside


def ask_extra(stage: Stage) -> Decision | None:
    """Ask the loser whom he gives up, if there is a choice (G13)."""
    index = loser(stage)
    if stage.turn or index is None:
        return None
    need = extra_losses(len(remaining(stage, index)))
    army, others = candidates(stage, index)
    if not need or need >= len(army) + len(others) or need == len(army):
        return None
    usual = Lose(tuple(sorted((*army, *others)[:need])))
    figures = (*army, *others) if need > len(army) else army
    return ask(stage, stage.pairing.sides[index], usual, "Who is lost besides?", figures, need=need)


def candidates(stage: Stage, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return army figures and characters that can be extra losses, each in the order in which they go by default."""
    # The default order of losses: engaged figures as hits are dealt to them, then all others by id.
    exposed = lines(stage)[index].exposed
    figures = [figure for rank in exposed for figure in rank.ids]
    worths = {figure: (0, place) for place, figure in enumerate(figures)}
    pool = sorted(_afield(stage, index), key=lambda f: worths.get(f.id, (1, f.id)))
    wounded = [f for f in own_in(stage, index) if f.character and f.wounded]
    army = tuple(f.id for f in pool if not f.character)
    return army, (*(f.id for f in pool if f.character), *(f.id for f in wounded))


def take_extra(stage: Stage, decision: Decision, answer: Lose) -> Stage:
    """Take the extra losses. Raises `IllegalAction` for a wrong number, or a character while army figures are left."""
    index = stage.pairing.sides.index(decision.side)
    message = f"Name {decision.need} of the figures that can be lost, each once."
    named, army = set(chosen(decision, answer.figures, message, "G13")), set(candidates(stage, index)[0])
    if len(named) != decision.need:
        raise refuse("lose", message, "G13")
    if named - army and not army <= named:
        raise refuse("lose", "A character is lost only when no army figure is left.", "G13")
    return _lost(replace(stage, turn=1), index, answer.figures)


def leave_extra(stage: Stage) -> Stage:
    """Take the extra losses that nobody had to be asked about: the cheapest army figures, then characters (G13)."""
    index = loser(stage)
    if index is None or stage.turn:
        return stage
    army, others = candidates(stage, index)
    need = extra_losses(len(remaining(stage, index)))
    return _lost(stage, index, (*army, *others)[:need])


def _lost(stage: Stage, index: int, figures: Sequence[int]) -> Stage:
    count = len(remaining(stage, index))
    stage = mark(stage, [stage.battle.by_id[figure] for figure in figures], "extra")
    return with_bout(stage, extra=tuple(sorted(figures)), remaining=count)


def fallen_place(stage: Stage) -> Shelter:
    """Return whether the loser held walls that now fall: a fortress, a tower, or none (K4, K5)."""
    index = loser(stage)
    if index is None:
        return Shelter.NONE
    held = {_shelter(stage, f) for f in own_in(stage, index)} & set(targets.WALLS)
    return Shelter.FORTRESS if Shelter.FORTRESS in held else next(iter(held), Shelter.NONE)


def _left(stage: Stage) -> list[Fighter]:
    """Return what is left of the loser and neither spared by a rule nor doomed."""
    index = loser(stage)
    own = () if index is None else own_in(stage, index)
    mortal = [f for f in own if not any(modifier.spared_on_fall for modifier in f.modifiers)]
    return [f for f in mortal if _on_table(stage, f) and not doomed(stage, f)]


def _on_table(stage: Stage, fighter: Fighter) -> bool:
    return fighter.id not in stage.spent and stage.fate(fighter) not in (Fate.DEAD, Fate.DISPERSED)


def refugees(stage: Stage) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return characters, and army figures, that can go to the tower when their place is lost (K4, Q56).

    They can where its walls are open too: then nobody dies of its loss, but the tower stands (K8).
    """
    if stage.place is None or not stage.place.tower or fallen_place(stage) is Shelter.TOWER:
        return (), ()
    below = [f for f in _left(stage) if f.inside is Shelter.FORTRESS]
    able = [f for f in below if not f.weapon and stage.fate(f) is not Fate.PARALYSED]
    army = sorted((f for f in able if not f.character), key=lambda f: (-(f.profile.attack is not None), f.id))
    return tuple(f.id for f in able if f.character), tuple(f.id for f in army)


def ask_fall(stage: Stage) -> Decision | None:
    """Ask who goes to the tower, if there is a choice."""
    characters, army = refugees(stage)
    if stage.turn or stage.place is None or not (characters or (army and stage.place.capacity)):
        return None
    side, room = stage.pairing.sides[loser(stage) or 0], stage.place.capacity
    figures = (*characters, *army) if room else characters
    return ask(stage, side, Flee((*characters, *army[:room])), "Who goes to the tower?", figures, need=room)


def take_fall(stage: Stage, decision: Decision, answer: Flee) -> Stage:
    """Let figures go to the tower. Raises `IllegalAction` for figures that cannot, or more than it holds."""
    message = "Only figures of the place that is lost can go to its tower, each once."
    named = chosen(decision, answer.figures, message, "K4")
    if len(set(named) - set(refugees(stage)[0])) > decision.need:
        raise refuse("flee", f"The tower has room for {decision.need} army figures.", "K5")
    return with_bout(replace(stage, turn=1), fled=named)


def leave_fall(stage: Stage) -> Stage:
    """Eliminate who is caught in a fallen place, and say who retreats."""
    shelter, fled = fallen_place(stage), stage.bouts[-1].fled
    if shelter is not Shelter.NONE:
        # It is the end of all who are caught in it, engaged or not (Q55).
        trapped = [f for f in _left(stage) if _shelter(stage, f) is shelter and f.id not in fled]
        stage = mark(with_bout(stage, fell=True), trapped, "fall")
    index = loser(stage)
    if index is None:
        return with_bout(stage, retreats=())
    # The figures of the loser that are left must retreat (G13, Q14).
    enemies, all_of = enemy_forces(stage.battle, stage.pairing, index), stage.battle.rules.retreat_who == "whole_force"
    left = [f for f in own_in(stage, index) if _on_table(stage, f) and f.id not in fled and not doomed(stage, f)]
    return with_bout(stage, retreats=tuple(sorted(f.id for f in left if all_of or engaged(f, enemies))))


def entrants(stage: Stage) -> tuple[int, ...]:
    """Return the winners who may go into a place whose defenders they have just beaten."""
    index = loser(stage)
    if index is None or stage.place is None or not any(f.inside in targets.WALLS for f in own_in(stage, index)):
        return ()
    winners = own_in(stage, 1 - index)
    return tuple(f.id for f in winners if f.by_walls and not f.weapon and stage.able(f) and not doomed(stage, f))


def ask_enter(stage: Stage) -> Decision | None:
    """Ask the winners who goes inside, if anybody can; by default crews stay with their weapons."""
    may, by_id = entrants(stage), stage.battle.by_id
    if stage.turn or not may:
        return None
    usual = Enter(tuple(number for number in may if by_id[number].serves is None))
    return ask(stage, by_id[may[0]].side, usual, "Who goes inside?", may)


def take_enter(stage: Stage, decision: Decision, answer: Enter) -> Stage:
    """Let winners go inside. Raises `IllegalAction` for figures that cannot, or are named twice."""
    message = "Only winners within 6 inches of the walls go inside; name each once."
    entered = chosen(decision, answer.figures, message, "K7")
    return with_bout(replace(stage, turn=1), entered=entered)
