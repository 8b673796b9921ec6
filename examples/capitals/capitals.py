"""Capitals: a further game of the conquest family, in one file.

The map is dealt. Everybody chooses a capital in secret, and all are revealed at once. A capital is defended with one
more on the highest die and brings two armies a turn; whoever holds three of them, or all but one, wins. Once between
two turns of theirs a player who is attacked may call up militia before the dice roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Shuffle, Shuffled
from wartable.engine.errors import Reason
from wartable.engine.game import Blurb
from wartable.engine.options import About
from wartable.engine.values import Action, Event, Seat
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core import explain
from wartable.games.conquest.core.default import family_default
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.goals import Goal
from wartable.games.conquest.core.invariants import broken_promises
from wartable.games.conquest.core.machine import REQUESTS, Machine, PhaseRow
from wartable.games.conquest.core.notation import FORMS, form, of
from wartable.games.conquest.core.offers import MENUS
from wartable.games.conquest.core.options import ConquestOptions
from wartable.games.conquest.core.phases import PHASES
from wartable.games.conquest.core.play import Play
from wartable.games.conquest.core.rules import Rules, family_parts, region_bonus
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Attacking, Chance, Fortifying, MovingIn, Reinforcing, Rolling
from wartable.games.conquest.core.tell import SENTENCES, filled
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.core.view import CardsView, ConquestView, public
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import InOrder, Together
from wartable.odds import DiceRules

# --- what can be decided, what is told, what is waited for


class Choose(Action, frozen=True, tag="capital"):
    """Choose an own territory as the capital."""

    space: str


class CallUp(Action, frozen=True, tag="call_up"):
    """Call up militia in the territory attacked."""


class StandFast(Action, frozen=True, tag="stand_fast"):
    """Call up nobody."""


class Revealed(Event, frozen=True, tag="capitals_revealed"):
    """All capitals, by seat."""

    reveals: ClassVar[bool] = True
    spaces: tuple[str, ...]


class Militia(Event, frozen=True, tag="militia"):
    """Militia was called up."""

    seat: int
    space: str
    count: int


class Dealing(Chance, frozen=True, tag="deal"):
    """The map is dealt."""


class Choosing(Together, frozen=True, tag="choose"):
    """All choose a capital in secret."""

    given: tuple[tuple[Seat, Choose], ...] = ()


class Attacked(InOrder, frozen=True, tag="attacked"):
    """Whoever is attacked may call up militia."""


# --- options, rules, position, view


class CapitalsOptions(ConquestOptions, frozen=True, kw_only=True, cache_hash=True):
    """What can be chosen."""

    needed: Annotated[int, About("Capitals that win", "Never more than all but one.", "capitals 1", 2, 5)] = 3
    militia: Annotated[int, About("Militia", "Armies that a call-up brings; 0: none.", "capitals 2", 0, 5)] = 2


class HoldCapitals(Goal, frozen=True):
    """Hold so many capitals, or all but one."""

    count: int

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return the share that a seat holds."""
        return capitals_in(state, state.held[seat]) / max(2, min(self.count, state.seats - 1))

    def words(self, rules: Rules) -> str:
        """Say it without a full stop."""
        return f"hold {self.count} capitals, or all but one"


class CapitalsRules(Rules, frozen=True, eq=False, kw_only=True):
    """What the rules look up."""

    options: CapitalsOptions

    def dice(self, state: ConquestState, source: int, target: int) -> DiceRules:
        """Defend capitals with one more on the highest die."""
        capital = isinstance(state, CapitalsState) and target in state.capitals
        return replace(self.plain, defence_bonus=1) if capital else self.plain

    def income(self, state: ConquestState, seat: int) -> int:
        """Give armies for territories and regions, and two for each capital."""
        own = state.held[seat]
        return max(3, own.bit_count() // 3) + region_bonus(self, own) + 2 * capitals_in(state, own)


class CapitalsState(ConquestState, frozen=True, kw_only=True):
    """One position."""

    options: CapitalsOptions
    agenda: tuple[Dealing | Choosing | Attacked | Reinforcing | Attacking | Rolling | MovingIn | Fortifying, ...] = ()
    capitals: tuple[int, ...] = ()
    """By seat; empty until they are revealed."""
    called: tuple[int, ...] = ()
    """Seats that have called up militia since their last turn."""


def capitals_in(state: ConquestState, held: int) -> int:
    """Return how many capitals lie in the territories of a mask."""
    return sum(held >> space & 1 for space in state.capitals) if isinstance(state, CapitalsState) else 0


class CapitalsView(ConquestView, frozen=True, tag="capitals"):
    """Everything: nothing is secret once capitals are revealed."""

    phase: Literal["setup", "reinforce", "attack", "occupy", "fortify", "over"]
    capitals: tuple[str, ...]
    called: tuple[int, ...]
    cards: CardsView = CardsView(on=False)
    """None: the common page asks for them."""


@lru_cache(maxsize=64)
def rules_of(options: CapitalsOptions) -> CapitalsRules:
    """Compile the options."""
    return CapitalsRules(
        **family_parts(options, "standard"), fortify="chain", turn_limit=0, goals=(HoldCapitals(options.needed),)
    )


# --- the course of a game


class Course(Play[CapitalsRules, CapitalsState]):
    """What is done otherwise than in every game of the family."""

    def deal(
        self, rules: CapitalsRules, state: CapitalsState, _seat: int, answer: Shuffled, tell: Tell
    ) -> CapitalsState:
        """Deal the map, three armies on each territory, and have the capitals chosen."""
        held = [0] * state.seats
        for number, space in enumerate(answer.order):
            held[number % state.seats] |= 1 << space
        dealt = replace(state, held=tuple(held), armies=(3,) * len(state.armies), step=state.step + 1)
        if tell is not None:
            tell.append(e.Dealt(dealt.owners, dealt.armies))
        return replace(dealt, agenda=(Choosing(seats=tuple(map(Seat, range(state.seats)))),))

    def begin_turn(self, rules: CapitalsRules, state: CapitalsState, seat: int, turn: int, tell: Tell) -> CapitalsState:
        """Count the income; militia may be called up again."""
        income = rules.income(state, seat)
        if tell is not None:
            tell.append(e.TurnBegan(seat, turn, income))
        called = tuple(other for other in state.called if other != seat)
        fresh = {"seat": seat, "turn": turn, "to_place": income, "placed": 0, "conquered": False, "called": called}
        return replace(state, agenda=(Reinforcing(Seat(seat)), Attacking(Seat(seat))), step=state.step + 1, **fresh)

    def attack(
        self, rules: CapitalsRules, state: CapitalsState, seat: Seat, action: a.Attack, tell: Tell
    ) -> CapitalsState:
        """Ask whoever is attacked, if they may still call up militia."""
        after = super().attack(rules, state, seat, action, tell)
        owner = state.owner(rules.board.index[action.target])
        may = state.options.militia and owner not in state.called
        return replace(after, agenda=(Attacked((Seat(owner),)), *after.agenda)) if may else after


COURSE = Course()


def revealed(run: Run[Any, Any], _task: Choosing, given: tuple[tuple[Seat, Choose], ...]) -> None:
    """Reveal the capitals; the first turn begins."""
    chosen = {seat: action.space for seat, action in given}
    spaces = tuple(chosen[Seat(seat)] for seat in range(run.state.seats))
    run.say(Revealed(spaces))
    run.change(capitals=tuple(run.rules.board.index[space] for space in spaces))
    told: list[Event] = []
    run.state = COURSE.begin_turn(run.rules, run.state, 0, 0, told)
    run.say(*told)


def reacted(run: Run[Any, Any], _task: Attacked, action: Action) -> None:
    """Put the militia where the dice are about to roll."""
    if not isinstance(action, CallUp):
        return
    target, count, armies = run.state.fight.target, run.rules.options.militia, list(run.state.armies)
    armies[target] += count
    run.change(armies=tuple(armies), called=(*run.state.called, run.seat))
    run.say(Militia(run.seat, run.rules.id(target), count))


def capital_refusal(
    rules: CapitalsRules, state: CapitalsState, _task: Choosing, seat: Seat, action: Choose
) -> Reason | None:
    """Refuse a capital that is not an own territory."""
    return explain.not_yours(rules, state, seat, action.space, "Choose one of your own territories.", "D7")


def choices(rules: CapitalsRules, state: CapitalsState, _task: Choosing, seat: Seat) -> Iterator[Action]:
    """Yield every capital that a seat may choose."""
    return map(Choose, rules.board.names(state.held[seat]))


def places(rules: CapitalsRules, state: CapitalsState, _task: Choosing, seat: Seat) -> tuple[Offer, ...]:
    """Return the same as people choose: one of some places."""
    return (Offer(kind="capital", targets=rules.board.names(state.held[seat])),)


def answers(*_: object) -> tuple[Action, ...]:
    """Return what may be done when one is attacked; who is absent stands fast."""
    return StandFast(), CallUp()


ROWS: Mapping[str, PhaseRow] = {
    "deal": PhaseRow(shown="setup", title="Deal the map", then=("reinforce",), rule="capitals 1"),
    **{name: PHASES[name] for name in ("reinforce", "attack", "battle", "occupy", "fortify")},
}


def wrong_phase(rules: CapitalsRules, state: CapitalsState, seat: int, _kind: type[Action]) -> Reason:
    """Say what is asked instead."""
    return explain.no("phase.wrong", filled(ROWS[state.phase].hint, rules, state, seat), ROWS[state.phase].rule)


class Capitals(ConquestGame[CapitalsRules, CapitalsState, CapitalsOptions]):
    """The game."""

    key = "capitals"
    title = "Capitals"
    versions = ("1",)
    blurb = Blurb(
        line="Choose a capital in secret, then take those of the others.",
        about="The map is dealt, all choose a capital at once, and whoever holds three wins. Call up militia in time.",
        minutes=30,
        dice=True,
    )
    options_type = CapitalsOptions
    presets: ClassVar = {"standard": CapitalsOptions()}
    action_types = (Choose, CallUp, StandFast, a.Place, a.Attack, a.Occupy, a.EndAttacks, a.Fortify, a.EndTurn)
    event_types = (
        Revealed, Militia, e.Dealt, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.MovedIn, e.Fortified, e.Eliminated,
        e.Won, e.TurnEnded,
    )  # fmt: skip
    state_type = CapitalsState
    hidden = True
    machine = Machine(
        steps=(Dealing, Reinforcing, Attacking, Rolling, MovingIn, Fortifying),
        rows=ROWS,
        offers={name: MENUS[name] for name in ("reinforce", "attack", "occupy", "fortify")},
        checks=explain.CHECKS,
        effects=COURSE.effects(),
        answers={"deal": COURSE.deal, "battle": COURSE.roll},
        requests={"battle": REQUESTS["battle"], "deal": lambda _rules, state, _: Shuffle("deal", len(state.armies))},
        default=family_default,
        wrong_phase=wrong_phase,
    )  # fmt: skip
    interrupts: ClassVar[Mapping[type, Handler]] = {
        Choosing: Handler(
            awaits=asks("orders", secret=True, about="capitals"), takes=revealed, asks_for=(Choose,),
            explains=capital_refusal, prompt="Choose your capital", stage="setup",
            every=choices,
            offers=places,
        ),
        Attacked: Handler(
            awaits=asks("reaction", about="attack.declared"), takes=reacted, asks_for=(CallUp, StandFast),
            prompt="You are attacked: call up militia?", every=answers,
        ),
    }  # fmt: skip
    compiled = staticmethod(rules_of)
    forms: ClassVar = {
        **FORMS,
        Choose: form("capital SPACE", "capital SPACE", of(Choose), "capital {0.space}".format),
        CallUp: form("call up", "call up", of(CallUp), "call up".format),
        StandFast: form("stand fast", "stand fast", of(StandFast), "stand fast".format),
    }
    sentences: ClassVar = {
        **SENTENCES,
        Revealed: lambda event, words: "The capitals are " + ", ".join(
            f"{words.place(space)} of {name}" for space, name in zip(event.spaces, words.names, strict=True)
        ) + ".",
        Militia: lambda event, words: (
            f"{words.who(event.seat)} calls up {event.count} militia in {words.place(event.space)}."
        ),
    }  # fmt: skip

    def _start(self, options: CapitalsOptions, seats: int) -> CapitalsState:
        """Return the empty map."""
        self.check_seats(seats, "capitals 1")
        spaces = len(rules_of(options).board.ids)
        everybody = tuple(range(seats))
        return CapitalsState(
            options=options.settled(), seat=0, turn=0, order=everybody, held=(0,) * seats, armies=(0,) * spaces,
            agenda=(Dealing(Seat(0)),),
        )  # fmt: skip

    def view(self, state: CapitalsState, seat: Seat | None) -> CapitalsView:
        """Return the board; who has chosen what is shown when all have."""
        rules = self.rules(state)
        shown = self.flow.stage(state) or "over"
        names = tuple(rules.id(space) for space in state.capitals)
        return CapitalsView(**public(rules, state, shown), capitals=names, called=state.called)

    def keeps_secrets(self, state: CapitalsState) -> bool:
        """Whether capitals are being chosen."""
        return bool(state.agenda) and isinstance(state.agenda[0], Choosing)

    def measures(self, state: CapitalsState) -> Mapping[str, tuple[float, ...]]:
        """Return capitals, territories and armies of each seat."""
        return {
            "capitals": tuple(float(capitals_in(state, own)) for own in state.held),
            "territories": tuple(float(own.bit_count()) for own in state.held),
            "armies": tuple(map(float, state.army_totals())),
        }

    def invariants(self, state: CapitalsState) -> Iterator[str]:
        """Yield what is wrong with a state."""
        if bits(sum(state.held)):
            yield from broken_promises(self.rules(state), state)


CAPITALS = Capitals()
"""The game; it keeps nothing, so one is enough."""
