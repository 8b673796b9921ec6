"""Lord of the Rings Risk at tables: nothing that a player may know tells hands, decks, goals or standing answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import positions, started
from tests.server.clockwork import Timed
from tests.server.conftest import fresh_database
from tests.server.live import Events, Player, installed, wait_for
from tests.server.party import Party
from tests.server.test_windows import answer
from wartable.engine.chance import Roll
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.conquest.lotr.actions import Discard, Pass, PlayCard, ShowMission
from wartable.games.conquest.lotr.game import LOTR_RISK, LotrRisk
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.state import LotrState
from wartable.server.schema import entries
from wartable.server.table import Table

OWN = Seat(0)
"""The seat through which is looked; a stranger looks on too."""
WINDOW = 20
SETTLED = ("pass fellowship", "pass attack.declared", "pass battle.declared")


class Begun(LotrRisk):
    """A game that begins in the middle, with secrets that a test knows."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key  # type: ignore[misc]
        self.first: LotrState | None = None

    def _start(self, options: LotrOptions, seats: int) -> LotrState:
        return super()._start(options, seats) if self.first is None else self.first


TWINS = (Begun("lotr-twin-1"), Begun("lotr-twin-2"))


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    with installed(TWINS[0]), installed(TWINS[1]):
        server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
        yield server
        server.stop()


class Pair:
    """Two tables with the same people that differ only in what the first seat may not know."""

    def __init__(self, timed: Timed, preset: str, start: LotrState, other: LotrState, seed: int) -> None:
        self.timed, self.rng = timed, Random(seed)
        TWINS[0].first, TWINS[1].first = start, other
        self.decks_alike = start.adventure.deck == other.adventure.deck and start.cards.deck == other.cards.deck
        assert TWINS[0].first != TWINS[1].first
        people = [timed.player() for _ in range(3)]
        wish = {"preset": preset, "seed": "twins", "pace": {"seconds": 600, "window": WINDOW}}
        self.parties = [Party(timed, people, twin.key, **wish) for twin in TWINS]
        self.watcher = timed.player()
        self.seen = Counter[str]()

    @property
    def tables(self) -> list[Table]:
        found = [self.timed.services.hub.known(party.table) for party in self.parties]
        return [table for table in found if table is not None]

    def settle(self) -> None:
        """At the second table others settle everything in advance, cards that they do not hold among it."""
        cards = list(TWINS[1].rules(self.states[1]).adventure)
        for seat in (1, 2):
            for key in SETTLED:
                self.parties[1].settle(seat, key)
            held = {one.id for one in LOTR_RISK.view(self.states[1], Seat(seat)).adventure.hand}
            for card in cards:
                key = f"card {card} fellowship.rolled"
                if card not in held and TWINS[1].standing_of(self.states[1].options, key):
                    self.parties[1].settle(seat, key)

    @property
    def states(self) -> list[LotrState]:
        return [table.running().state for table in self.tables]

    def go_on(self) -> bool:
        """Make the same public decision at both tables; false where the secrets allow none."""
        one, other = self.states
        asked = LOTR_RISK.asked(one)
        if asked is None:
            return False
        if asked.secret:
            if not self.decks_alike and self._draws(one, *((seat, Pass()) for seat in asked.seats)):
                return False
            self.seen[asked.about] += 1
            self._answer(asked.seats)
            self.timed.skip(WINDOW + 1)
            return True
        seat = asked.seats[0]
        action = self._common(one, other, seat)
        if action is None or (not self.decks_alike and self._draws(one, (seat, action))):
            return False
        for party in self.parties:
            party.act(seat, msgspec.to_builtins(action))
        self.seen[type(action).__name__] += 1
        return True

    def _draws(self, state: LotrState, *decisions: tuple[Seat, Action]) -> bool:
        """Whether a card is drawn after some decisions, which differs with the deck."""
        match = self.tables[0].running()
        for seat, action in decisions:
            state = LOTR_RISK.advance(state, seat, action)
        rolls = match.rolls
        while LOTR_RISK.to_act(state) == (CHANCE,):
            request = LOTR_RISK.request(state)
            if not isinstance(request, Roll):
                return True
            state = LOTR_RISK.advance(state, CHANCE, match.source.answer(rolls, request))
            rolls += 1
        return False

    def _answer(self, seats: tuple[Seat, ...]) -> None:
        """At the first table some pass by hand, each at a moment of their own; at the second nobody does."""
        for seat in seats:
            if seat != OWN and self.rng.random() < 0.4:
                answer(self.parties[0], seat, {"type": "pass"})
                self.seen["by hand"] += 1

    def _common(self, one: LotrState, other: LotrState, seat: Seat) -> Action | None:
        """Return a decision that is legal in both games and shows no card."""
        for _ in range(60):
            action = LOTR_RISK.legal(one, seat).sample(self.rng)
            shows = isinstance(action, PlayCard | Discard | ShowMission) or "Trade" in type(action).__name__
            if not shows and LOTR_RISK.explain(other, seat, action) is None:
                return action
        return None


def swapped(state: LotrState) -> LotrState:
    """Return the position with cards and goals of the two other seats exchanged, as many as both have."""

    def exchanged(hands: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        own, one, other = hands
        count = min(len(one), len(other))
        return own, tuple(sorted(other[:count] + one[count:])), tuple(sorted(one[:count] + other[count:]))

    return replace(
        state,
        adventure=replace(state.adventure, hands=exchanged(state.adventure.hands)),
        cards=replace(state.cards, hands=exchanged(state.cards.hands)),
        missions=(state.missions[0], *reversed(state.missions[1:])) if state.missions else (),
    )


def position(preset: str, seed: int, about: str) -> LotrState:
    """Return a position of a game in which a window is open, and the others have cards that the first does not see."""
    for luck in range(seed, seed + 12):
        for state, _, _ in positions(started(preset, 3), Random(luck)):
            asked = LOTR_RISK.asked(state)
            if asked and asked.about == about and all(state.adventure.hands[1:]) and state.turn > 3:
                return state
    message = f"no such window in a game of {preset}"
    raise AssertionError(message)


def plain(pair: Pair, number: int, data: object) -> bytes:
    """What was told at one of the tables, without its own id and words."""
    text = data if isinstance(data, bytes) else msgspec.json.encode(data)
    table, row = pair.parties[number].table, pair.tables[number].row
    for own, name in ((table, b"TABLE"), (TWINS[number].key, b"GAME"), (row.invite, b"INVITE")):
        text = text.replace(own.encode(), name)
    return text


def looked(pair: Pair, number: int, events: list[Events]) -> Iterator[bytes]:
    """All that the first seat and a stranger are told of one of the tables."""
    table = pair.tables[number]
    at = f"/api/tables/{pair.parties[number].table}"
    for who in (pair.parties[number].players[OWN], pair.watcher):
        for path in (
            "",
            "/game",
            f"/at/{table.step}",
            f"/at/{max(0, table.step - 1)}",
            f"/why/{table.step}",
            "/record",
        ):
            yield plain(pair, number, _without_seat_links(who, at + path))
    for heard in events:
        for event in heard.got:
            yield plain(pair, number, [event.name, event.seq, _unlinked(event.data)])


def _heard(events: Events, table: Table) -> bool:
    return events.last_id >= table.seq


def _without_seat_links(who: Player, path: str) -> Any:
    got = who.http.get(path)
    return [got.status_code, _unlinked(got.json())]


def _unlinked(data: Any) -> Any:
    """Take out what each table has of its own: the private link to a seat, and the moment it began."""
    table = data.get("table", data) if isinstance(data, dict) else {}
    if isinstance(table, dict):
        for key in ("seat_link", "dice"):
            table.pop(key, None)
    if isinstance(data, dict):
        data.pop("commitment", None)
    return data


def difference(one: list[bytes], other: list[bytes]) -> str:
    """Where two tables are told otherwise, in a few words; empty where nowhere."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        if mine != theirs:
            at = next((i for i, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
            around = slice(max(0, at - 200), at + 100)
            return f"{number}: {mine[around].decode()} <> {theirs[around].decode()}"
    return ""


def redrawn(state: LotrState) -> LotrState:
    """Return the position with everything drawn anew that the first seat does not know, the decks among it."""
    return LOTR_RISK.resample(state, OWN, Random(3))


CHANGES: dict[str, Callable[[LotrState], LotrState]] = {"hands and goals": swapped, "decks as well": redrawn}


POSITIONS = (
    ("trilogy", 5, "attack.declared"),
    ("secret-goals", 6, "attack.declared"),
    ("notes", 7, "attack.declared"),
    ("trilogy", 8, "fellowship.rolled"),
    ("capitals", 9, "attack.declared"),
    ("hidden-armies", 10, "fellowship.leaves"),
)
APART = {("hidden-armies", "decks as well")}
"""Where units are drawn anew that are not seen, battles come out otherwise: tests of the game look at that."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seed", "about", "change"),
    [(*at, change) for at in POSITIONS for change in CHANGES if (at[0], change) not in APART],
)
def test_games_that_differ_in_secrets_alone_are_told_alike(
    timed: Timed, preset: str, seed: int, about: str, change: str
) -> None:
    start = position(preset, seed, about)
    pair = Pair(timed, preset, start, CHANGES[change](start), seed)
    assert len(pair.tables) == 2
    pair.settle()
    with ExitStack() as stack:
        streams = [
            [stack.enter_context(who.stream(party.table)) for who in (party.players[OWN], pair.watcher)]
            for party in pair.parties
        ]
        for _ in range(60):
            if not pair.go_on():
                break
            rows = [[(r["seq"], r["kind"], r["seat"]) for r in party.rows(entries)] for party in pair.parties]
            assert rows[0] == rows[1]
            assert pair.tables[0].row.deadline == pair.tables[1].row.deadline
            # A stream that lags tells two decisions by one event: which of them lags is chance, not a secret.
            for table, heard in zip(pair.tables, streams, strict=True):
                for events in heard:
                    wait_for(partial(_heard, events, table))
        told = [list(looked(pair, number, streams[number])) for number in (0, 1)]

    assert difference(*told) == ""
    assert sum(count for what, count in pair.seen.items() if "." in what) >= (3 if change == "hands and goals" else 1)
    assert pair.states[0] != pair.states[1]
