"""A tiny game of hidden hands and hidden units: units lie face down on three posts, cards strengthen an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, ClassVar

import msgspec

from wartable.engine.actions import ActionList, Actions
from wartable.engine.chance import Draw, Drawn, Request, Roll, Rolled, Shuffle, Shuffled
from wartable.engine.errors import BadNotation, BadOptions, Reason
from wartable.engine.game import Blurb, Game
from wartable.engine.options import About, Options
from wartable.engine.values import CHANCE, Action, Event, Outcome, Seat, State

UNITS = (1, 2, 3)
DECK = (0, 0, 1, 1, 2, 2)


class PostOptions(Options, frozen=True, kw_only=True):
    cards: Annotated[bool, About("Cards", "Whether each player draws a card each turn.", rule="post 2")] = True


class Strike(Action, frozen=True, tag="strike"):
    """Own unit on a post attacks the unit opposite, strengthened by a card from the hand (None: none)."""

    post: int
    card: int | None


class Pass(Action, frozen=True, tag="pass"):
    pass


class CardGot(Event, frozen=True, tag="card_got", kw_only=True):
    reveals = True
    seat: int
    card: int


class CardTaken(Event, frozen=True, tag="card_taken", kw_only=True):
    seat: int


class Struck(Event, frozen=True, tag="struck", kw_only=True):
    reveals = True
    seat: int
    post: int
    units: tuple[int, int]
    won: bool


class PostState(State, frozen=True):
    cards: bool
    turn: int
    phase: str
    """`deal`, `draw`, `act`, `roll` or `over`."""
    units: tuple[tuple[int, ...], tuple[int, ...]]
    """Strength on each post, 0 where none is left, one row per seat."""
    known: tuple[tuple[bool, ...], tuple[bool, ...]]
    fallen: tuple[tuple[int, ...], tuple[int, ...]]
    """Strengths of the units that fell face up, ascending, one row per seat."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    strike: Strike | None


class PostView(msgspec.Struct, frozen=True, kw_only=True):
    turn: int
    phase: str
    units: tuple[tuple[int | None, ...], ...]
    fallen: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    counts: tuple[int, int]
    deck: int


class PostGame(Game[PostState, PostOptions]):
    key = "tiny-posts"
    title = "Posts"
    versions: ClassVar[tuple[str, ...]] = ("1",)
    seats = (2, 2)
    blurb = Blurb(line="Face-down units.", about="Three posts.", minutes=1, dice=True)
    options_type = PostOptions
    presets: ClassVar = {"cards": PostOptions(), "plain": PostOptions(cards=False)}
    action_types = (Strike, Pass)
    event_types = (CardGot, CardTaken, Struck)
    state_type = PostState
    hidden = True

    def _start(self, options: PostOptions, seats: int) -> PostState:
        if seats != 2:
            raise BadOptions(Reason(code="seats", message=f"Two play, not {seats}."))
        dark = (False, False, False)
        return PostState(options.cards, 0, "deal", ((), ()), (dark, dark), ((), ()), ((), ()), DECK, None)

    def to_act(self, state: PostState) -> tuple[Seat, ...]:
        if state.phase == "over":
            return ()
        return (Seat(state.turn % 2),) if state.phase == "act" else (CHANCE,)

    def request(self, state: PostState) -> Request:
        mover = state.turn % 2
        if state.phase == "deal":
            seat = sum(bool(row) for row in state.units)
            return Shuffle(f"units of seat {seat}", len(UNITS), audience=(seat,))
        if state.phase == "draw":
            return Draw("card", len(state.deck), audience=(mover,))
        return Roll("strike", (6,))

    def default(self, state: PostState, seat: Seat) -> Action:  # noqa: ARG002
        return Pass()

    def view(self, state: PostState, seat: Seat | None) -> PostView:
        units = tuple(
            tuple(
                unit if owner == seat or lit or unit == 0 else None
                for unit, lit in zip(state.units[owner], state.known[owner], strict=False)
            )
            for owner in range(2)
        )
        hand = () if seat is None else state.hands[seat]
        counts = (len(state.hands[0]), len(state.hands[1]))
        return PostView(
            turn=state.turn,
            phase=state.phase,
            units=units,
            fallen=state.fallen,
            hand=hand,
            counts=counts,
            deck=len(state.deck),
        )

    def outcome(self, state: PostState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = tuple(float(sum(map(bool, row))) for row in state.units)
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(ranks=ranks, scores=scores, reason="One side fell or time ran out.")

    def format(self, action: Action) -> str:
        if isinstance(action, Strike):
            return f"strike {action.post} {'-' if action.card is None else action.card}"
        return "pass"

    def parse(self, state: PostState, seat: Seat, text: str) -> Action:  # noqa: ARG002
        match text.split():
            case ["pass"]:
                return Pass()
            case ["strike", post, card]:
                return Strike(int(post), None if card == "-" else int(card))
            case _:
                raise BadNotation(Reason(code="notation", message=f"{text!r} is no move."))

    def tell(self, event: Event, names: Sequence[str], options: PostOptions | None = None) -> str:  # noqa: ARG002
        return f"{names[0]} against {names[1]}: {event}."

    def prompt(self, state: PostState, seat: Seat) -> str:  # noqa: ARG002
        return "Strike or pass"

    def _legal(self, state: PostState, seat: Seat) -> Actions:
        cards = (None, *sorted(set(state.hands[seat])))
        posts = [post for post in range(3) if state.units[seat][post] and state.units[1 - seat][post]]
        return ActionList([Pass(), *(Strike(post, card) for post in posts for card in cards)])

    def _explain(self, state: PostState, seat: Seat, action: Action) -> Reason | None:
        if action in self._legal(state, seat):
            return None
        return Reason(code="post.illegal", message=f"{self.format(action)} is not possible.", rule="post 3")

    def _apply(
        self,
        state: PostState,
        seat: Seat,  # noqa: ARG002 - the state knows whose turn it is
        action: Action,
        tell: list[Event] | None,
    ) -> PostState:
        replace = msgspec.structs.replace
        match action:
            case Shuffled(order):
                row = tuple(UNITS[index] for index in order)
                if not state.units[0]:
                    return replace(state, units=(row, ()))
                return self._next(replace(state, units=(state.units[0], row)), 0)
            case Drawn(index):
                return self._draw(state, index, tell)
            case Rolled(faces):
                return self._strike(state, faces[0], tell)
            case Strike():
                return replace(state, phase="roll", strike=action)
            case _:
                return self._next(state, state.turn + 1)

    def _next(self, state: PostState, turn: int) -> PostState:
        fallen = any(not any(row) for row in state.units)
        draws = state.cards and state.deck
        phase = "over" if fallen or turn >= 20 else "draw" if draws else "act"
        return msgspec.structs.replace(state, turn=turn, phase=phase, strike=None)

    def _draw(self, state: PostState, index: int, tell: list[Event] | None) -> PostState:
        mover = Seat(state.turn % 2)
        card = state.deck[index]
        if tell is not None:
            tell.append(CardGot(seat=mover, card=card, audience=(mover,)))
            tell.append(CardTaken(seat=mover))
        hand = tuple(sorted((*state.hands[mover], card)))
        hands = (hand, state.hands[1]) if mover == 0 else (state.hands[0], hand)
        deck = (*state.deck[:index], *state.deck[index + 1 :])
        return msgspec.structs.replace(state, hands=hands, deck=deck, phase="act")

    def _strike(self, state: PostState, face: int, tell: list[Event] | None) -> PostState:
        mover, strike = Seat(state.turn % 2), state.strike
        assert strike is not None
        post = strike.post
        mine, theirs = state.units[mover][post], state.units[1 - mover][post]
        won = mine + (strike.card or 0) + (face > 3) > theirs
        if tell is not None:
            tell.append(Struck(seat=mover, post=post, units=(mine, theirs), won=won))
        rows = [list(row) for row in state.units]
        lit = [list(row) for row in state.known]
        loser = 1 - mover if won else mover
        fallen = [list(row) for row in state.fallen]
        fallen[loser] = sorted((*fallen[loser], rows[loser][post]))
        rows[loser][post] = 0
        lit[0][post] = lit[1][post] = True
        hand = list(state.hands[mover])
        if strike.card is not None:
            hand.remove(strike.card)
        hands = (tuple(hand), state.hands[1]) if mover == 0 else (state.hands[0], tuple(hand))
        after = msgspec.structs.replace(
            state,
            units=(tuple(rows[0]), tuple(rows[1])),
            known=(tuple(lit[0]), tuple(lit[1])),
            fallen=(tuple(fallen[0]), tuple(fallen[1])),
            hands=hands,
        )
        return self._next(after, state.turn + 1)

    def invariants(self, state: PostState) -> Iterator[str]:
        if state.cards and len(state.deck) + sum(map(len, state.hands)) > len(DECK):
            yield "there are more cards than the deck held"
        for row, dead in zip(state.units, state.fallen, strict=True):
            if row and tuple(sorted((*filter(None, row), *dead))) != UNITS:
                yield f"units {row} with {dead} fallen are not those that were dealt"

    def resample(self, state: PostState, seat: Seat | None, rng: Random) -> PostState:
        rows = tuple(
            row if owner == seat or not row else _redraw(row, lit, dead, rng)
            for owner, (row, lit, dead) in enumerate(zip(state.units, state.known, state.fallen, strict=True))
        )
        unseen = [card for other in range(2) if other != seat for card in state.hands[other]] + list(state.deck)
        rng.shuffle(unseen)
        hands: list[tuple[int, ...]] = []
        for other in range(2):
            size = len(state.hands[other])
            hands.append(state.hands[other] if other == seat else tuple(sorted(unseen[:size])))
            unseen = unseen if other == seat else unseen[size:]
        return msgspec.structs.replace(
            state, units=(rows[0], rows[1]), hands=(hands[0], hands[1]), deck=tuple(sorted(unseen))
        )


def _redraw(row: tuple[int, ...], lit: tuple[bool, ...], dead: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Deal the strengths that were never shown to the posts that are still dark."""
    shown = {*dead, *(unit for unit, seen in zip(row, lit, strict=True) if seen)}
    dark = [post for post, (unit, seen) in enumerate(zip(row, lit, strict=True)) if unit and not seen]
    possible = [unit for unit in UNITS if unit not in shown]
    picked = rng.sample(possible, len(dark))
    return tuple(picked[dark.index(post)] if post in dark else unit for post, unit in enumerate(row))


POST_GAME = PostGame()
