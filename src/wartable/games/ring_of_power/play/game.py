"""Ring of Power as a game of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from wartable.engine.game import Blurb, Inquiry
from wartable.engine.lazy import Lazy
from wartable.engine.show import Show
from wartable.engine.study import Study
from wartable.engine.told import Look, Told
from wartable.engine.values import Action, DiceUse, Event, Measures, Outcome, Seat
from wartable.engine.words import listed
from wartable.games.flow.game import FlowGame
from wartable.games.flow.machine import Flow
from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.events import BattleRolled, GameEnded, PlaceTaken, TurnBegan
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play import notation
from wartable.games.ring_of_power.play.inquiries.questions import INQUIRIES
from wartable.games.ring_of_power.play.tell import EVENTS, sentence
from wartable.games.ring_of_power.reading import scenario

if TYPE_CHECKING:
    from wartable.games.ring_of_power.campaign.world import World
    from wartable.games.ring_of_power.play import contract
    from wartable.games.ring_of_power.play.view import RingView
else:
    contract = Lazy("wartable.games.ring_of_power.play.contract")

LITERAL = RingOptions(
    contact_move="free",
    overflow_allocation="free",
    fortress_contact="automatic",
    hero_outcome_loss="slain",
    arrive_by="player",
    duel_with="characters",
    trackers_find="characters",
)
"""The settlements closest to the letter of the rules."""


SHOWN = RingOptions(scenario="war-of-the-ring")
"""What the game's picture shows."""
PICTURES = resources.files("wartable") / "data" / "ring_of_power" / "picture"
"""The game's picture in both themes, as `tools/generate_docs.py` draws it."""


class RingShow(Show[RingState, RingOptions]):
    """The table of a scenario, drawn without spaces."""

    pictured = True

    def ground(self, options: RingOptions, theme: Literal["light", "dark"] = "light") -> contract.Ground:
        """Return the table of the scenario as it is drawn and named."""
        return contract.ground_of(contract.world_of(options), theme)

    def picture(self, theme: Literal["light", "dark"] = "light") -> str:
        """Return the largest table with its armies as they begin, drawn beforehand: drawing it takes a second."""
        return (PICTURES / f"{theme}.svg").read_text("utf-8")

    def drawing(self, state: RingState, look: Look) -> str:
        """Return the table with everybody where they stand."""
        return contract.position_picture(contract.world_of(state.options), state, look)


class RingStudy(Study[RingState]):
    """Dice of battles, grades of victory, and what decided."""

    def landmark(self, state: RingState, event: Event) -> str:
        """Return the fall of a base or of a place that an ending is about, and an ending that came at once."""
        world = contract.world_of(state.options)
        return (
            sentence(world, event)
            if isinstance(event, PlaceTaken) and contract.prize(world, event.place)
            else (event.sentence if isinstance(event, GameEnded) and contract.at_once(world, event) else "")
        )

    def dice(self, event: Event) -> tuple[DiceUse, ...]:
        """Return the dice of a battle; what they bring is hits and saves."""
        if not isinstance(event, BattleRolled):
            return ()
        return tuple(
            DiceUse(
                seat=Seat(seat),
                sides=6,
                faces=row.faces,
                due=3.5 * len(row.faces),
                gained=float(row.successes),
                expected=float(row.expected),
            )
            for row, seat in zip(event.rows, event.seats, strict=True)
            if seat >= 0
        )

    def grade(self, state: RingState) -> str:
        """Return the grade of the verdict that ended the campaign, such as minor or major."""
        return state.ending.grade if state.ending else ""


class RingOfPower(FlowGame[RingState, RingOptions]):
    """Campaigns with figures on a continuous table."""

    key = "ring-of-power"
    title = "Ring of Power"
    versions = ("7",)
    seats = (2, 12)
    blurb = Blurb(
        line="Fantasy campaigns with figures on a table without squares.",
        about=(
            "Forces march by inches over hills, woods and rivers, and fight with pools of dice. Fortresses are "
            "stormed, heroes are wounded and healed, rings are carried into the fire. Every move is judged, every "
            "battle's odds are exact."
        ),
        minutes=60,
        dice=True,
        caveat="Scenarios are reconstructed; their balance has not been play-tested by people.",
        preset_titles={"default": "Settled rules", "literal": "By the letter"},
        preset_lines={
            "default": "Where the rules are silent or contradict themselves, the reading that plays best.",
            "literal": "Closest to the words of the rules: enemies may be passed, and figures at a wall assault it.",
        },
    )
    options_type = RingOptions
    presets: ClassVar = {"default": RingOptions(), "literal": LITERAL}
    action_types = notation.ACTIONS
    event_types = EVENTS
    inquiry_types = INQUIRIES
    state_type = RingState
    late = True

    @cached_property
    def show(self) -> RingShow:
        """The table and its pictures."""
        return RingShow()

    @cached_property
    def study(self) -> RingStudy:
        """Dice and grades."""
        return RingStudy()

    def prepare(self, options: RingOptions) -> None:
        """Load the libraries and compile the table."""
        _ = contract.world_of(options).ground

    def _start(self, options: RingOptions, seats: int) -> RingState:
        """Return the table before the first turn. Raises `BadOptions` for seats that do not fit."""
        return contract.begun(options, seats)

    @property
    def flow(self) -> Flow:  # type: ignore[override]  # it is loaded late, as all that plays
        """The table of handlers."""
        return contract.handlers.FLOW

    def rules(self, state: RingState) -> World:
        """Return the table, its scenario and its rules."""
        return contract.world_of(state.options)

    def step(self, state: RingState) -> int:
        """Return the number of the turn: all is played openly, so its questions need not be told apart."""
        return self.clock(state)[0]

    def view_type(self) -> type[msgspec.Struct]:
        """Return the type of the view, which is loaded with the table."""
        from wartable.games.ring_of_power.play.view import RingView  # noqa: PLC0415 - late, as all that plays

        return RingView

    def view(self, state: RingState, seat: Seat | None) -> RingView:  # noqa: ARG002 - nothing is secret
        """Return the table as everybody sees it."""
        return contract.view_of(contract.world_of(state.options), state)

    def outcome(self, state: RingState) -> Outcome | None:
        """Return the ranks by seat: those who share the victory first, then the rest of their side."""
        if state.ending is None:
            return None
        world = contract.world_of(state.options)
        groups = contract.seating(world, state.seats)
        points = tuple(float(sum(state.points[player] for player in group)) for group in groups)
        reason = state.ending.sentence or state.ending.grade
        return Outcome(ranks=contract.ranks(world, state), scores=points, reason=reason)

    def format(self, action: Action) -> str:
        """Return the notation of a decision."""
        return notation.format_action(action)

    def parse(self, state: RingState, seat: Seat, text: str) -> Action:  # noqa: ARG002 - the same for all
        """Read a decision, in which names do for keys; raises `BadNotation`."""
        return notation.keyed(scenario(state.options.scenario), notation.parse_action(text))

    def tell(self, event: Event, names: Sequence[str], options: RingOptions | None = None) -> str:  # noqa: ARG002
        """Return an event as a full sentence."""
        return sentence(contract.world_of(options or RingOptions()), event)

    def told(self, state: RingState, event: Event) -> Told:
        """Return the seat of the player of the scenario whose event it is."""
        seat = contract.doer(contract.world_of(state.options), state, event)
        return Told(seat=seat, begins_turn=isinstance(event, TurnBegan))

    def answer(self, state: RingState, seat: Seat | None, inquiry: Inquiry) -> contract.Answer | None:
        """Return how far figures get, by which way, with what odds, or whether a retreat is one."""
        return contract.answer(contract.world_of(state.options), state, seat, inquiry)

    def invariants(self, state: RingState) -> Iterator[str]:
        """Yield what is wrong with a state."""
        return contract.violations(contract.world_of(state.options), state)

    def measures(self, state: RingState) -> Measures:
        """Return figures able to fight, status points and places held of each seat.

        Who has left by a place of the table has got away, and still counts.
        """
        world = contract.world_of(state.options)
        groups = contract.seating(world, state.seats)
        safe = [away.figure for away in state.away if away.why == "left" and away.at and not away.back]
        fighting = [one for one in (*state.figures, *safe) if contract.able(world, one)]
        return {
            "fighters": tuple(float(sum(one.owner in group for one in fighting)) for group in groups),
            "points": tuple(float(sum(state.points[player] for player in group)) for group in groups),
            "places": tuple(
                float(sum(holder == world.sides[group[0]] for _, holder in state.control)) for group in groups
            ),
        }

    def clock(self, state: RingState) -> tuple[int, Seat | None]:
        """Return the number of the turn, from 0 as in every game, and whose movement it is."""
        task = state.agenda[0] if state.agenda else None
        mover = task.player if isinstance(task, agenda.Movement) else state.mover
        world = contract.world_of(state.options)
        return max(0, state.turn - 1), contract.seat_of(world, state.seats, mover) if mover >= 0 else None

    def seat_counts(self, options: RingOptions) -> tuple[int, ...]:
        """Return the numbers of players that the scenario is for."""
        return tuple(scenario(options.scenario).seatings)

    def roles(self, options: RingOptions, seats: int) -> tuple[str, ...]:
        """Return the players of the scenario that each seat plays."""
        world = contract.world_of(options)
        facts = world.scenario.players
        return tuple(
            listed([facts[world.players[player]].name for player in group]) for group in contract.seating(world, seats)
        )


RING_OF_POWER = RingOfPower()
