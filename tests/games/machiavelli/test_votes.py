"""Votes on the end of a game: draws of all or of chosen powers, concessions, open ballots; and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.play.events import DrawVoted
from wartable.games.machiavelli.play.game import MACHIAVELLI, Machiavelli
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendOrders

GAMES = (MACHIAVELLI, LOTR_MACHIAVELLI)
SHORT = {"machiavelli": {"scenario": "fall_of_the_lombards_725"}, "lotr-machiavelli": {}}


class Sitting:
    """A game whose powers are asked for the orders of their first campaign."""

    def __init__(self, game: Machiavelli, **values: Any) -> None:
        self.game = game
        options: Any = build(game.options_type, {**SHORT[game.key], **values})
        self.match = Match(game, options, game.seat_counts(options)[-1], SealedDice(b"votes"))
        while not isinstance(self.state.agenda[0], SendOrders):
            if self.match.to_act == (CHANCE,):
                self.match.answer_chance()
            else:
                seat = self.match.to_act[0]
                self.match.act(seat, game.default(self.state, seat))

    @property
    def state(self) -> MachiavelliState:
        state = self.match.state
        assert isinstance(state, MachiavelliState)
        return state

    def vote(self, votes: Mapping[str, str], others: str = "nothing") -> list[str]:
        """Send what each power votes; return what was told when the last was in."""
        for seat in self.match.to_act:
            text = votes.get(self.state.powers[seat], others)
            self.match.act(seat, self.game.parse(self.state, seat, text))
        return [self.game.tell(event, [""] * 10, self.state.options) for event in self.match.moves[-1].events]

    def refused(self, text: str) -> str:
        seat = self.match.to_act[0]
        reason = self.game.explain(self.state, seat, self.game.parse(self.state, seat, text))
        return reason.code if reason else ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_all_agree_on_a_draw_and_share_it_alike(game: Machiavelli) -> None:
    table = Sitting(game)

    table.vote({}, "draw")

    outcome = game.outcome(table.state)
    assert outcome is not None
    assert outcome.ranks == (1,) * len(table.state.powers)
    assert outcome.reason == "All powers agree on a draw."
    assert table.match.to_act == ()
    scores = {one.key: one.points for one in game.study.scores(table.state)}
    assert scores["draw_size"] == pytest.approx((100 / len(table.state.powers),) * len(table.state.powers))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_one_who_does_not_agree_lets_the_game_go_on_and_nobody_learns_who_voted(game: Machiavelli) -> None:
    table = Sitting(game)
    first, *_ = table.state.powers

    told = table.vote({first: "nothing"}, "draw")

    assert table.state.ending is None
    assert not [line for line in told if "vote" in line]
    assert all(not order.draw for order in table.state.orders)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_draw_of_chosen_powers_and_an_open_ballot(game: Machiavelli) -> None:
    table = Sitting(game, draws="chosen", ballot="open")
    one, two, three, *_ = table.state.powers
    of = f"draw of {one} and {two}"

    told = table.vote({one: of, two: of, three: "draw"})
    names = [power.name for power in game.view(table.state, None).powers]
    assert f"{names[0]} and {names[1]} vote for a draw of {names[0]} and {names[1]}; it needs all." in told

    table = Sitting(game, draws="chosen")
    table.vote({}, of)
    ending = table.state.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("draw", (one, two))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_all_others_concede_the_victory_to_one(game: Machiavelli) -> None:
    table = Sitting(game)
    winner = table.state.powers[1]

    table.vote({winner: "nothing"}, f"concede to {winner}")

    outcome = game.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (Seat(1),)
    assert outcome.reason.startswith("All others concede the victory to ")


def test_votes_that_a_game_does_not_know_are_refused_and_not_offered() -> None:
    table, off = Sitting(MACHIAVELLI), Sitting(MACHIAVELLI, draws="off", concessions=False)
    me, other = table.state.powers[table.match.to_act[0]], table.state.powers[1]

    assert table.refused(f"draw of {me}, {other}") == "vote.all_share"
    assert table.refused(f"draw; concede to {other}") == "vote.both"
    assert table.refused(f"concede to {me}") == "vote.unknown"
    assert off.refused("draw") == "vote.no_draws"
    assert off.refused(f"concede to {other}") == "vote.no_concession"
    kinds = [{o.kind for o in MACHIAVELLI.legal(t.state, t.match.to_act[0]).structure()} for t in (table, off)]
    assert kinds[0] >= {"draw", "concede"}
    assert kinds[1].isdisjoint({"draw", "concede"})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_vote_is_secret_until_all_are_in_and_is_read_as_it_is_written(game: Machiavelli) -> None:
    table = Sitting(game, draws="chosen")
    seat, *others = table.match.to_act
    powers = table.state.powers
    vote = game.parse(table.state, seat, f"draw of {powers[0]}, {powers[1]}")
    assert game.parse(table.state, seat, game.format(vote)) == vote
    before = [game.view(table.state, one) for one in others]

    table.match.act(seat, vote)

    after = [game.view(table.state, one) for one in others]
    assert [one.mine for one in after] == [one.mine for one in before]
    assert "draw_of" not in repr(game.resample(table.state, others[0], Random(1)).agenda[0]).replace("draw_of=()", "")


def test_who_voted_is_an_event_of_all() -> None:
    event = DrawVoted(powers=("milan",), sharing=())

    assert event.audience is None
    assert MACHIAVELLI.tell(event, []) == "Milan votes for a draw; it needs all."
