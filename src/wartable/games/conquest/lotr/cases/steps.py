"""Steps of cases of Lord of the Rings Risk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, Literal

import msgspec

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Shuffle, Shuffled, answer_with
from wartable.engine.errors import BadData
from wartable.engine.values import CHANCE, Action
from wartable.engine.words import hint
from wartable.games.conquest.cases.form import SCHEMA
from wartable.games.conquest.cases.reader import Done, StepKind
from wartable.games.conquest.cases.steps import Assault, March, Way, due, known, steps_for
from wartable.games.conquest.core.actions import EndAttacks
from wartable.games.conquest.core.tasks import Drawing
from wartable.games.conquest.lotr.actions import (
    Declare,
    Discard,
    EndStep,
    Enter,
    LotrAttack,
    Move,
    MoveLeader,
    NameCapital,
    Pass,
    PlaceLeader,
    PlaceReward,
    PlayCard,
    ShowMission,
)
from wartable.games.conquest.lotr.adventure.happenings import territory_deck
from wartable.games.conquest.lotr.adventure.standing import Answer, answer_of
from wartable.games.conquest.lotr.cases.position import LotrReader, LotrTable, LotrTables
from wartable.games.conquest.lotr.tasks import Dealing, DealingHand, DealingRest, DrawingAdventure, TurningUp
from wartable.games.conquest.simultaneous.cases import STEP_KINDS

Shares = dict[int | Literal["neutral"], tuple[str, ...]]


class LedAssault(Assault, frozen=True):
    """One roll; the leader of the source takes part or not."""

    leader: bool = False


class LedMarch(March, frozen=True):
    """Units, and a leader with them or not."""

    leader: bool = False


class MissionStep(msgspec.Struct, frozen=True):
    """A mission card, and where its units go."""

    card: str
    place: dict[str, int] = {}


class PlayStep(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """A power card and its values."""

    card: str
    source: str = ""
    target: str = ""
    units: int = 0
    change: int = 0
    bridge: tuple[str, ...] = ()


class DeclareStep(msgspec.Struct, frozen=True):
    """A leader that goes for a mission, by where it stands."""

    leader: str


class StandingStep(msgspec.Struct, frozen=True, rename={"passes": "pass"}):
    """What is answered whenever a window is open."""

    about: str
    territory: str = ""
    play: str | PlayStep | None = None
    passes: bool = False


def _attack(table: LotrTable, seat: int, way: LedAssault) -> Done:
    source, target = known(table, way.source), known(table, way.target)
    yield seat, LotrAttack(source, target, way.dice, way.until, leader=way.leader)


def _enter(table: LotrTable, seat: int, way: LedMarch) -> Done:
    yield seat, Enter(known(table, way.source), known(table, way.target), way.units, leader=way.leader)


def _fortify(table: LotrTable, seat: int, way: LedMarch) -> Done:
    yield seat, Move(known(table, way.source), known(table, way.target), way.units, leader=way.leader)


def _move_leader(table: LotrTable, seat: int, way: Way) -> Done:
    yield seat, MoveLeader(known(table, way.source), known(table, way.target))


def _new_leader(table: LotrTable, seat: int, space: str) -> Done:
    yield seat, PlaceLeader(known(table, space))


def _declare(table: LotrTable, seat: int, wish: DeclareStep) -> Done:
    yield seat, Declare(known(table, wish.leader))


def _mission(table: LotrTable, seat: int, wish: MissionStep) -> Done:
    yield seat, ShowMission(card_known(table, wish.card), tuple(wish.place.items()))


def _reward(table: LotrTable, seat: int, wish: MissionStep) -> Done:
    yield seat, PlaceReward(card_known(table, wish.card), tuple(wish.place.items()))


def card_known(table: LotrTable, name: str) -> str:
    """Return the id of an adventure card; raises `BadData` where there is none such."""
    if name not in table.rules.adventure:
        raise BadData(f"There is no adventure card {name!r} with these options. {hint(name, table.rules.adventure)}")
    return name


def _play(table: LotrTable, seat: int, wish: PlayStep) -> Done:
    source, target = wish.bridge or (wish.source, wish.target)
    for name in filter(None, (source, target)):
        table.space(name)
    yield seat, PlayCard(card_known(table, wish.card), source, target, wish.units or wish.change)


def _pass(_table: LotrTable, seat: int, _yes: bool) -> Done:  # noqa: FBT001 - what stands in the file
    yield seat, Pass()


def _discard(table: LotrTable, seat: int, names: tuple[str, ...]) -> Done:
    yield seat, Discard(tuple(card_known(table, name) for name in names))


def _capital(table: LotrTable, seat: int, space: str) -> Done:
    yield seat, NameCapital(known(table, space))


def _standing(table: LotrTable, seat: int, wish: StandingStep) -> Done:
    """Give a standing answer: to a window, for one territory or all, a card or a pass."""
    if not isinstance(table, LotrTables):
        raise BadData("no standing answers can be given here")
    played = PlayStep(wish.play) if isinstance(wish.play, str) else wish.play
    if (played is None) != wish.passes:
        raise BadData("a standing answer either plays a card or passes: `play` or `pass`")
    card = (
        None if played is None else PlayCard(card_known(table, played.card), target=played.target, count=played.change)
    )
    answer = Answer(wish.about, wish.territory, card)
    if answer_of(table.rules, answer.key) is None:
        raise BadData(f"no such standing answer can be given: there is no {answer.key!r}")
    table.standing.append((seat, answer))
    return ()


def _deal(table: LotrTable, _seat: int, how: Literal["any"] | Shares) -> Done:
    if not isinstance(table.state.agenda[0], Dealing):
        raise BadData(f"no deal is due: {due(table)}")
    yield CHANCE, _some(table) if how == "any" else _dealt(table, how)


def _some(table: LotrTable) -> Action:
    return answer_with(table.game.request(table.state), Random(f"{SCHEMA} {table.case.id} {table.state.step}"))


def _dealt(table: LotrTable, shares: Shares) -> Shuffled:
    """Return the order of the cards in which everybody is dealt what is named."""
    wanted = table.game.request(table.state)
    if not isinstance(wanted, Shuffle):
        raise BadData(f"no deal is due: {due(table)}")
    named = [table.space(name) for who in (*range(table.state.seats), "neutral") for name in shares.get(who, ())]
    return Shuffled((*named, *(space for space in range(wanted.count) if space not in named)))


def _while(kind: type[Any], table: LotrTable, _seat: int, _how: str) -> Done:
    """Answer chance as long as a step of a kind waits."""
    if not isinstance(table.state.agenda[0], kind):
        raise BadData(f"nothing is to be dealt: {due(table)}")
    while table.state.agenda and isinstance(table.state.agenda[0], kind):
        yield CHANCE, _some(table)


def _draw(reader: LotrReader, table: LotrTable, _seat: int, names: tuple[str, ...]) -> Done:
    for name in names:
        wanted = table.game.request(table.state) if table.chance else None
        if not isinstance(wanted, Draw):
            raise BadData(f"no card is due: {due(table)}")
        yield CHANCE, Drawn(_place(name, _drawable(reader, table), wanted.among))


def _drawable(reader: LotrReader, table: LotrTable) -> list[str]:
    """Return what may be drawn now, in the order of its numbers."""
    rules, state, task = table.rules, table.state, table.state.agenda[0]
    match task:
        case DrawingAdventure() | DealingHand(adventure=True):
            choice = state.adventure.deck & ~(rules.events_mask if isinstance(task, DealingHand) else 0)
            return [rules.deck[card].id for card in bits(choice)]
        case TurningUp():
            choice = territory_deck(rules, state) & ~task.passed
        case Drawing() | DealingHand():
            choice = territory_deck(rules, state)
        case _:
            raise BadData(f"no card is due: {due(table)}")
    return [reader.card_name(table, card) for card in bits(choice)]


def _place(name: str, drawable: Iterable[str], among: int) -> int:
    found = list(drawable)
    if len(found) != among:
        raise BadData(f"{among} cards can be drawn, and {len(found)} are known of")
    if name not in found:
        raise BadData(f"{name} cannot be drawn: it is not in the deck. {hint(name, dict.fromkeys(found))}")
    return found.index(name)


LAST = {
    "reinforce": EndStep,
    "declare": EndStep,
    "attack": EndAttacks,
    "fortify": EndStep,
    "claim": EndStep,
}


def steps_of(reader: LotrReader) -> Mapping[str, StepKind]:
    """Return the steps of the game's cases."""
    return {
        **steps_for(reader, LAST),
        **STEP_KINDS,
        "attack": StepKind(LedAssault, _attack),
        "enter": StepKind(LedMarch, _enter),
        "fortify": StepKind(LedMarch, _fortify),
        "move_leader": StepKind(Way, _move_leader),
        "new_leader": StepKind(str, _new_leader),
        "declare": StepKind(DeclareStep, _declare),
        "mission": StepKind(MissionStep, _mission),
        "place_reward": StepKind(MissionStep, _reward),
        "play": StepKind(PlayStep, _play),
        "pass": StepKind(bool, _pass),
        "discard": StepKind(tuple[str, ...], _discard),
        "capital": StepKind(str, _capital),
        "standing": StepKind(StandingStep, _standing),
        "deal": StepKind(Literal["any"] | Shares, _deal),
        "deal_rest": StepKind(Literal["any"], partial(_while, DealingRest)),
        "deal_hands": StepKind(Literal["any"], partial(_while, DealingHand)),
        "draw": StepKind(tuple[str, ...], partial(_draw, reader)),
    }
