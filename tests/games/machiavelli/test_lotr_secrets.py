"""What no seat may know in Middle-earth: games that differ in that alone are equal byte for byte to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import pytest
from msgspec.structs import replace

from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import moved
from wartable.games.machiavelli.lotr.state import Footstep, LotrState, as_lotr_state
from wartable.games.machiavelli.state import Account, Loan
from wartable.games.ring_figures.tasks import AskRiders

POWERS = ("eriador", "rohan", "gondor", "mordor", "saruman")
WRITTEN = {
    "eriador": "A mithlond H; BORROW 9 FOR 1",
    "rohan": "A west_rohan - druwaith_iaur; E1: 3 F rohan A gap_of_rohan",
    "gondor": "A lebennin - lamedon; DEAD AT minas_tirith",
    "mordor": "A barad_dur - gorgoroth; Z minas_morgul - ithilien; BRC minas_morgul - gorgoroth; PAY 1 TO saruman",
    "saruman": "A moria - eregion; GIVE CHIT rohan TO mordor",
}
"""Orders of the first campaign that meet nobody."""


def started(**options: object) -> Match:
    """Return a match at the first orders of a campaign."""
    match = Match(LOTR_MACHIAVELLI, build(LotrOptions, options), 5, SealedDice.of("secrets"))
    while match.to_act == (CHANCE,):
        match.answer_chance()
    while (asked := LOTR_MACHIAVELLI.asked(match.state)) and asked.about == "orders.year":
        match.act(match.to_act[0], LOTR_MACHIAVELLI.default(match.state, match.to_act[0]))
    return match


def state(match: Match) -> LotrState:
    return as_lotr_state(match.state)


def write(match: Match, written: Mapping[str, str], leave: Iterable[str] = ()) -> tuple[Event, ...]:
    """Hand in orders; return what was told of them, dice too."""
    told: list[Event] = []
    for seat, power in enumerate(POWERS):
        if power not in leave:
            action = LOTR_MACHIAVELLI.parse(match.state, Seat(seat), written.get(power, "nothing"))
            told += match.act(Seat(seat), action).events
    while match.to_act == (CHANCE,):
        told += (event for move in match.answer_chance() for event in move.events)
    return tuple(told)


def seen(now: LotrState, seat: int | None) -> bytes:
    """Return the view of a seat, or of a spectator, as it goes over the wire."""
    return msgspec.json.encode(LOTR_MACHIAVELLI.view(now, None if seat is None else Seat(seat)))


def heard(events: Iterable[Event], seat: int | None) -> bytes:
    """Return what a seat, or a spectator, is told."""
    open_to = [event for event in events if event.audience is None or (seat is not None and seat in event.audience)]
    return msgspec.json.encode(open_to)


def with_secrets(now: LotrState, viewer: str) -> LotrState:
    """Return a state that differs in all that a power may not know: money, figures, and who leads the ring-bearer."""
    position = now.position
    rich = Account(treasury=77, loans=(Loan(3001, "spring", 20, 4),), chits=("saruman",), defaulted=True)
    accounts = {power: account if power == viewer else rich for power, account in position.accounts.items()}
    places = {"RB": "khand", "BRC": "lorien"}
    if now.controller == viewer:
        del places["RB"]
    if viewer == "mordor":
        del places["BRC"]
    leaders = [power for power in POWERS[:3] if power not in {viewer, now.controller}]
    return replace(
        now,
        position=moved(replace(position, accounts=accounts), position.there.moved(**places)),
        controller=now.controller if now.controller == viewer else leaders[0],
        tables=None,
        trail=(Footstep(3000, "spring", "khand", "lorien"),),
    )


@pytest.mark.parametrize("viewer", POWERS)
def test_money_figures_and_who_leads_the_ring_bearer_are_in_no_other_view(viewer: str) -> None:
    match = started()
    write(match, WRITTEN, leave=[viewer])
    now, seat = state(match), POWERS.index(viewer)
    assert LOTR_MACHIAVELLI.to_act(now) == (seat,)

    assert seen(with_secrets(now, viewer), seat) == seen(now, seat)
    other = (seat + 1) % len(POWERS)
    assert seen(with_secrets(now, viewer), other) != seen(now, other), "what is changed can be seen by somebody"


def test_a_spectator_sees_no_secret() -> None:
    match = started()
    write(match, WRITTEN, leave=["saruman"])

    assert seen(with_secrets(state(match), ""), None) == seen(state(match), None)


@pytest.mark.parametrize("writer", POWERS)
def test_what_somebody_wrote_is_not_seen_before_all_have(writer: str) -> None:
    quiet, loud = started(), started()
    others = [power for power in POWERS if power != writer]
    told = [write(match, wrote, leave=others) for match, wrote in ((quiet, {}), (loud, WRITTEN))]

    for seat in (*(POWERS.index(power) for power in others), None):
        assert seen(state(loud), seat) == seen(state(quiet), seat)
        assert heard(told[1], seat) == heard(told[0], seat)
    mine = POWERS.index(writer)
    assert seen(state(loud), mine) != seen(state(quiet), mine)


@pytest.mark.parametrize(
    ("writer", "secret"),
    [
        ("eriador", "BORROW 9 FOR 2"),
        ("rohan", "E1: 3 F rohan A gap_of_rohan"),
        ("gondor", "DEAD AT belfalas"),
        ("mordor", "BRC minas_morgul - gorgoroth"),
        ("leader", "RB the_shire - buckland"),
        ("saruman", "E1: 3 F saruman A moria"),
    ],
)
def test_what_stays_secret_is_not_told_when_the_campaign_is_carried_out(writer: str, secret: str) -> None:
    """Loans, counter-bribes that met no bribe, a call of the Dead that found nobody, and steps of hidden figures."""
    quiet, loud = started(), started()
    power = state(loud).controller if writer == "leader" else writer
    told = [write(match, wrote) for match, wrote in ((quiet, {}), (loud, {power: secret}))]
    assert state(loud).position.season == "summer"

    for seat in (*(number for number, one in enumerate(POWERS) if one != power), None):
        assert seen(state(loud), seat) == seen(state(quiet), seat), POWERS[seat or 0]
        assert heard(told[1], seat) == heard(told[0], seat), POWERS[seat or 0]
    mine = POWERS.index(power)
    changes = seen(state(loud), mine) != seen(state(quiet), mine)
    assert changes or power == "gondor", "the Dead stay where they lie"


def test_what_is_paid_is_known_to_who_pays_and_who_is_paid_alone() -> None:
    quiet, loud = started(), started()
    told = [write(match, wrote) for match, wrote in ((quiet, {}), (loud, {"mordor": "PAY 1 TO saruman"}))]

    for seat in (0, 1, 2, None):
        assert seen(state(loud), seat) == seen(state(quiet), seat)
        assert heard(told[1], seat) == heard(told[0], seat)
    for seat in (3, 4):
        assert heard(told[1], seat) != heard(told[0], seat)


def test_open_treasuries_hide_figures_all_the_same() -> None:
    match = started(treasuries="open")
    now = state(match)

    assert b'"BRC"' not in seen(now, 2)
    assert seen(replace(now, position=moved(now.position, now.position.there.moved(BRC="lorien"))), 2) == seen(now, 2)


def test_mordor_is_offered_both_answers_only_where_the_riders_are_next_to_the_ring_bearer() -> None:
    """ring-diplomacy Y33: it is asked wherever they are; the page shows what is offered."""
    assert _answers("old_forest") == ["riders stay", "riders go"]
    assert _answers("nurn") == ["riders stay"]


def _answers(riders: str) -> list[str]:
    """Return what Mordor is offered when the ring-bearer was seen in Fornost."""
    now = state(started())
    figures = {**now.position.figures, "RB": "fornost", "BRC": riders}
    asked = replace(now, position=replace(now.position, figures=figures), agenda=(AskRiders(), *now.agenda))
    legal = LOTR_MACHIAVELLI.legal(asked, Seat(POWERS.index("mordor")))
    return [f"{offer.kind} {offer.source}" for offer in legal.structure()]
