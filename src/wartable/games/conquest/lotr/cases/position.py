"""Positions of cases of Lord of the Rings Risk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.engine.values import Action, Seat
from wartable.engine.words import hint
from wartable.games.conquest.cases.form import Case
from wartable.games.conquest.cases.table import Table
from wartable.games.conquest.core.goals import NO_MISSION, Goal, HoldRegions, HoldSpaces
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.lotr.adventure.standing import Answer
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.goals import COLOURS, EliminateColour
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import InForce, LotrState, Owed
from wartable.games.conquest.lotr.tasks import Reacting, Stage
from wartable.games.conquest.simultaneous.cases import STEPS as ROUND_STEPS
from wartable.games.conquest.simultaneous.cases import RoundBefore, RoundReader

LotrTable = Table[LotrRules, LotrState]
PHASES: Mapping[str, tuple[str, ...]] = {
    "setup_claim": ("claim",),
    "setup_place": ("setup",),
    "setup_leaders": ("leader",),
    "setup_hands": ("hand",),
    "setup_first_turn": ("dice",),
    "reinforce": ("reinforce",),
    "declare": ("declare",),
    "attack": ("attack",),
    "move_in": ("occupy",),
    "fortify": ("fortify",),
    "claim": ("show",),
    "leader": ("leader",),
    "discard": ("discard",),
}
BY_THEMSELVES = ("setup_leaders", "setup_hands", "setup_first_turn")
"""Steps of the set-up that begin by themselves, with what the rules ask first."""


class GoalLine(msgspec.Struct, frozen=True):
    """A secret goal."""

    kind: Literal["territorial", "eliminate", "regions"]
    count: int = 0
    min_units: int = 0
    colour: str = ""
    regions: tuple[str, ...] = ()


class Lasting(msgspec.Struct, frozen=True):
    """A card in force, and what it bears on."""

    card: str
    by: int
    territories: tuple[str, ...] = ()
    bridge: tuple[str, ...] = ()


class OwedLine(msgspec.Struct, frozen=True):
    """Units of a mission that are kept."""

    card: str
    units: int


class LotrBefore(RoundBefore, frozen=True, kw_only=True):
    """A position of Lord of the Rings Risk."""

    leaders: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    adventure_cards: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    """Hands, by the ids of cards; copies have the same id."""
    shown: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    adventure_discard: tuple[str, ...] = ()
    aside: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    ring: str = ""
    leaders_at_start: dict[int, tuple[str, ...]] | None = None
    """Where leaders stood when the turn began; missing: where they stand."""
    in_force: tuple[Lasting, ...] = ()
    goals: dict[int, GoalLine] = msgspec.field(default_factory=dict[int, GoalLine])
    owed: dict[int, tuple[OwedLine, ...]] = msgspec.field(default_factory=dict[int, tuple[OwedLine, ...]])
    first_turn: int = 0
    dealt: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    capitals: dict[int, str] = msgspec.field(default_factory=dict[int, str])


class LotrTables(Table[LotrRules, LotrState]):
    """A game under way, with the standing answers that seats have given."""

    def __init__(self, game: Any, case: Case, state: LotrState) -> None:  # noqa: ANN401 - as of the family
        """Begin without any."""
        super().__init__(game, case, state)
        self.standing: list[tuple[int, Answer]] = []

    def act(self, seat: int, action: Action) -> None:
        """Do an action, then what standing answers say to the questions that follow."""
        super().act(seat, action)
        while (found := self._settled()) is not None:
            who, answer, said = found
            if answer.play is not None:  # a card is played once
                self.standing.remove((who, answer))
            super().act(who, said)

    def _settled(self) -> tuple[int, Answer, Action] | None:
        """Return what a standing answer says to the question of the moment, cards before passes."""
        asked = self.game.asked(self.state)
        for seat, answer in sorted(self.standing, key=lambda one: one[1].key) if asked else ():
            if asked and seat in asked.seats:
                said = self.game.settled(self.state, Seat(seat), answer.key)
                if said is not None:
                    return seat, answer, said
        return None


class LotrReader(RoundReader[LotrRules, LotrState]):
    """Cases of Lord of the Rings Risk."""

    game = LOTR_RISK
    course = COURSE
    before = LotrBefore
    phases = PHASES
    closing = ("setup_leaders", "leader", "discard")  # in the first round a leader is placed as in the set-up
    sits = LotrTables

    def seated(self, case: Case, state: LotrState) -> LotrState:
        """Return the position with the colours of the seats."""
        named = [one.colour for one in case.seated if one.colour]
        if not named:
            return state
        colours = tuple(colour for colour in named if colour in COLOURS)
        if len(colours) < len(named) or len(set(colours)) != state.seats:
            raise BadData(f"seats: name a colour for every seat, each once: {', '.join(COLOURS)}")
        return replace(state, colours=colours)

    def furnished(self, table: LotrTable, before: LotrBefore) -> LotrState:
        """Return the position with leaders, adventure cards, the Ring and what else it says."""
        state, rules, seats = table.state, table.rules, range(table.state.seats)
        sets = tuple(before.sets_traded.get(seat, 0) for seat in seats)
        shown = tuple(before.shown.get(seat, ()) for seat in seats)
        hands = tuple(before.adventure_cards.get(seat, ()) for seat in seats)
        numbers = numbered(rules, (*hands, *shown, before.adventure_discard))
        own, front = numbers[: state.seats], numbers[state.seats : 2 * state.seats]
        gone = sum(1 << card for cards in numbers for card in cards)
        aside = tuple(tuple(self.cards(table, before.aside.get(seat, ()))) for seat in seats)
        kept = sum(1 << card for cards in aside for card in cards)
        leaders = [0] * len(rules.board.ids)
        for names in before.leaders.values():
            for name in names:
                leaders[table.space(name)] += 1
        stood = before.leaders if before.leaders_at_start is None else before.leaders_at_start
        order = tuple((before.first_turn + seat) % state.seats for seat in seats)
        state = replace(
            state,
            order=order,
            pieces=(tuple(leaders),),
            cards=replace(state.cards, deck=state.cards.deck & ~kept),
            adventure=Cards(tuple(map(tuple, own)), ((1 << len(rules.deck)) - 1) & ~gone),
            shown=tuple(map(tuple, front)),
            aside=aside,
            ring=self._ring(table, before.ring),
            in_force=tuple(self._lasting(table, one) for one in before.in_force),
            owed=tuple(Owed(seat, one.card, one.units) for seat, lines in before.owed.items() for one in lines),
            capitals=tuple(table.space(before.capitals[seat]) for seat in seats) if before.capitals else (),
            dealt=tuple(table.mask(before.dealt.get(seat, ())) for seat in seats) if before.dealt else (),
            sets_by=sets,
            missions=self._goals(table, before),
            stood=table.mask(stood.get(before.turn, ())),
            site=before.this_turn.leader_site,
        )
        table.state = state
        return self._set_up(table, before.step)

    def _set_up(self, table: LotrTable, step: str) -> LotrState:
        """Return the position at a step of the set-up that begins by itself."""
        rules, state = table.rules, table.state
        if step == "setup_leaders":
            return COURSE.ask_leader(rules, state, state.order.index(state.seat), table.events)
        if step == "setup_hands":
            return COURSE.deal_hands(rules, state, table.events)
        return COURSE.first_turn(rules, state, table.events) if step == "setup_first_turn" else state

    def waiting(self, table: LotrTable, before: LotrBefore) -> tuple[Any, ...]:
        """Return what waits in the step named, and the stage that follows it."""
        if before.step in BY_THEMSELVES or before.step in ROUND_STEPS:
            return ()
        agenda, stages = super().waiting(table, before), table.rules.stages
        stage = {"claim": "show"}.get(before.step, before.step)
        if before.step == "reinforce":
            return (*agenda, Stage(Seat(before.turn), 0))
        if before.step.startswith("setup") or before.step == "start":
            return agenda
        if stage not in stages:
            raise BadData(f"before: with these options a turn has no step {before.step!r}")
        return (*agenda, Stage(Seat(before.turn), stages.index(stage) + 1))

    @staticmethod
    def _ring(table: LotrTable, name: str) -> int:
        path = table.rules.path
        if not name or not path:
            return table.state.ring
        if table.space(name) not in path:
            raise BadData(f"before: {name} is not on the path of the Fellowship")
        return path.index(table.space(name))

    @staticmethod
    def _lasting(table: LotrTable, one: Lasting) -> InForce:
        if one.card not in table.rules.adventure:
            raise BadData(f"before: in_force {one.card!r} is no card. {hint(one.card, table.rules.adventure)}")
        return InForce(one.card, one.by, table.mask((*one.territories, *one.bridge)))

    @staticmethod
    def _goals(table: LotrTable, before: LotrBefore) -> tuple[int, ...]:
        if not before.goals:
            return table.state.missions
        goals = list(table.rules.missions)
        found = {
            seat: next((number for number, goal in enumerate(goals) if is_goal(line, goal)), None)
            for seat, line in before.goals.items()
        }
        for seat, number in found.items():
            if number is None:
                raise BadData(f"before: the goal of seat {seat} is none of those that can be dealt with these options")
        numbers = [found.get(seat, NO_MISSION) for seat in range(table.state.seats)]
        return tuple(NO_MISSION if number is None else number for number in numbers)

    def step(self, table: LotrTable) -> str:
        """Return the name of the step; a window is named by the step that it interrupts."""
        state = table.state
        if state.phase == "leader":
            return "setup_leaders" if state.pools or not state.turn else "leader"
        return super().step(table)


def numbered(rules: LotrRules, piles: Iterable[tuple[str, ...]]) -> list[list[int]]:
    """Return piles of cards by number, each copy once; raises `BadData` for a card that there is not so often."""
    left = {key: [n for n, card in enumerate(rules.deck) if card.id == key] for key in rules.adventure}
    found: list[list[int]] = []
    for pile in piles:
        numbers: list[int] = []
        for name in pile:
            if name not in left:
                raise BadData(f"There is no adventure card {name!r} with these options. {hint(name, left)}")
            if not left[name]:
                raise BadData(f"There are not so many cards {name!r}.")
            numbers.append(left[name].pop(0))
        found.append(sorted(numbers))
    return found


def is_goal(line: GoalLine, goal: Goal) -> bool:
    """Whether a goal is the one that a case names."""
    if isinstance(goal, HoldSpaces):
        return line.kind == "territorial" and (goal.count, goal.armies) == (line.count, line.min_units)
    if isinstance(goal, HoldRegions):
        return line.kind == "regions" and set(goal.hold) == set(line.regions)
    return isinstance(goal, EliminateColour) and line.kind == "eliminate" and goal.colour == line.colour


def window_of(state: LotrState) -> Reacting | None:
    """Return the window that is open."""
    task = state.agenda[0] if state.agenda else None
    return task if isinstance(task, Reacting) else None
