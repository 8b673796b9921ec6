"""Plays people's seats for them by the easy level until a moment that a test wants to take over by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.browser.tables import Desk
from tests.server.live import Live
from wartable.bots.conquest.easy import EasyPolicy
from wartable.engine.actions import Offer
from wartable.engine.driver import Move, Policy
from wartable.engine.values import Seat

MOST_DECISIONS = 3000

_SEND = """async ([path, method, body]) => {
  const answer = await fetch(`/api/tables/${path}`, {
    method, headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  return [answer.status, await answer.text()];
}"""


class StandIn:
    """Whoever decides for the people at a table without bots: `desks` are their browsers, by seat, the last for all."""

    def __init__(self, server: Live, *desks: Desk, policy: Policy | None = None) -> None:
        self._server, self._desks = server, desks
        self._policy, self._rng, self._count = policy or EasyPolicy(), Random(1), 0

    @property
    def state(self) -> Any:
        """The position as the server knows it, hidden cards and all."""
        return self._match.state

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self._match.game

    @property
    def moves(self) -> list[Move]:
        """What was decided so far, with what it told."""
        moves: list[Move] = self._match.moves
        return moves

    @property
    def _match(self) -> Any:
        table = self._server.services.hub.known(self._desks[0].table["id"])
        assert table is not None
        return table.running()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What whoever is asked first may do."""
        match = self._match
        return match.game.legal(match.state, match.to_act[0]).structure() if match.to_act else ()

    def play_to_the_end(self) -> None:
        """Decide for everybody until the game is over."""
        for _ in range(MOST_DECISIONS):
            if self._match.outcome:
                return
            self._decide(self.state)
        message = f"the game did not end in {MOST_DECISIONS} decisions"
        raise AssertionError(message)

    def play_until(self, wanted: Callable[[Any], bool]) -> None:
        """Decide for everybody until the position is the wanted one; fails when the game is over before."""
        for _ in range(MOST_DECISIONS):
            state = self.state
            if wanted(state):
                return
            assert not self._match.outcome, "the game was over before the wanted moment"
            self._decide(state)
        message = f"the wanted moment did not come in {MOST_DECISIONS} decisions"
        raise AssertionError(message)

    def change(self, **values: Any) -> None:
        """Change fields of the position on the server's table, for moments that play seldom brings."""
        last = self._match.moves[-1]
        self._match.moves[-1] = Move(last.entry, last.events, replace(last.state, **values), last.why)

    def _decide(self, state: Any) -> None:
        match = self._match
        asked = match.game.asked(state)
        if asked and asked.secret and asked.kind == "reaction":
            for seat in asked.seats:
                now = match.game.asked(self.state)
                if now is None or now.step != asked.step:
                    return  # a card that is played at once ends the window
                self._send(seat, "draft", "PUT", step=asked.step, revision=self._count + 1, ready=True)
        else:
            self._send(match.to_act[0], "actions", "POST", key=f"stand-in-{id(self)}-{self._count}")

    def _send(self, seat: Seat, place: str, method: str, **body: Any) -> None:
        """Send what a seat decides to the table."""
        match = self._match
        action = self._policy.decide(match.game, match.state, seat, self._rng).action
        self._count += 1
        said = {"seat": seat, "action": msgspec.to_builtins(action), **body}
        page = self._desks[min(seat, len(self._desks) - 1)].page
        status, answer = page.evaluate(_SEND, [f"{self._desks[0].table['id']}/{place}", method, said])
        assert status == 200, answer
