"""Lord of the Rings Risk, on the board of 64 territories or of 42 (`wartable/data/rules/lotr-risk.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from random import Random
from typing import ClassVar

from wartable.engine.game import Blurb, Inquiry
from wartable.engine.options import Options
from wartable.engine.values import Action, Event, Forecast, Measures, Seat, Standing
from wartable.games.conquest.core import actions as a
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.game import ConquestGame, ConquestShow
from wartable.games.conquest.core.machine import REQUESTS as SHARED
from wartable.games.conquest.core.machine import Effect, Machine, Wanted
from wartable.games.conquest.core.notation import Forms
from wartable.games.conquest.core.rest import CLAIMS, PLACES
from wartable.games.conquest.core.tasks import Reinforcing
from wartable.games.conquest.core.tell import Sentences
from wartable.games.conquest.lotr import actions as b
from wartable.games.conquest.lotr import events as f
from wartable.games.conquest.lotr import explain, explain_moves, opening, turn
from wartable.games.conquest.lotr.adventure import happenings, powers
from wartable.games.conquest.lotr.adventure import standing as in_advance
from wartable.games.conquest.lotr.cardodds import AskCard, odds_with
from wartable.games.conquest.lotr.check import broken_promises
from wartable.games.conquest.lotr.default import default_of
from wartable.games.conquest.lotr.ends import dice_wanted
from wartable.games.conquest.lotr.fellowship import RING_DIE, SEARCH
from wartable.games.conquest.lotr.handlers import COURSE, INTERRUPTS
from wartable.games.conquest.lotr.income import merits
from wartable.games.conquest.lotr.inquiries import AskWay, Way, way_of
from wartable.games.conquest.lotr.notation import FORMS
from wartable.games.conquest.lotr.offers import MENUS
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.phases import PHASES, shown_phase
from wartable.games.conquest.lotr.presets import PRESET_LINES, PRESET_TITLES, PRESETS
from wartable.games.conquest.lotr.preview import forecast_of
from wartable.games.conquest.lotr.reinforcement import must_trade
from wartable.games.conquest.lotr.resampling import redrawn
from wartable.games.conquest.lotr.rules import LotrRules, rules_of
from wartable.games.conquest.lotr.start import PLAYER_COLOURS, colours_of, first_state
from wartable.games.conquest.lotr.state import LotrRoundState, LotrState
from wartable.games.conquest.lotr.tasks import STEPS
from wartable.games.conquest.lotr.tell import SENTENCES
from wartable.games.conquest.lotr.view import LotrView, view_of
from wartable.games.conquest.lotr.visible import heard_by, seen, uncovered
from wartable.games.conquest.simultaneous import actions as s
from wartable.games.conquest.simultaneous.forecast import ROUND_INQUIRIES, RoundAnswer
from wartable.games.conquest.simultaneous.game import RoundsGame, not_now
from wartable.games.conquest.simultaneous.notation import FORMS as ROUND_FORMS
from wartable.games.conquest.simultaneous.tell import EVENTS as ROUND_EVENTS
from wartable.games.conquest.simultaneous.tell import SENTENCES as ROUND_SENTENCES
from wartable.games.conquest.simultaneous.view import totals
from wartable.games.flow.handler import Handler

_ANSWERS: Mapping[str, Effect] = {
    "deal": COURSE.deal,
    "dice": COURSE.diced,
    "deal_rest": COURSE.deal_rest,
    "goal": COURSE.give_goal,
    "hand": COURSE.take_hand,
    "battle": COURSE.roll,
    "draw": COURSE.take_card,
    "adventure": COURSE.take_adventure,
    "turn_up": happenings.turned_up,
    "search": COURSE.searched,
    "ring": COURSE.ring_rolled,
}
_REQUESTS: Mapping[str, Wanted] = {
    **SHARED,
    "deal": opening.deal_wanted,
    "dice": dice_wanted,
    "deal_rest": opening.rest_wanted,
    "goal": opening.goal_wanted,
    "hand": opening.hand_wanted,
    "draw": turn.territory_wanted,
    "adventure": turn.adventure_wanted,
    "turn_up": happenings.wanted,
    "search": lambda _rules, _state, _task: SEARCH,
    "ring": lambda _rules, _state, _task: RING_DIE,
}
_EFFECTS: Mapping[type[Action], Effect] = {
    a.Claim: COURSE.claim,
    a.Place: COURSE.place,
    a.Trade: COURSE.trade,
    b.LotrAttack: COURSE.attack,
    b.Enter: COURSE.enter,
    a.Occupy: COURSE.occupy,
    a.EndAttacks: COURSE.end_attacks,
    b.Move: COURSE.fortify,
    b.MoveLeader: COURSE.move_leader,
    b.PlaceLeader: COURSE.place_leader,
    b.Declare: COURSE.declare,
    b.ShowMission: COURSE.show_mission,
    b.PlaceReward: COURSE.place_reward,
    b.PlayCard: COURSE.play_card,
    b.Discard: COURSE.discard,
    b.EndStep: COURSE.end_step,
    a.EndTurn: COURSE.end_turn,
}


class LotrShow(ConquestShow[LotrState, LotrOptions]):
    """The board in the colours that the seats play."""

    def colours(self, options: LotrOptions, seats: int) -> tuple[int, ...]:
        """Return the player colours nearest to the printed ones: black is played in violet."""
        return tuple(PLAYER_COLOURS[colour] for colour in colours_of(options, seats))


class LotrRisk(RoundsGame[LotrRules, LotrState, LotrOptions]):
    """Risk in Middle-earth: leaders, strongholds, missions, and a Ring whose journey ends the game."""

    key = "lotr-risk"
    title = "Lord of the Rings Risk"
    versions = ("1",)
    seats = (2, 4)
    blurb = Blurb(
        line="Conquer Middle-earth before the Ring reaches Mount Doom.",
        about=(
            "Good and evil armies fight for regions and strongholds. Leaders lead attacks and fulfil missions, cards "
            "turn battles, and every turn the Fellowship takes a step. When the Ring is destroyed, most points win."
        ),
        minutes=90,
        dice=True,
        brief="Cards in others' turns",
        out_of_turn="Cards in others' turns stay open",
        caveat="Some tables of the printed game are not known for sure; its page marks what is reconstructed.",
        preset_titles=PRESET_TITLES,
        preset_lines=PRESET_LINES,
    )
    options_type = LotrOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    action_types = (
        *_EFFECTS, b.Pass, b.NameCapital, s.Placements, s.Orders, s.NameTargets, s.Withdraw, s.FightOn,
    )  # fmt: skip
    event_types = (
        e.Dealt, e.Claimed, e.TurnBegan, e.Placed, e.Battle, e.Conquered, e.EmptyTaken, e.PiecesLost, e.MovedIn,
        e.Fortified, e.Traded, e.CardDrawn, e.CardTaken, e.CardsSeized, e.MissionGiven, e.Eliminated, e.Won,
        e.TurnEnded, f.DiceThrown, f.StrongholdUnits, f.LeaderPlaced, f.LeaderMoved, f.LeaderDeclared, f.MissionShown,
        f.RewardPlaced, f.PowerPlayed, f.EventDrawn, f.TurnedUp, f.KeptAside, f.NotAside, f.AdventureTaken,
        f.AdventureDrawn, f.Discarded, f.AdventureSeized, f.RingRoll, f.RingMoved, f.RingStayed, f.RingSearched,
        f.RingEnded, f.CapitalNamed, f.CapitalFell, f.BattleHeard, f.Sighted, f.Departed, f.Scored, *ROUND_EVENTS,
    )  # fmt: skip
    inquiry_types = (AskWay, AskCard, *ROUND_INQUIRIES)
    state_type = LotrState
    round_state_type = LotrRoundState
    book = "lotr-risk"
    course = COURSE
    out_of_step: ClassVar[Mapping[type[Action], str]] = {b.ShowMission: "M16", b.PlayCard: "M15"}
    hidden = True
    cases = "wartable.games.conquest.lotr.cases:CASES"
    machine = Machine(
        steps=STEPS,
        rows=PHASES,
        offers=MENUS,
        checks={**explain.CHECKS, **explain_moves.CHECKS, b.PlayCard: powers.check},
        effects=_EFFECTS,
        answers=_ANSWERS,
        requests=_REQUESTS,
        default=default_of,
        wrong_phase=explain.wrong_phase,
    )
    interrupts: ClassVar[Mapping[type, Handler]] = INTERRUPTS
    not_now = staticmethod(partial(not_now, "lotr-risk", {b.ShowMission: "M16", b.PlayCard: "M15"}))
    compiled = staticmethod(rules_of)
    foretold = staticmethod(forecast_of)
    forms: ClassVar[Forms] = {**FORMS, **ROUND_FORMS}
    sentences: ClassVar[Sentences] = {**SENTENCES, **ROUND_SENTENCES}

    def _start(self, options: LotrOptions, seats: int) -> LotrState:
        """Return the empty board, with the deal to come."""
        self.check_seats(seats, "lotr-risk 1.1.1")
        return first_state(options, seats)

    def seat_counts(self, options: LotrOptions) -> tuple[int, ...]:
        """Return the numbers of players that the options are for."""
        return options.seat_counts()

    @cached_property
    def show(self) -> LotrShow:
        """The board and its pictures."""
        return LotrShow(self)

    def roles(self, options: LotrOptions, seats: int) -> tuple[str, ...]:
        """Return the colour of each seat; green and yellow are good, red and black evil."""
        self.check_seats(seats, "lotr-risk 1.1.1")
        return tuple(colour.capitalize() for colour in colours_of(options, seats))

    def prompt(self, state: LotrState, seat: Seat) -> str:
        """Return what is asked of a seat in a few words; in a reinforcement with nothing to place, what else."""
        if not (state.agenda and type(state.agenda[0]) is Reinforcing):
            return super().prompt(state, seat)
        if must_trade(self._rules(state.options), state, seat):
            return "Trade a set of cards"
        return super().prompt(state, seat) if state.to_place else "Trade, play a card, or end this step"

    def sides(self, state: LotrState) -> tuple[int, ...]:
        """Return 0 for good and 1 for evil players where sides play together (`lotr-risk 3`)."""
        if state.options.sides == "none":
            return ()
        return tuple(int(state.side(seat) == "evil") for seat in range(state.seats))

    def view(self, state: LotrState, seat: Seat | None) -> LotrView:
        """Return the board with leaders and the Fellowship, and the own hands."""
        return view_of(self._rules(state.options), state, seat, shown_phase(state, self.flow.stage(state)))

    def resample(self, state: LotrState, seat: Seat | None, rng: Random) -> LotrState:
        """Return the state with everything drawn anew that a seat cannot know."""
        after = redrawn(self._rules(state.options), state, seat, rng) if state.cards.hands else state
        return super(ConquestGame, self).resample(after, seat, rng)  # the family's own way would draw hands twice

    def keeps_secrets(self, state: LotrState) -> bool:
        """Whether somebody holds cards, has a secret goal or capital, or units that others do not see."""
        secret = any(state.adventure.hands) or any(state.aside) or state.capitals or state.options.hidden_armies
        return (
            bool(secret)
            or bool(state.agenda and not hasattr(state.agenda[0], "chance"))
            or super().keeps_secrets(state)
        )

    def left_to_rules(self, options: LotrOptions) -> tuple[Standing, ...]:
        """Return claims, unless all is dealt, and placements (`lotr-risk 1.1.5`), but for leaders."""
        return (CLAIMS, PLACES) if options.leftover_territories == "players_choose" else (PLACES,)

    def standing(self, options: LotrOptions) -> tuple[Standing, ...]:
        """Return the windows in which a player may pass in advance (`lotr-risk L54`)."""
        return (*super().standing(options), *in_advance.offered(self._rules(options)))

    def standing_now(self, state: LotrState, options: LotrOptions, seat: Seat) -> tuple[Standing, ...]:
        """Return these, and each way to play a card of the own hand in a window."""
        usual = super().standing_now(state, options, seat)
        return (*usual, *in_advance.cards_now(self._rules(options), state, seat))

    def standing_of(self, options: LotrOptions, key: str) -> Standing | None:
        """Return the standing answer of a key."""
        rules = self._rules(options)
        if (about_battles := next((one for one in super().standing(options) if one.key == key), None)) is not None:
            return about_battles
        answer = in_advance.answer_of(rules, key)
        return in_advance.told(rules, answer) if answer else None

    def settled(self, state: LotrState, seat: Seat, key: str) -> Action | None:
        """Return what a standing answer says to the window that is open."""
        about_battles = super().settled(state, seat, key)
        return about_battles or in_advance.settled(self._rules(state.options), state, seat, key)

    def worth(self, state: LotrState, seat: Seat) -> tuple[int, ...]:
        """Return what ranks a seat: points and what breaks ties where points win, else territories and units."""
        if state.options.ring:
            return merits(self._rules(state.options), state, seat)
        return super().worth(state, seat)

    def forecast(self, state: LotrState, seat: Seat, action: Action) -> Forecast | None:
        """Return the exact odds of a legal attack on units that the seat sees, else None."""
        rules = self._rules(state.options)
        unseen = rules.board.everything & ~seen(rules, state, seat)
        if isinstance(action, Attack) and unseen >> rules.board.index.get(action.target, 0) & 1:
            return None
        return super().forecast(state, seat, action)

    def answer(self, state: LotrState, seat: Seat | None, inquiry: Inquiry) -> Way | Forecast | RoundAnswer | None:
        """Return how likely a leader gets somewhere, what a card makes of an attack, or what is asked of a round."""
        rules = self._rules(state.options)
        match inquiry:
            case AskWay():
                return way_of(rules, state, seat, inquiry)
            case AskCard():
                return odds_with(rules, state, seat, inquiry)
            case _:
                return self.round_answer(state, seat, inquiry)

    def _apply(self, state: LotrState, seat: Seat, action: Action, tell: list[Event] | None) -> LotrState:
        after: LotrState = super()._apply(state, seat, action, tell)
        if tell and state.options.hidden_armies:
            rules = self._rules(state.options)
            tell[:] = [heard for event in tell for heard in heard_by(rules, state, after, event)]
            tell.extend(uncovered(rules, state, after, seat))
        return after

    def invariants(self, state: LotrState) -> Iterator[str]:
        """Yield what is wrong with a state: armies, leaders, cards, turn."""
        return broken_promises(self._rules(state.options), state) if any(state.held) else iter(())

    def measures(self, state: LotrState) -> Measures:
        """Return points, territories, units where all see them, and next income of each seat."""
        rules = self._rules(state.options)
        seats = range(state.seats)
        found: dict[str, tuple[float, ...]] = {
            "points": tuple(float(merits(rules, state, seat)[0]) for seat in seats),
            "territories": tuple(float(mask.bit_count()) for mask in state.held),
            "income": tuple(float(rules.income(state, seat)) if state.held[seat] else 0.0 for seat in seats),
        }
        if not state.options.hidden_armies:
            found["armies"] = tuple(map(float, totals(state)))
        return found


LOTR_RISK = LotrRisk()
"""The game; it keeps nothing, so one is enough."""
