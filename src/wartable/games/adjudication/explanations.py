"""Sentences with their facts for the fates of an order that need a look at the board: who was stronger, who cut it."""

from __future__ import annotations

from wartable.engine.words import listed
from wartable.games.adjudication.board_words import Board
from wartable.games.adjudication.compiled import CONVERT, CONVOY, MOVE, SUPPORT
from wartable.games.adjudication.condition_reasons import fortress_facts, shelter_words
from wartable.games.adjudication.equations import GREATEST, NO, YES
from wartable.games.adjudication.evaluator import ResolvedCycle
from wartable.games.adjudication.network import Standing
from wartable.games.adjudication.order_set import EITHER, LAND, STUCK
from wartable.games.adjudication.phrases import ON_FOOT
from wartable.games.adjudication.results import Fact, Why
from wartable.games.adjudication.units import NOBODY
from wartable.games.adjudication.words import power_words


def and_dislodged(board: Board, unit: int, why: Why) -> Why:
    """Add to a reason that its unit was dislodged, by whom and with which strengths."""
    mover = board.after.dislodger[unit]
    strength, against = board.by.attack(mover), board.by.resistance(mover)
    lost = f"Dislodged by {board.name(mover)}, {strength} against {against}."
    facts = {**why.facts, "dislodged_by": board.code(mover), "attack": strength, "defence": against}
    if board.units.traits is not None:
        lost += shelter_words(board.by, unit)
        facts |= fortress_facts(board.by, unit)
    if why.code == "hold.ordered":
        return Why("hold.dislodged", lost, facts, why.rule)
    return Why(why.code, f"{why.sentence} {lost}", facts, why.rule)


def stood(board: Board, unit: int) -> Why:
    """Return why a unit that was attacked still stands."""
    by = board.by
    attackers = [mover for mover in by.into[by.space[unit]] if by.path(mover)]
    if not attackers:
        nobody: dict[str, Fact] = {"unit": board.code(unit), "attackers": ()}
        return Why("hold.unreached", "Holds; the attack on it never arrived.", nobody)
    defence = by.hold(unit)
    strongest = max(attackers, key=by.attack)
    attack = by.attack(strongest)
    if attack <= defence and board.units.traits is None:
        standing = board.standing
        foes = tuple([standing[mover] for mover in attackers])
        return board.phrases.stood[standing[unit], foes, standing[strongest], defence, attack]
    facts: dict[str, Fact] = {"unit": board.code(unit), "attackers": board.codes(attackers)}
    facts |= {"defence": defence, "attack": attack, **fortress_facts(by, unit)}
    if attack > defence:
        sentence = f"Holds, as {board.names(attackers)} stood each other off."
        return Why("hold.beleaguered", sentence, facts, "DATC 6.E.4, 6.F.5")
    sentence = f"Holds: {defence} against {attack} by {board.name(strongest)}.{shelter_words(by, unit)}"
    return Why("hold.stood", sentence, facts, "DATC 6.D.1")


# Moves


def moved(board: Board, unit: int) -> Why:
    """Return why a contested, convoyed or following move succeeded."""
    by = board.by
    target = by.target[unit]
    other = by.at[target]
    if by.mode[unit] != LAND or board.broken:
        return _moved_specially(board, unit)
    mover, place = board.standing[unit], board.place[unit]
    if other != NOBODY and not board.after.moved[other]:
        strength, against = by.attack(unit), by.resistance(unit)
        return board.phrases.dislodges[mover, place, board.standing[other], strength, against]
    if other != NOBODY and len(by.into[target]) == 1:
        return board.phrases.followed[mover, place, board.standing[other]]
    against, rivals = _strongest_rivals(board, unit)
    if against:
        return board.phrases.outdoes[mover, place, by.attack(unit), against, rivals]
    return _moved_specially(board, unit)


def _moved_specially(board: Board, unit: int) -> Why:
    """Return why a move succeeded that went by sea or round in a ring."""
    by = board.by
    facts = board.move_facts(unit)
    lead = f"Moves to {board.goal(unit)}{_over(board, unit, facts)}"
    if board.broken and (ring := board.cycle(unit)) is not None and ring.kind == "rotation":
        facts["ring"] = board.codes(ring.units)
        sentence = f"{lead}: {board.names(ring.units)} change places in a ring."
        return Why("move.rotation", sentence, facts, "DATC 6.C.1")
    other = by.at[by.target[unit]]
    strength = facts["strength"] = by.attack(unit)
    if other != NOBODY and not board.after.moved[other]:
        against = by.resistance(unit)
        facts |= {"against": against, "opponents": (board.code(other),)}
        sentence = f"{lead} and dislodges {board.name(other)}, {strength} against {against}."
        return Why("move.dislodges", sentence, facts, "DATC 6.D.2")
    against, rivals = _strongest_rivals(board, unit)
    if against:
        facts |= {"against": against, "opponents": board.phrases.codes_of(rivals)}
        sentence = f"{lead}: {strength} against {against} by {board.phrases.names_of(rivals)}, going there, too."
        return Why("move.stronger", sentence, facts, "DATC 6.A.11")
    if other != NOBODY:
        return Why("move.follows", f"{lead}, which {board.name(other)} left.", facts)
    return Why("move.free", f"{lead}; nobody was in the way.", facts)


def _strongest_rivals(board: Board, unit: int) -> tuple[int, tuple[Standing, ...]]:
    """Return what the strongest of the others going to the same space keep it out with, and how those stand."""
    by, standing = board.by, board.standing
    rivals = by.into[by.target[unit]]
    if len(rivals) == 2:
        rival = rivals[0] if rivals[1] == unit else rivals[1]
        return by.prevent(rival), (standing[rival],)
    most = 0
    found: tuple[Standing, ...] = ()
    for rival in rivals:
        if rival != unit:
            strength = by.prevent(rival)
            if strength > most:
                most, found = strength, (standing[rival],)
            elif strength == most:
                found = (*found, standing[rival])
    return most, found


def _over(board: Board, unit: int, facts: dict[str, Fact]) -> str:
    """Name the fleets that carry a mover, in words and as a fact."""
    by = board.by
    if by.mode[unit] == LAND or not by.by_sea(unit):
        return ""
    fleets = [fleet for fleet in by.orders.carriers[unit] if by.verdict[fleet] == YES]
    facts["carried_by"] = board.codes(fleets)
    return f" by convoy over {listed([board.phrases.places[by.space[fleet]] for fleet in fleets])}"


def bounced(board: Board, unit: int) -> Why:
    """Return what kept a mover out, with the strengths on both sides."""
    by, mover, place = board.by, board.standing[unit], board.place[unit]
    target = by.target[unit]
    if target in by.even:
        rivals = tuple([board.standing[rival] for rival in by.into[target] if rival != unit])
        return board.phrases.bounced[mover, place, 1, 1, rivals, "going there, too"]
    other, strength = by.at[target], by.attack(unit)
    against, how = 0, "going there, too"
    foes: tuple[Standing, ...] = ()
    if len(by.into[target]) > 1:
        against, foes = _strongest_rivals(board, unit)
    if other != NOBODY:
        if strength == 0:
            return board.phrases.own_unit[mover, place, board.standing[other]]
        resistance = by.resistance(unit)
        if resistance >= strength and resistance >= against:
            against, foes, how = resistance, (board.standing[other],), _what_it_did(board, unit, other)
    if against < strength:
        return held_back(board, unit)
    why = board.phrases.bounced[mover, place, strength, against, foes, how]
    if board.units.traits is not None and against and how != "going there, too":
        sentence = f"{why.sentence}{shelter_words(by, other)}"
        why = Why(why.code, sentence, {**why.facts, **fortress_facts(by, other)}, why.rule)
    if other != NOBODY and by.helpers[unit] and (without := _uncounted(board, unit, other)):
        power = power_words(board.units.map, by.owner[other])
        sentence = f"{why.sentence} What {board.names(without)} would add does not count against {power}'s own unit."
        return Why(why.code, sentence, {**why.facts, "uncounted": board.codes(without)}, why.rule)
    return why


def _what_it_did(board: Board, unit: int, other: int) -> str:
    if board.by.doing[other] != MOVE:
        return "standing there"
    return "coming the other way" if board.by.opposed(unit) else "which could not leave"


def _uncounted(board: Board, unit: int, other: int) -> list[int]:
    """List supports that stand but do not count, as they are by the power of the unit attacked."""
    by = board.by
    if board.after.moved[other]:
        return []
    return [one for one in by.helpers[unit] if by.owner[one] == by.owner[other] and by.verdict[one] == YES]


def held_back(board: Board, unit: int) -> Why:
    """Return why a move failed with a cycle it was part of, by rule."""
    facts = board.move_facts(unit)
    cycle = board.cycle(unit)
    facts["members"] = board.codes(cycle.units) if cycle else ()
    if cycle and cycle.kind == "paradox":
        sentence = (
            f"Stays: {board.names(cycle.units)} wait for each other's fate, and by rule all moves among them fail."
        )
        return Why("bounce.paradox", sentence, facts, "DATC 4.A.2")
    if cycle:
        sentence = f"Stays: {board.names(cycle.units)} wait for each other's fate, and by rule all of them fail."
        return Why("bounce.deadlock", sentence, facts, "DATC 5.B.9")
    return Why("bounce.stopped", "Stays: the way was closed to it.", facts)


# Convoys


def no_path(board: Board, unit: int) -> Why:
    """Return why an army found no convoy."""
    by = board.by
    facts = board.move_facts(unit)
    carriers = by.orders.carriers[unit]
    lost = [fleet for fleet in carriers if by.verdict[fleet] == NO]
    if not carriers:
        return Why("no_path.no_fleet", "Stays: no fleet was ordered to carry it.", facts, "DATC 6.D.8")
    facts["fleets"] = board.codes(carriers)
    for fleet in lost:
        if (cycle := board.cycle(fleet)) and cycle.kind == "paradox":
            return _in_paradox(board, unit, fleet, cycle)
    if not lost:
        sentence = f"Stays: {board.names(carriers)} make no chain that reaches {board.goal(unit)}."
        return Why("no_path.no_chain", sentence, facts, "DATC 6.F.1")
    facts["broken"] = board.codes(lost)
    by_whom = board.after.dislodger[lost[0]]
    facts["broken_by"] = board.code(by_whom)
    sentence = f"Stays: {board.name(lost[0])}, which was to carry it, was dislodged by {board.name(by_whom)}."
    if by.orders.rulings.routes != "all_break" and len(lost) < len(carriers):
        sentence += " By this edition one broken route breaks the whole convoy."
    return Why("no_path.fleet_dislodged", sentence, facts, "DATC 6.F.6, 4.A.1")


def _in_paradox(board: Board, army: int, fleet: int, cycle: ResolvedCycle) -> Why:
    """Explain a convoy paradox: the convoy would decide over its own success."""
    facts = board.move_facts(army)
    facts |= {"members": board.codes(cycle.units), "failed": board.codes(cycle.failed)}
    return Why("no_path.paradox", f"Stays: {_paradox_words(board, fleet, cycle)}", facts, "DATC 4.A.2 (Szykman)")


def _paradox_words(board: Board, fleet: int, cycle: ResolvedCycle) -> str:
    """Say in plain words how a convoy comes to hang on itself."""
    by = board.by
    army = by.orders.subject(fleet)
    victim = by.at[by.target[army]]
    how = f", round a longer way: {board.names(cycle.units)} each wait for what becomes of another among them. "
    if victim in cycle.units and by.doing[victim] == SUPPORT and by.target[victim] == by.space[fleet]:
        how = _short_paradox(board, army, fleet, victim)
    return f"its convoy would decide over itself{how}By rule such a convoy fails, and nothing else is touched by it."


def _short_paradox(board: Board, army: int, fleet: int, victim: int) -> str:
    """Say what follows if a convoy to the supporter of an attack on its fleet, or of the fleet, works, and if not."""
    by = board.by
    works = f". If it works, {board.name(army)} cuts the support of {board.name(victim)}"
    helped = by.orders.subject(victim)
    if by.doing[helped] != MOVE:
        return (
            f"{works}, without which {board.name(fleet)} is dislodged and carries nobody; if it does not work, that "
            "support stands and keeps the fleet safe, so that it would work after all. "
        )
    if by.verdict[helped] == YES:
        return (
            f"{works}, and without that support {board.name(helped)} cannot break the convoy of {board.name(fleet)}; "
            "if it does not work, the support stands and breaks it. "
        )
    return (
        f"{works}, and what is left of the attacks on {board.name(fleet)} breaks the convoy; if it does not work, the "
        "support stands and the attackers keep each other out, so that it would work after all. "
    )


def disrupted(board: Board, fleet: int) -> Why:
    """Return why a fleet did not carry."""
    facts: dict[str, Fact] = {"unit": board.code(fleet), "of": board.code(board.by.orders.subject(fleet))}
    cycle = board.cycle(fleet)
    if cycle and cycle.kind == "paradox" and fleet in cycle.failed:
        facts["members"] = board.codes(cycle.units)
        sentence = f"Does not carry: {_paradox_words(board, fleet, cycle)}"
        return Why("disrupted.paradox", sentence, facts, "DATC 4.A.2 (Szykman)")
    if fleet not in board.after.dislodger:
        return Why(
            "disrupted.deadlock", "Does not carry: it is part of a cycle that fails by rule.", facts, "DATC 5.B.9"
        )
    facts["broken_by"] = board.code(board.after.dislodger[fleet])
    return Why("disrupted.dislodged", "Cannot carry.", facts, "DATC 6.F.6")


def carried(board: Board, fleet: int) -> Why:
    """Return what a fleet that stood did for the army it was to carry: that may walk, stay, or be kept out."""
    by = board.by
    army = by.orders.subject(fleet)
    mode = by.mode[army]
    if mode == LAND or (mode == EITHER and not by.by_sea(army)):
        return _not_needed(board, fleet)
    if by.verdict[army] == YES:
        return board.phrases.carries[board.standing[fleet], board.standing[army], board.place[army]]
    facts: dict[str, Fact] = {"unit": board.code(fleet), "of": board.code(army)}
    errand = f"{board.name(army)} to {board.goal(army)}"
    if by.path(army):
        return Why("convoy.kept_out", f"Carries {errand}, but it does not get in.", facts, "DATC 6.F.2")
    cause = "by rule all moves of its paradox fail" if mode == STUCK else "its convoy is broken"
    return Why("convoy.broken", f"Ready to carry {errand}, but it stays: {cause}.", facts, "DATC 6.F.6, 4.A.2")


def _not_needed(board: Board, fleet: int) -> Why:
    """Return that a fleet was ready to carry an army which walked."""
    army = board.by.orders.subject(fleet)
    facts: dict[str, Fact] = {"unit": board.code(fleet), "of": board.code(army)}
    orders = board.by.orders
    cause = "its convoy is broken" if orders.mode[army] == EITHER else ON_FOOT[orders.rulings.adjacent_convoy]
    sentence = f"Ready to carry {board.name(army)}, which goes by land as {cause}."
    return Why("convoy.not_needed", sentence, facts, "DATC 4.A.3, 6.G.2")


# Supports


def cut(board: Board, unit: int) -> Why:
    """Return who cut a support."""
    by = board.by
    mover = _cutter(board, unit)
    if mover == NOBODY:
        facts: dict[str, Fact] = {"unit": board.code(unit)}
        return Why("cut.deadlock", "Cut: it is part of a cycle that fails by rule.", facts, "DATC 5.B.9")
    if by.cuts(unit, mover):
        return board.phrases.cut[board.standing[unit], board.standing[mover]]
    facts = {"unit": board.code(unit), "cut_by": board.code(mover)}
    return Why("cut.dislodged", f"Cut: {board.name(mover)} got in.", facts, "DATC 6.D.17")


def _cutter(board: Board, unit: int) -> int:
    """Return the mover that cut a support, or `NOBODY`: one for whom arriving was enough before one that got in."""
    by = board.by
    found = NOBODY
    for mover in by.into.get(by.space[unit], ()):
        if not by.survives(unit, mover, GREATEST):
            if by.cuts(unit, mover):
                return mover
            found = mover if found == NOBODY else found
    return found


def spared(board: Board, unit: int) -> Why | None:
    """Return that the text on paradoxes saved a support from a convoyed attack, if it did."""
    by = board.by
    if not by.orders.spared:
        return None
    armies = [
        mover
        for mover in by.into[by.space[unit]]
        if (unit, mover) in by.orders.spared and by.by_sea(mover) and by.path(mover)
    ]
    if not armies:
        return None
    facts: dict[str, Fact] = {"unit": board.code(unit), "spared_from": board.codes(armies)}
    sentence = f"Supports: {board.names(armies)}, coming by convoy, cannot cut it, as it concerns a fleet that carries."
    return Why("support.spared", sentence, facts, f"DATC 4.A.2 ({by.orders.rulings.paradox} rulebook)")


def unmatched(board: Board, unit: int) -> Why:
    """Return why a support or convoy fits no order of the unit it was for."""
    orders = board.by.orders
    subject, target = orders.subject(unit), orders.target[unit]
    facts: dict[str, Fact] = {"unit": board.code(unit), "of": board.code(subject)}
    place = target if board.place[unit] == NOBODY else board.place[unit]
    meant = "to hold" if target == board.by.space[subject] else f"to go to {board.phrases.places[place]}"
    does = _does(board, subject)
    sentence = f"Void: it was for {board.name(subject)} {meant}, but that unit {does}."
    if orders.doing[unit] == SUPPORT and orders.doing[subject] != MOVE and target == board.by.space[subject]:
        return Why("void.disorder", f"Void: {board.name(subject)} is in civil disorder.", facts, "DATC 4.D.9")
    if orders.doing[subject] == MOVE and orders.target[subject] == target:
        return Why("void.other_way", sentence, facts, "DATC 4.B.4, 4.A.6")
    return Why(
        "void.moved" if orders.doing[subject] == MOVE else "void.not_moved", sentence, facts, "DATC 6.D.7, 6.D.9"
    )


def _does(board: Board, unit: int) -> str:
    """Say what a unit was ordered to do."""
    doing = board.by.doing[unit]
    if doing == MOVE:
        return f"was ordered to {board.goal(unit)}" if board.place[unit] != NOBODY else "was ordered away"
    return {SUPPORT: "supports another", CONVOY: "convoys", CONVERT: "converts"}.get(doing, "holds")
