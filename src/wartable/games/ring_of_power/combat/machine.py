"""A combat from its first decision to its report, one answer at a time (G); and a legal answer at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from wartable.engine.chance import Randomness
from wartable.engine.structs import filled
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import allocation, outcome, prepare, requests, rolls, targets, weapons
from wartable.games.ring_of_power.combat.allocation import dealt_in
from wartable.games.ring_of_power.combat.lines import crew_of, remembering, serving
from wartable.games.ring_of_power.combat.outcome import candidates, doomed, refugees
from wartable.games.ring_of_power.combat.report import BarrierResult, FigureResult, Report, WeaponResult
from wartable.games.ring_of_power.combat.requests import Answer, Decision, DecisionKind, Request, Throw
from wartable.games.ring_of_power.combat.stage import Condition, Stage, Step, Volley, refuse
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate, Fighter


class Act(NamedTuple):
    """What a step asks for (None: nothing more), what it does with an answer or dice, and when it is left."""

    ask: Callable[[Stage], Request | None] = lambda _: None
    take: Callable[[Stage, Decision, Any], Stage] | None = None
    roll: Callable[[Stage, Answer], Stage] | None = None
    leave: Callable[[Stage], Stage] = lambda stage: stage


ACTS: dict[Step, Act] = {
    Step.HIDE: Act(prepare.ask_hide, prepare.take_hide, leave=prepare.leave_hide),
    Step.SEARCH: Act(prepare.ask_search, prepare.take_search, prepare.roll_search, prepare.leave_search),
    Step.AIM: Act(prepare.ask_aim, prepare.take_aim),
    Step.HOLD: Act(prepare.ask_hold, prepare.take_hold),
    Step.DUEL: Act(prepare.ask_duel, prepare.take_duel, prepare.roll_duel),
    Step.ENCHANT: Act(prepare.ask_enchant, prepare.take_enchant),
    Step.SERVE: Act(weapons.ask_serve, weapons.take_serve, weapons.roll_serve, weapons.leave_serve),
    Step.ATTACK: Act(rolls.ask_attack, roll=rolls.roll_attack),
    Step.REROLL: Act(rolls.ask_reroll, roll=rolls.roll_reroll, leave=rolls.leave_reroll),
    Step.PICK: Act(allocation.ask_pick, allocation.take_pick, leave=allocation.leave_pick),
    Step.ALLOCATE: Act(allocation.ask_allocate, allocation.take_allocate, leave=allocation.leave_allocate),
    Step.DEFEND: Act(rolls.ask_defend, roll=rolls.roll_defend),
    Step.SAVE_AGAIN: Act(rolls.ask_save_again, roll=rolls.roll_save_again, leave=rolls.leave_saves),
    Step.SCORE: Act(leave=outcome.leave_score),
    Step.EXTRA: Act(outcome.ask_extra, outcome.take_extra, leave=outcome.leave_extra),
    Step.FALL: Act(outcome.ask_fall, outcome.take_fall, leave=outcome.leave_fall),
    Step.ENTER: Act(outcome.ask_enter, outcome.take_enter),
}
WANTED: Mapping[DecisionKind, tuple[str, str]] = {
    "hide": ("Say here which forces hide.", "F1"),
    "search": ("Say here which force searches for which party.", "F2"),
    "aim": ("Say here which side each figure attacks.", "Q24"),
    "hold": ("Name the figures that hold back.", "G2"),
    "challenge": ("Name an enemy to challenge, or none.", "G3"),
    "enchant": ("Say here how many points go to dice, attack and defence.", "G4"),
    "serve": ("Say here what each weapon does.", "G5"),
    "pick": ("Name the victims of the assassins here.", "M2"),
    "allocate": ("Say here which figure takes how many hits of each kind.", "G8"),
    "lose": ("Name the figures that are lost besides.", "G13"),
    "flee": ("Name the figures that go to the tower.", "K4"),
    "enter": ("Name the figures that go inside, or nobody.", "K7"),
}
"""What is said to an answer of another kind than the question, with its rule."""


def begin(battle: Battle) -> Stage:
    """Return the first stage of a combat: it waits for something, or is over."""
    return _flow(Stage(battle=battle, place=battle.place))


def answer(stage: Stage, reply: Answer) -> Stage:
    """Return the stage after an answer. Raises `IllegalAction` with the reason if the answer does not fit."""
    asked = stage.awaits
    if asked is None:
        raise refuse("answer", "The combat is over; nothing is asked.")
    act = ACTS[stage.step]
    if isinstance(asked, Throw):
        assert act.roll is not None  # noqa: S101 - a step that asks for dice takes them
        return _flow(remembering(stage, act.roll(stage, reply)))
    assert act.take is not None  # noqa: S101 - a step that asks somebody takes the answer
    if reply.__struct_config__.tag != asked.kind:
        raise refuse(asked.kind, *WANTED[asked.kind])
    return _flow(remembering(stage, act.take(stage, asked, reply)))


def with_defaults(stage: Stage, *, until: Step = Step.OVER) -> Stage:
    """Return the stage after defaults for all decisions up to the next dice, or to a step (`resolve all`)."""
    while isinstance(stage.awaits, Decision) and stage.step < until:
        stage = answer(stage, stage.awaits.default)
    return stage


def resume(stage: Stage, step: Step) -> Stage:
    """Return the stage that follows when a combat is taken up at the beginning of a step, as odds do."""
    return _flow(replace(stage, step=step, turn=0, awaits=None))


def play(stage: Stage, roll: Callable[[Throw], Answer]) -> Stage:
    """Return the end of a combat with defaults for all decisions and the given dice."""
    while stage.awaits is not None:
        reply = roll(stage.awaits) if isinstance(stage.awaits, Throw) else stage.awaits.default
        stage = answer(stage, reply)
    return stage


def _flow(stage: Stage) -> Stage:
    """Go on until something is asked or the combat is over."""
    while stage.step is not Step.OVER:
        request = ACTS[stage.step].ask(stage)
        if request is not None:
            return remembering(stage, replace(stage, awaits=request))
        stage = remembering(stage, _next(ACTS[stage.step].leave(stage)))
    return stage


def _next(stage: Stage) -> Stage:
    """Return the stage at its next step: a second wave follows ambush, a second bout the first."""
    stage = replace(stage, awaits=None, turn=0)
    if stage.step is Step.SEARCH and not stage.pairings:
        return replace(stage, step=Step.OVER)
    if stage.step is Step.SERVE:
        return begin_bout(stage, 0)
    if stage.step is Step.SAVE_AGAIN and stage.wave == 0:
        return replace(stage, step=Step.ATTACK, wave=1, volley=Volley())
    if stage.step is Step.ENTER and stage.bout + 1 < len(stage.pairings):
        return begin_bout(stage, stage.bout + 1)
    return replace(stage, step=Step(stage.step + 1))


def begin_bout(stage: Stage, bout: int) -> Stage:
    """Return the stage at the attack of a bout: its ambush, if somebody in the combat lies in one."""
    fallen = tuple(condition.id for condition in stage.conditions if condition.fate in CASUALTIES)
    ambush = any("strikes_first" in targets.traits(fighter.abilities) for fighter in stage.battle.fighters)
    first = 0 if ambush else 1
    return replace(stage, awaits=None, step=Step.ATTACK, turn=0, bout=bout, wave=first, volley=Volley(), fallen=fallen)


T = TypeVar("T")


def sample(stage: Stage, rng: Randomness) -> requests.Choice:
    """Return a legal answer to the decision that a combat waits for. Raises `IllegalAction` if it waits for none."""
    decision = stage.awaits
    if not isinstance(decision, requests.Decision):
        raise refuse("answer", "No decision is asked for here.")
    return _SAMPLES[decision.kind](stage, decision, rng)


def _some(items: Sequence[T], rng: Randomness, one_in: int = 2) -> tuple[T, ...]:
    return tuple(item for item in items if not rng.randrange(one_in))


def _each(asked: requests.Decision, rng: Randomness) -> tuple[tuple[int, Any], ...]:
    """Return for each figure or force one of its options."""
    return tuple((one, options[rng.randrange(len(options))]) for one, options in asked.options)


def _mixed(items: Sequence[T], rng: Randomness) -> list[T]:
    left, found = list(items), list[T]()
    while left:
        found.append(left.pop(rng.randrange(len(left))))
    return found


def _search(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    pairs = _some([(seeker, int(party)) for seeker, parties in asked.options for party in parties], rng)
    if stage.battle.rules.detect_rolls == "once_per_phase":
        pairs = tuple((seeker, party) for party, seeker in {party: seeker for seeker, party in pairs}.items())
    return requests.Search(pairs)


def _enchant(_: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    dice = rng.randrange(asked.need + 1)
    attack = rng.randrange(asked.need - dice + 1)
    return requests.Enchant(dice, attack, rng.randrange(asked.need - dice - attack + 1))


def _allocate(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    """Deal hits as play does, but to the figures in a random order."""
    index = stage.pairing.sides.index(asked.side)
    hits = tuple(dealt_in(stage, index, _mixed(asked.figures, rng), asked.batches))
    return requests.Allocate(hits, _some(asked.allies, rng))


def _lose(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    army, others = candidates(stage, stage.pairing.sides.index(asked.side))
    return requests.Lose((*_mixed(army, rng), *_mixed(others, rng))[: asked.need])


def _flee(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    characters, army = refugees(stage)
    return requests.Flee((*_some(characters, rng), *_mixed(army, rng)[: rng.randrange(asked.need + 1)]))


_SAMPLES: dict[requests.DecisionKind, Callable[[Stage, requests.Decision, Randomness], requests.Choice]] = {
    "hide": lambda _, asked, rng: requests.Hide(_some(asked.figures, rng)),
    "search": _search,
    "aim": lambda _, asked, rng: requests.Aim(_each(asked, rng)),
    "hold": lambda _, asked, rng: requests.Hold(_some(asked.figures, rng, 4)),
    "challenge": lambda _, asked, rng: requests.Challenge(
        (None, *asked.figures)[rng.randrange(len(asked.figures) + 1)]
    ),
    "enchant": _enchant,
    "serve": lambda _, asked, rng: requests.Serve(_each(asked, rng)),
    "pick": lambda _, asked, rng: requests.Pick(tuple(islice(cycle(_mixed(asked.figures, rng)), asked.need))),
    "allocate": _allocate,
    "lose": _lose,
    "flee": _flee,
    "enter": lambda _, asked, rng: requests.Enter(_some(asked.figures, rng)),
}


def report(stage: Stage) -> Report:
    """Return what came of a combat. Raises `ValueError` while it is under way."""
    if not stage.over:
        raise ValueError("The combat is not over; answer what it waits for first.")
    winners = [bout.winner for bout in stage.bouts if bout.fell]
    gone = {f.id for f in stage.battle.fighters if _gone(stage, f)}
    retreats = {figure for bout in stage.bouts for figure in bout.retreats} - gone
    before, after = (place.barriers if place else () for place in (stage.battle.place, stage.place))
    changed = (new for old, new in zip(before, after, strict=True) if old != new)
    return filled(
        Report,
        stage,
        figures=tuple(_figures(stage)),
        retreats=tuple(sorted(retreats)),
        taken=winners[-1] if winners else None,
        weapons=tuple(_weapons(stage)),
        barriers=tuple(BarrierResult(new.name, new.tries, new.broken) for new in changed),
    )


def _gone(stage: Stage, fighter: Fighter) -> bool:
    return final(stage, fighter)[0] in (Fate.DEAD, Fate.DISPERSED)


def final(stage: Stage, fighter: Fighter) -> tuple[Fate, str]:
    """Return what becomes of a figure in the end, and by what: berserkers and the crew of a charge die (G15, L5)."""
    condition = stage.by_id.get(fighter.id)
    if fighter.id in stage.spent:
        return Fate.DEAD, "charge"
    if condition is not None and condition.fate in CASUALTIES:
        return condition.fate, condition.cause
    if doomed(stage, fighter):
        return Fate.DEAD, "berserk"
    return (condition.fate, condition.cause) if condition else (Fate.UNHURT, "")


def _figures(stage: Stage) -> Iterator[FigureResult]:
    for fighter in sorted(stage.battle.fighters, key=lambda f: f.id):
        fate, cause = final(stage, fighter)
        condition = stage.by_id.get(fighter.id, Condition(fighter.id, fate, fighter.wounds, cause=""))
        if fate is not Fate.UNHURT or condition.hits:
            yield FigureResult(
                id=fighter.id,
                side=fighter.side,
                fate=fate,
                hits=condition.hits,
                failures=condition.failures,
                wounds=0 if fate in CASUALTIES else condition.wounds,
                cause="" if fate is Fate.UNHURT else cause,
                recovering=fate is Fate.PARALYSED,
            )


def _weapons(stage: Stage) -> Iterator[WeaponResult]:
    for fighter in stage.battle.fighters:
        if not fighter.weapon and fighter.profile.dice != "crew":
            continue
        crew = fighter.crew + sum(not _gone(stage, f) for f in crew_of(stage, fighter))
        served = sum(serving(stage, f) == fighter.id and not f.wounded for f in stage.battle.fighters)
        first, lost = fighter.crew + served, _gone(stage, fighter)
        if fighter.weapon:
            yield _weapon(stage, fighter, crew, first, lost=lost)
        else:
            amok = first > 0 and not crew and not lost
            yield WeaponResult(id=fighter.id, crew=crew, mobile=True, lost=lost, amok=amok)


def _weapon(stage: Stage, fighter: Fighter, crew: int, first: int, *, lost: bool) -> WeaponResult:
    """Return what a weapon is left with of the crew that it had at `first`."""
    mode, chart = dict(stage.modes).get(fighter.id), charts().artillery[fighter.weapon]
    dropped = mode == "detonate" or (mode == "fight" and chart.rerolls > 0)
    return WeaponResult(
        id=fighter.id,
        crew=crew,
        mobile=chart.moves and crew >= min(first, chart.crew),
        lost=dropped or lost or (first > 0 and crew == 0),
        unmanned=first == 0,
    )
