"""The contract: what a game is to everything that plays, shows, stores or studies it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast, get_type_hints

import msgspec

from wartable.engine import chance
from wartable.engine.actions import NO_ACTIONS, Actions, not_asked
from wartable.engine.chance import Outcomes, Request
from wartable.engine.errors import BadOptions, IllegalAction, Reason, demand
from wartable.engine.options import Options, check
from wartable.engine.show import Show
from wartable.engine.study import Study
from wartable.engine.told import Told
from wartable.engine.values import (
    CHANCE,
    Action,
    Asked,
    Coming,
    Event,
    Forecast,
    Measures,
    Outcome,
    Seat,
    Standing,
    State,
    Step,
)


class Blurb(msgspec.Struct, frozen=True, kw_only=True):
    """What a lobby says of a game: one line, three sentences, usual length in minutes, and a caveat if there is one."""

    line: str
    about: str
    minutes: int
    dice: bool
    caveat: str = ""
    absent: str = ""
    """What the rules do for the absent in a few words (`units hold`), where that is what players expect by default;
    empty: they expect a bot to play on."""
    brief: str = ""
    """What turns with little to decide are called (`Retreats and builds`), for which a table may grant less time."""
    phases: Mapping[str, str] = {}
    """The kinds of phases for which a table may grant a time of their own: the code of the occasion (`Asked.about`),
    and what players call it (`Retreats`). The first is the usual one, which takes the time of a turn."""
    round: str = ""
    """What a round of `first_round` is called, where there is one (`year`)."""
    out_of_turn: str = ""
    """What is said of reactions in secret (`Cards in others' turns stay open`), where a table sets for how long."""
    letters: bool = False
    """Whether players bargain: then they may write to each other in private, where a table does not say otherwise."""
    preset_titles: Mapping[str, str] = {}
    """What players call each preset, as in `Simple rules`; where it is missing, its key says it."""
    preset_lines: Mapping[str, str] = {}
    """What each preset is, in one sentence; where it is missing, the options that differ are listed."""
    preset_seats: Mapping[str, int] = {}
    """How many usually play a preset, where that is another number than `Game.usual_seats` would say."""


class Inquiry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """A question about a position that decides nothing: how far a figure gets, by which way, with what odds."""


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the options type


class Game(ABC, Generic[S, O]):
    """The rules of one game: stateless, so one object serves any number of tables.

    To implement: the class attributes and every abstract method. The concrete methods without leading underscore
    (`legal`, `explain`, `apply`, `advance`) are what callers use; they enforce what is the same in every game
    (who is asked, that chance answers what was asked, that the refused changes nothing). Every promise made
    here is tested on every game by `wartable.engine.conformance`.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    versions: ClassVar[tuple[str, ...]]
    """The versions of the rules that can be played, numbers in words, the newest last.

    A new one comes in when the same decisions would lead elsewhere. Stored games keep theirs: as long as it is among
    these, they go on by it (`Options.since` is what rules ask); afterwards they are read only.
    """
    seats: ClassVar[tuple[int, int]]
    """Least and most seats."""
    blurb: ClassVar[Blurb]
    options_type: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Options]]
    """Named option sets; the first is the default."""
    action_types: ClassVar[tuple[type[Action], ...]]
    """Every decision a seat may make (answers of chance not among them)."""
    event_types: ClassVar[tuple[type[Event], ...]]
    inquiry_types: ClassVar[tuple[type[Inquiry], ...]] = ()
    """Every question that `answer` answers."""
    state_type: ClassVar[type[State]]
    """The type of all states; `state_type_by` says it for games with some options, where they have a type of theirs."""
    hidden: ClassVar[bool] = False
    """Whether some option of this game keeps something secret; then `resample` must be implemented."""
    late: ClassVar[bool] = False
    """Whether playing needs libraries or data that take a second to load, which `prepare` does: a server loads them
    with the first table."""

    @property
    def rules_version(self) -> str:
        """The version of the rules by which new games are played."""
        return self.versions[-1]

    # --- to implement

    @abstractmethod
    def _start(self, options: O, seats: int) -> S:
        """Return the first state by settled options, or raise `BadOptions` (`check_seats`); draw nothing at random."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return who is asked: one seat, several at once, `(CHANCE,)`, or nobody when the game is over.

        Follows from public knowledge only.
        """

    @abstractmethod
    def request(self, state: S) -> Request:
        """Return what is wanted of chance; only called while chance is asked."""

    @abstractmethod
    def default(self, state: S, seat: Seat) -> Action:
        """Return what the rules do for an absent player; always legal."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> msgspec.Struct:
        """Return what a seat (None: a spectator) may know, as a JSON-able struct."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how it ended, or None while it goes on."""

    @abstractmethod
    def format(self, action: Action) -> str:
        """Return the short human notation of a decision."""

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str) -> Action:
        """Read the notation back; raises `BadNotation`. The result need not be legal."""

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str], options: O | None = None) -> str:
        """Return an event as a full sentence; `names` are the players' names by seat.

        `options` are those of the game, where they settle what things are called; None stands for the first preset.
        """

    @abstractmethod
    def prompt(self, state: S, seat: Seat) -> str:
        """Return what is asked of a seat now, in a few words: `Place 3 more armies`."""

    @abstractmethod
    def _legal(self, state: S, seat: Seat) -> Actions:
        """Return the legal actions of a seat that is asked."""

    @abstractmethod
    def _explain(self, state: S, seat: Seat, action: Action) -> Reason | None:
        """Say why a seat that is asked may not do this; None when it may."""

    @abstractmethod
    def _apply(self, state: S, seat: Seat, action: Action, tell: list[Event] | None) -> S:
        """Return the state after a legal action or a fitting answer of chance.

        Appends events to `tell`; None means nobody listens, and then none need be made.
        """

    # --- may be overridden

    @cached_property
    def show(self) -> Show[S, O]:
        """What of the game can be drawn: its board, who owns what, pictures."""
        return Show()

    @cached_property
    def study(self) -> Study[S]:
        """What statistics of many games follow beside wins."""
        return Study()

    def state_type_by(self, options: O) -> type[State]:  # noqa: ARG002
        """Return the type of the states of games with these options, where some games need more than others."""
        return self.state_type

    def prepare(self, options: O) -> None:
        """Load and work out what playing with these options needs; it may take seconds the first time."""

    def asked(self, state: S) -> Asked | None:
        """Return who is asked and why; None while chance is asked, and when the game is over.

        The seats are those of `to_act`. The default is right for games in which one seat after the other takes its turn
        openly; whoever has secret decisions, reactions or votes says so here.
        """
        seats = self.to_act(state)
        if not seats or seats[0] == CHANCE:
            return None
        turn, whose = self.clock(state)
        return Asked(seats=seats, step=turn, turn=turn, whose=whose)

    def may_act(self, state: S) -> tuple[Seat, ...]:
        """Return who may decide now: those asked, and others who may come in though nobody waits for them."""
        return self.to_act(state)

    def sides(self, state: S) -> tuple[int, ...]:  # noqa: ARG002
        """Return the side of each seat, numbers from 0, where some are allies: they win together, and all know of it.

        The default is right where everybody plays alone.
        """
        return ()

    def silenced(self, state: S, seat: Seat, to: Seat | None) -> str:  # noqa: ARG002
        """Return why a seat may not write to another (None: to everybody) as things stand, in a sentence.

        Empty where it may, as the default says of all. Follows from public knowledge only; a table may forbid more.
        """
        return ""

    def standing(self, options: O) -> tuple[Standing, ...]:  # noqa: ARG002
        """Return what a player may settle in advance, whatever the position; nothing in games without such answers."""
        return ()

    def standing_now(self, state: S, options: O, seat: Seat) -> tuple[Standing, ...]:  # noqa: ARG002
        """Return what a seat may settle as things stand, such as to play a card that it holds.

        Only its own player is told; it follows from what the seat knows.
        """
        return self.standing(options)

    def standing_of(self, options: O, key: str) -> Standing | None:
        """Return the standing answer of a key, also where there are too many to list; None where there is none."""
        return next((one for one in self.standing(options) if one.key == key), None)

    def spent(self, state: S, key: str) -> bool:  # noqa: ARG002
        """Whether a standing answer will never say anything again in this game, so that nobody has to withdraw it."""
        return False

    def settled(self, state: S, seat: Seat, key: str) -> Action | None:  # noqa: ARG002
        """Return what a standing answer says to the question that a seat is asked; None where it says nothing.

        It follows from what the seat knows. What it says is legal. To what is asked in secret it is given when the
        answers of all others are in as well.
        """
        return None

    def invariants(self, state: S) -> Iterator[str]:  # noqa: ARG002
        """Yield a sentence for every promise of this game that the state breaks."""
        return iter(())

    def measures(self, state: S) -> Measures:  # noqa: ARG002
        """Return public figures per seat that tell who is ahead, the deciding one first."""
        return {}

    def clock(self, state: S) -> tuple[int, Seat | None]:  # noqa: ARG002
        """Return the number of the turn or phase (from 0) and whose it is (None: everybody's or nobody's)."""
        return (0, None)

    def turn_title(self, state: S) -> str:  # noqa: ARG002
        """Return what the turn of `clock` is called, as `Spring 1901`; empty where turns are only counted."""
        return ""

    def first_round(self, options: O) -> tuple[Coming, ...]:  # noqa: ARG002
        """Return the phases of the first round as they usually come, for a timetable; nothing where none is known."""
        return ()

    def resample(self, state: S, seat: Seat | None, rng: Random) -> S:  # noqa: ARG002
        """Return a state that looks the same to a seat, with everything it cannot know drawn anew.

        Bots are handed this instead of the truth. The default is right for games without secrets.
        """
        return state

    def keeps_secrets(self, state: S) -> bool:  # noqa: ARG002
        """Whether something is hidden from the public now, which reasons of bots, say, could tell of.

        Where this is false, `resample` changes nothing. The default is always right, and careful: from the first move
        to the last in a game that can keep secrets.
        """
        return self.hidden

    def omissions(self, state: S, seat: Seat, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """Return what a decision leaves open that its seat may have forgotten, a sentence each, with what follows."""
        return ()

    def forecast(self, state: S, seat: Seat, action: Action) -> Forecast | None:  # noqa: ARG002
        """Return the exact odds of a legal action that leaves something to chance; None for any other."""
        return None

    def answer(self, state: S, seat: Seat | None, inquiry: Inquiry) -> msgspec.Struct | None:  # noqa: ARG002
        """Return what a seat (None: a spectator) is told on an inquiry, as a JSON-able struct.

        Only what the seat may know goes into it. Raises `IllegalAction` with the reason for a question without sense;
        that something is not allowed is an answer.
        """
        raise IllegalAction(Reason(code="inquiry.unknown", message=f"{self.title} answers no such question."))

    def told(self, state: S, event: Event) -> Told:  # noqa: ARG002
        """Return what the log shows beside the sentence of an event of a step from this state.

        The default is right where a field `seat` says whose doing it is, and there are no spaces and no dice.
        """
        return Told(seat=getattr(event, "seat", None))

    def view_type(self) -> type[msgspec.Struct] | None:
        """Return the type of what `view` gives, for those who read it as JSON; None where that is not said.

        It is what `view` says that it returns. A game that names a type there which is loaded later says it here.
        """
        try:
            found = get_type_hints(type(self).view).get("return")
        except NameError:
            return None
        return found if isinstance(found, type) and found is not msgspec.Struct else None

    def roles(self, options: O, seats: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return what each seat plays where seats differ, as powers do; nothing where they are alike.

        Raises `BadOptions` for a wrong number of seats.
        """
        return ()

    def seat_counts(self, options: O) -> tuple[int, ...]:  # noqa: ARG002
        """Return the numbers of seats that a game with these options may have, the least first.

        `start` refuses all others; where options contradict a number of seats, it may refuse some of these too.
        """
        least, most = self.seats
        return tuple(range(least, most + 1))

    def usual_seats(self, preset: str, options: O | None = None) -> int:
        """Return how many sit at a table where nobody says: all where players bargain, else four or the next fewer."""
        counts = self.seat_counts(options or cast("O", self.presets[preset]))
        wanted = self.blurb.preset_seats.get(preset, counts[-1] if self.blurb.letters else 4)
        return max((count for count in counts if count <= wanted), default=counts[0])

    # --- what implementations use

    def check_seats(self, seats: int, rule: str = "") -> None:
        """Raise `BadOptions` for a number of seats that this game is not for; `_start` begins with it."""
        least, most = self.seats
        if not least <= seats <= most:
            who = f"{least} to {most}" if least < most else f"{most}"
            message = f"{self.title} is for {who} players, not {seats}."
            raise BadOptions(Reason(code="option.seats", message=message, rule=rule))

    # --- what callers use

    def start(self, options: O, seats: int) -> S:
        """Return the first state. Raises `BadOptions` for contradictory options or a wrong number of seats."""
        check(options)
        return self._start(options.for_seats(seats), seats)

    def options_by(self, options: O, version: str) -> O:
        """Return options for a game that goes on by a version of the rules, which is one of `versions`."""
        return msgspec.structs.replace(options, rules_version="" if version == self.rules_version else version)

    def legal(self, state: S, seat: Seat) -> Actions:
        """Return the legal actions of a seat; none for a seat that may not decide."""
        if seat not in self.may_act(state):
            return NO_ACTIONS
        if seat == CHANCE:
            return Outcomes(self.request(state))
        return self._legal(state, seat)

    def explain(self, state: S, seat: Seat, action: Action) -> Reason | None:
        """Say why an action is not allowed, or None when it is."""
        if seat not in self.may_act(state):
            return not_asked(self.to_act(state))
        if seat == CHANCE:
            return chance.mismatch(self.request(state), action)
        if not isinstance(action, self.action_types):
            kinds = ", ".join(str(kind.__struct_config__.tag) for kind in self.action_types)
            return Reason(code="action.unknown", message=f"{self.title} knows these decisions: {kinds}.")
        return self._explain(state, seat, action)

    def apply(self, state: S, seat: Seat, action: Action) -> Step[S]:
        """Return the step an action makes; raises `IllegalAction` with the reason and changes nothing."""
        demand(self.explain(state, seat, action))
        events: list[Event] = []
        after = self._apply(state, seat, action, events)
        return Step(after, tuple(events))

    def advance(self, state: S, seat: Seat, action: Action) -> S:
        """Return only the state after an action, without events: for search and batch play; as strict as `apply`."""
        demand(self.explain(state, seat, action))
        return self._apply(state, seat, action, None)


AnyGame = Game[Any, Any]
"""A game whose state and options types do not matter to the caller."""
