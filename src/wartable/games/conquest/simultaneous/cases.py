"""How games read stated cases of simultaneous rounds (`conquest-cases/1`): positions, steps, and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.engine.chance import Rolled
from wartable.engine.errors import BadData
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.cases.facts import differing
from wartable.games.conquest.cases.form import Before, Holding
from wartable.games.conquest.cases.reader import Done, Fact, Reader, StepKind
from wartable.games.conquest.cases.steps import chance_answers, known
from wartable.games.conquest.cases.table import R, S, Table
from wartable.games.conquest.core.state import NOBODY, Fallen
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Order, Orders, Placements, Withdraw
from wartable.games.conquest.simultaneous.battle import defence_cap
from wartable.games.conquest.simultaneous.course import STAGES, Rounds
from wartable.games.conquest.simultaneous.events import Bounced
from wartable.games.conquest.simultaneous.fighting import clash_of, ends_of
from wartable.games.conquest.simultaneous.rounds import duels
from wartable.games.conquest.simultaneous.state import Affairs, Clash, Force, Group, affairs_of
from wartable.games.conquest.simultaneous.tasks import (
    ClashRolling,
    Fighting,
    NamingTargets,
    RoundStage,
    Withdrawing,
    WritingMoves,
    WritingPlacements,
    WritingStrategic,
)

AnyTable: TypeAlias = Table[Any, Any]
Player: TypeAlias = int | Literal["neutral"]
BEGINS = {"moves": "moves", "strategic": "strategic", "cards": "cards", "fellowship": "closing"}
"""The stage that begins in each step of a round that a position may be in, beside `round` and `battles`."""
STEPS = ("round", "moves", "battles", "strategic", "cards", "fellowship")
"""The steps of a round that a position may be in."""
NAMES: Mapping[str, str] = {
    "placements": "round", "moves": "moves", "targets": "battles", "clash": "battles", "withdrawing": "battles",
    "strategic": "strategic", "show": "cards", "leader": "cards", "draw": "cards", "adventure": "cards",
    "discard": "cards", "turn_up": "cards", "window": "fellowship", "ring": "fellowship", "search": "fellowship",
}  # fmt: skip
"""The step of the round by the tag of what waits."""


class BattleBefore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that is on before its first round; the sources are without the units that came from them."""

    place: str
    attackers: dict[int, dict[str, int]]
    defender: Holding | None = None


class RoundBefore(Before, frozen=True, kw_only=True):
    """A position that may be in a simultaneous round."""

    battles: tuple[BattleBefore, ...] = ()
    attacking_leaders: dict[int, str] = msgspec.field(default_factory=dict[int, str])
    """By seat the place to which a leader came with its force."""
    fought: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """How many units of a territory have fought in this round."""
    conquered: tuple[int, ...] = ()
    """Seats that conquered something in this round."""


class OrderLine(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """One written move."""

    source: str
    target: str
    units: int
    leader: bool = False


class BattleStep(msgspec.Struct, frozen=True):
    """A round of the battle at a place, or who withdraws from it."""

    battle: str
    targets: dict[int, dict[Player, int]] = {}
    bonus: dict[int, int | str] = {}
    dice: dict[Player, dict[Player, tuple[int, ...]]] | None = None
    withdraw: tuple[int, ...] | None = None


class BattleFact(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is on, with all units of each attacker; who acts as defender, and the number of the next round."""

    place: str
    attackers: dict[int, int]
    defender: Holding | None = None
    acting: Player | None = None
    round: int | None = None


class RoundReader(Reader[R, S, Any]):
    """What games with simultaneous rounds read of cases."""

    before: ClassVar[type[Any]] = RoundBefore

    def put_up(self, table: Table[R, S], before: Any) -> S:  # noqa: ANN401 - of the game
        """Return the position stated, brought to where somebody is asked."""
        state = super().put_up(table, before)
        return self._in_round(table, before, state) if before.step in STEPS else state

    def waiting(self, table: Table[R, S], before: Any) -> tuple[Any, ...]:  # noqa: ANN401
        """Return what waits in the step named; in a round that follows later."""
        return () if before.step in STEPS else super().waiting(table, before)

    def _in_round(self, table: Table[R, S], before: RoundBefore, state: Any) -> S:  # noqa: ANN401
        if not hasattr(state, "affairs"):
            raise BadData(f"before: with these options there are no rounds, so no step {before.step!r}")
        course: Any = self.course
        if before.step == "round":
            state = course.begin_round(table.rules, state, state.turn, table.events)
        else:
            state = self._under_way(table, before, state)
        run: Any = self.game.flow.runs(table.rules, state, table.events)
        self.game.flow.go_on(run)
        found: S = run.state
        return found

    def _under_way(self, table: Table[R, S], before: RoundBefore, state: Any) -> Any:  # noqa: ANN401
        course: Rounds[Any, Any] = self.course  # type: ignore[assignment] # of a game with such rounds
        state = course.fresh_round(table.rules, state)
        held = list(state.held)
        for battle in before.battles:
            for seat, sources in battle.attackers.items():
                for source in sources:
                    held[seat] |= 1 << table.space(source)
        affairs = Affairs(
            before=tuple(held),
            marching=bool(before.battles),
            fought=tuple(sorted((table.space(name), count) for name, count in before.fought.items())),
            conquered=sum(1 << seat for seat in before.conquered),
        )
        stages = [RoundStage(STAGES.index(BEGINS.get(before.step, "returns")))]
        fights = (Fighting(),) if before.step == "battles" else ()
        fallen = tuple(Fallen(seat, NOBODY) for seat, mask in enumerate(held) if not mask)
        state = replace(state, affairs=affairs, agenda=(*fights, *stages), fallen=fallen)
        for battle in sorted(before.battles, key=lambda one: table.space(one.place)):
            forces = [_force(table, before, battle, seat) for seat in state.order if seat in battle.attackers]
            state = course.clashed(table.rules, state, table.space(battle.place), forces, None)
        return state

    def step(self, table: Table[R, S]) -> str:
        """Return the name of the step that a game is in."""
        state: Any = table.state
        if not hasattr(state, "affairs") or not state.agenda:
            return super().step(table)
        tag = str(state.agenda[0].__struct_config__.tag)
        return NAMES.get(tag, super().step(table)) if not state.pools else super().step(table)

    def compared(self, table: Table[R, S], name: str, value: object) -> Iterator[str]:
        """Yield what differs from a stated fact; where targets are to be asked for, nobody has withdrawn before."""
        stated: Any = value
        if name == "asked" and isinstance(value, dict) and stated.get("about") == "battle.targets":
            for seat, action in _nobody_withdraws(table):
                table.act(seat, action)
        yield from super().compared(table, name, stated)


def _force(table: AnyTable, before: RoundBefore, battle: BattleBefore, seat: int) -> Force:
    groups = [Group(table.space(source), units) for source, units in battle.attackers[seat].items()]
    if before.attacking_leaders.get(seat) == battle.place:
        groups[0] = replace(groups[0], leaders=1)
    return Force(seat, tuple(groups))


# --- steps


def _orders(table: AnyTable, _seat: int, written: dict[int, tuple[OrderLine, ...]]) -> Done:
    """Hand in the moves of all; a seat that is not named has none."""
    task = table.state.agenda[0]
    asked = task.seats if isinstance(task, WritingMoves | WritingStrategic) else ()
    for seat, lines in written.items():
        if lines or seat in asked:
            yield seat, Orders(tuple(_order(table, line) for line in lines))
    for seat in asked:
        if seat not in written:
            yield seat, Orders()


def _order(table: AnyTable, line: OrderLine) -> Order:
    return Order(known(table, line.source), known(table, line.target), line.units, line.leader)


def _placements(table: AnyTable, _seat: int, written: dict[int, dict[str, int]]) -> Done:
    """Hand in the reinforcements of all; who is not named is absent."""
    task = table.state.agenda[0]
    asked = task.seats if isinstance(task, WritingPlacements) else ()
    for seat, places in written.items():
        yield seat, Placements(tuple((known(table, name), count) for name, count in places.items()))
    for seat in asked:
        if seat not in written:
            yield seat, table.game.default(table.state, Seat(seat))


def _nobody_withdraws(table: AnyTable) -> Done:
    task = table.state.agenda[0] if table.state.agenda else None
    for seat in task.seats if isinstance(task, Withdrawing) else ():
        yield seat, FightOn()


def _battle(table: AnyTable, _seat: int, wish: BattleStep) -> Done:
    """Fight a round of a battle, or withdraw; a battle that is not at its turn yet waits for it."""
    if _at_hand(table) != wish.battle or wish.withdraw is None:
        yield from _nobody_withdraws(table)
    others = [place_name(table, clash) for clash in affairs_of(table.state).clashes[1:]]
    if wish.battle in others:
        table.later.append(wish)
        return
    yield from _one_round(table, wish)
    while any(each.battle == _at_hand(table) for each in table.later):
        number = next(n for n, each in enumerate(table.later) if each.battle == _at_hand(table))
        later: BattleStep = table.later.pop(number)
        if later.withdraw is None:
            yield from _nobody_withdraws(table)
        yield from _one_round(table, later)


def _at_hand(table: AnyTable) -> str:
    clashes = affairs_of(table.state).clashes
    return place_name(table, clashes[0]) if clashes else ""


def place_name(table: AnyTable, clash: Clash) -> str:
    """Return what files call the place of a battle: a border by both ids, with a bar."""
    return "|".join(filter(None, ends_of(table.rules, clash)))


def _one_round(table: AnyTable, wish: BattleStep) -> Done:
    if wish.withdraw is not None:
        yield from _withdrawals(table, wish.withdraw)
        return
    task = table.state.agenda[0]
    if not isinstance(task, NamingTargets) or _at_hand(table) != wish.battle:
        raise BadData(f"there is no battle at {wish.battle} whose targets are asked for")
    for seat in sorted(task.seats, key=lambda seat: seat not in wish.targets):
        if seat in wish.targets:
            yield seat, _named(wish, seat)
        elif wish.dice is not None:
            yield seat, table.game.default(table.state, Seat(seat))
    task = table.state.agenda[0] if table.state.agenda else None
    if isinstance(task, ClashRolling):
        yield CHANCE, Rolled(tuple(_faces(table, task, wish)))


def _named(wish: BattleStep, seat: int) -> NameTargets:
    dice = tuple((_number(target), count) for target, count in wish.targets[seat].items())
    return NameTargets(dice, _number(wish.bonus[seat]) if seat in wish.bonus else None)


def _number(player: int | str) -> int:
    return NOBODY if player == "neutral" else int(player)


def _faces(table: AnyTable, task: ClashRolling, wish: BattleStep) -> Iterator[int]:
    rolled = {
        (_number(one), _number(other)): faces
        for one, hands in (wish.dice or {}).items()
        for other, faces in hands.items()
    }
    for duel in duels(clash_of(table.state).battle, dict(task.targets)):
        for pair in ((duel.first, duel.second), (duel.second, duel.first)):
            if pair not in rolled:
                raise BadData(f"dice of {pair[0]} against {pair[1]} are due, and not stated")
            yield from rolled[pair]


def _withdrawals(table: AnyTable, leaving: tuple[int, ...]) -> Done:
    task = table.state.agenda[0] if table.state.agenda else None
    asked = task.seats if isinstance(task, Withdrawing) else ()
    for seat in leaving:
        yield seat, Withdraw()
    for seat in asked:
        if seat not in leaving:
            yield seat, FightOn()


def _end_round(table: AnyTable, _seat: int, _end: str) -> Done:
    """Take the steps of the Fellowship that end a round."""
    while table.state.agenda and not isinstance(table.state.agenda[0], WritingPlacements):
        asked = table.game.asked(table.state)
        if table.chance:
            yield from chance_answers(table)
        elif asked is not None and asked.kind == "reaction":
            yield asked.seats[0], table.game.default(table.state, asked.seats[0])
        else:
            return


STEP_KINDS: Mapping[str, StepKind] = {
    "orders": StepKind(dict[int, tuple[OrderLine, ...]], _orders),
    "placements": StepKind(dict[int, dict[str, int]], _placements),
    "battle": StepKind(BattleStep, _battle, ("targets", "bonus", "dice", "withdraw")),
    "round": StepKind(Literal["end"], _end_round),
}
"""The steps of simultaneous rounds."""


# --- facts


def _caps(table: AnyTable, expected: tuple[tuple[int, int, int], ...]) -> Iterator[str]:
    by_units = table.rules.options.cap_by_units
    for units, attackers, dice in expected:
        found = defence_cap(units, attackers, by_units=by_units)
        yield from differing(f"caps of {units} against {attackers}", dice, found)


def _battles(table: AnyTable, expected: tuple[BattleFact, ...]) -> Iterator[str]:
    found = {place_name(table, clash): clash for clash in affairs_of(table.state).clashes}
    yield from differing("battles at", sorted(one.place for one in expected), sorted(found))
    for one in expected:
        if one.place in found:
            yield from _battle_differs(one, found[one.place])


def _battle_differs(one: BattleFact, clash: Clash) -> Iterator[str]:
    battle, where = clash.battle, f"battle at {one.place}:"
    units = {side.player: side.units for side in battle.sides if not side.stayed}
    stayed = next(([_player(side.player), side.units] for side in battle.sides if side.stayed), None)
    yield from differing(f"{where} attackers", one.attackers, units)
    yield from differing(f"{where} defender", one.defender, stayed)
    if one.acting is not None:
        yield from differing(f"{where} acting", one.acting, None if battle.acting is None else _player(battle.acting))
    if one.round is not None:
        yield from differing(f"{where} round", one.round, battle.round)


def _player(player: int) -> Player:
    return "neutral" if player == NOBODY else player


def _bounced(table: AnyTable, expected: dict[int, int]) -> Iterator[str]:
    told = [event for event in table.events if isinstance(event, Bounced)]
    found: dict[int, int] = {}
    for event in told:
        for player, count in event.back:
            found[player] = found.get(player, 0) + count
    yield from differing("bounced", dict(sorted(expected.items())), dict(sorted(found.items())))


FACTS: Mapping[str, Fact] = {
    "caps": Fact(tuple[tuple[int, int, int], ...], _caps),
    "battles": Fact(tuple[BattleFact, ...], _battles),
    "bounced": Fact(dict[int, int], _bounced),
}
"""The facts of simultaneous rounds."""


# --- what is hidden


def _other_answers(kinds: tuple[type[Any], ...], table: AnyTable, seat: int) -> tuple[Any, Any] | None:
    """Return two positions that differ only in what a seat has answered in secret; None where it is not asked."""
    state, task = table.state, table.state.agenda[0] if table.state.agenda else None
    if not isinstance(task, kinds):
        return None
    given: Any = task  # one of several tasks that all answer
    seats = tuple(other for other in given.seats if other != seat)
    others = tuple((other, answer) for other, answer in given.given if other != seat)
    answers = [answer for answer in _answers(table, seat) if answer is not None]
    if len(answers) < 2:
        return None
    one, other = (
        replace(state, agenda=(replace(given, seats=seats, given=(*others, (Seat(seat), answer))), *state.agenda[1:]))
        for answer in answers[:2]
    )
    return one, other


def _answers(table: AnyTable, seat: int) -> list[Any]:
    """Return different legal answers of a seat to the question at hand, as if it had not answered yet."""
    state, task = table.state, table.state.agenda[0]
    seats = tuple(dict.fromkeys((*task.seats, Seat(seat))))
    given = tuple((other, answer) for other, answer in task.given if other != seat)
    open_again = replace(state, agenda=(replace(task, seats=seats, given=given), *state.agenda[1:]))
    legal = table.game.legal(open_again, Seat(seat))
    rng = Random(f"{table.case.id} {seat}")
    return list(dict.fromkeys(legal.sample(rng) for _ in range(50)))


HIDDEN: Mapping[str, Any] = {
    "orders": partial(_other_answers, (WritingPlacements, WritingMoves, WritingStrategic)),
    "targets": partial(_other_answers, (NamingTargets,)),
}
"""What can be hidden in simultaneous rounds."""
