"""What the levels of Machiavelli make of optional rules: excommunication, and diplomats in fog."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.machiavelli import MILAN, decided, hasten, stated
from wartable import bots
from wartable.bots.machiavelli.diplomats import watching
from wartable.bots.machiavelli.scene import Scene
from wartable.engine.options import build
from wartable.engine.values import Action, Seat
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.actions import CampaignOrders, Excommunicate, Forgive, Heed, Ignore, Refrain
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope
from wartable.games.machiavelli.state import Diplomat, Extra, Power, Season, Unit

LEVELS = ("easy", "medium", "hard")
VENICE, PAPACY = "venice", "papacy"
CITIES = {"milan": MILAN, "pavia": MILAN, "venice": VENICE, "verona": VENICE, "padua": VENICE, "rome": PAPACY}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)


# --- excommunication


def asked_of_bans(power: Power, form: str, *banned: Power, cities: dict[str, Power] = CITIES) -> MachiavelliState:
    """Return a position in which a power is asked about excommunication; the first of the banned was sentenced."""
    state = stated(Unit(MILAN, "A", "pavia"), Unit(VENICE, "A", "verona"), Unit(PAPACY, "A", "rome"))
    extra = Extra(banned=banned, sentenced=banned[0] if banned else "")
    seat = Seat(state.powers.index(power))
    task = AskPope(seat) if power == PAPACY else AskHeed((seat,))
    return replace(
        state,
        options=build(MachiavelliOptions, {"excommunication": form}),
        position=replace(state.position, cities=cities, extra=extra),
        agenda=(task,),
    )


def decided_on(state: MachiavelliState, level: str) -> Action:
    """Return what a level decides; what is illegal raises."""
    (seat,) = MACHIAVELLI.to_act(state)
    decision = bots.get(MACHIAVELLI, level).decide(MACHIAVELLI, state, seat, Random(1))
    MACHIAVELLI.apply(state, seat, decision.action)
    assert decision.why.endswith(".")
    return decision.action


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("form", ["campaign", "forgiven"])
def test_the_papacy_excommunicates_its_greatest_rival(form: str, level: str) -> None:
    assert decided_on(asked_of_bans(PAPACY, form), level) == Excommunicate(VENICE)


def test_the_papacy_forgives_who_is_weaker_than_another_by_far_and_else_lets_the_ban_last() -> None:
    stronger = CITIES | dict.fromkeys(("treviso", "friuli", "mantua"), VENICE)
    assert decided_on(asked_of_bans(PAPACY, "forgiven", MILAN), "easy") == Refrain()
    assert decided_on(asked_of_bans(PAPACY, "forgiven", MILAN, cities=stronger), "easy") == Forgive(MILAN)


def test_a_papacy_with_one_other_power_excommunicates_nobody() -> None:
    state = asked_of_bans(PAPACY, "campaign")
    accounts = {
        power: replace(account, eliminated=power not in {PAPACY, VENICE})
        for power, account in state.position.accounts.items()
    }
    left = replace(state, position=replace(state.position, accounts=accounts))
    assert decided_on(left, "easy") == Refrain()


@pytest.mark.parametrize("level", LEVELS)
def test_a_vote_is_against_the_ban_of_oneself_and_of_who_is_weaker_than_the_papacy(level: str) -> None:
    assert decided_on(asked_of_bans(MILAN, "campaign", MILAN), level) == Ignore()
    assert decided_on(asked_of_bans(MILAN, "campaign", VENICE), level) == Heed()
    strong = dict.fromkeys(CITIES, PAPACY) | {"venice": VENICE}
    assert decided_on(asked_of_bans(MILAN, "campaign", VENICE, cities=strong), level) == Ignore()


def test_nobody_writes_to_the_excommunicated_where_that_is_punished() -> None:
    assert decided_on(asked_of_bans(MILAN, "forgiven", VENICE), "hard") == Heed()


# --- diplomats

HOSTS = ("verona", "padua", "treviso", "friuli", "bologna", "ferrara", "florence", "pisa", "siena", "arezzo", "urbino")


def in_fog(money: int, season: Season = "spring") -> MachiavelliState:
    units = (Unit(MILAN, "A", "pavia"), *(Unit(VENICE, "A", place) for place in HOSTS))
    state = stated(*units, money=money, season=season)
    return replace(state, options=build(MachiavelliOptions, {"fog": True}))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_diplomat_is_sent_where_enemies_may_stand_unseen_near_own_cities(level: str) -> None:
    state = in_fog(30)
    (place,) = [one.place for one in decided(state, level=level).expenses if one.letter == "P"]
    scene = Scene(state, state.powers.index(MILAN), Random(1))
    seen = {*scene.position.extra.sights[MILAN]}
    assert scene.board.around(place) - seen
    assert scene.board.around(place) & {near for one in seen for near in scene.board.around(one)}


@pytest.mark.parametrize(("money", "season"), [(2, "spring"), (30, "fall")])
def test_no_diplomat_is_sent_without_money_or_where_it_is_found_out_at_once(money: int, season: Season) -> None:
    state = in_fog(money, season)
    scene = Scene(state, state.powers.index(MILAN), Random(1))
    assert watching(scene, CampaignOrders()) == CampaignOrders()


@pytest.mark.parametrize(("sent", "more"), [(("pavia",), True), (("pavia", "milan"), False)])
def test_diplomats_that_are_sent_already_are_enough(sent: tuple[str, ...], *, more: bool) -> None:
    state = in_fog(30)
    extra = Extra(diplomats=tuple(Diplomat(place, MILAN) for place in sent))
    state = replace(state, position=replace(state.position, extra=extra))
    scene = Scene(state, state.powers.index(MILAN), Random(1))
    assert bool(watching(scene, CampaignOrders()).expenses) is more
