"""Results and reasons are worked out when somebody asks for them, and say what they always said."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.diplomacy.core.boards import resolve
from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD
from wartable.games.adjudication import judge as judging
from wartable.games.adjudication.orders import AnyOrder, Move, Power, Unit
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.routes import ConvoyRoutes
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant


def drawn(variant: Variant, before: Position, rng: Random) -> dict[Power, list[AnyOrder]]:
    """Legal orders drawn for every unit, and some that cannot work or come twice."""
    choices = Choices(variant.numbered(before, rulings_of(variant)), rulings_of(variant))
    orders: dict[Power, list[AnyOrder]] = {}
    for power, units in before.units.items():
        given: list[AnyOrder] = [choices.draw(unit, rng) for unit in units]
        given += [Move(rng.choice(units), "NOWHERE"), rng.choice(given), Move(Unit("A", "PAR"), "BUR")]
        orders[power] = given
    return orders


@pytest.mark.parametrize("variant", [STANDARD, MIDDLE_EARTH], ids=lambda variant: variant.key)
def test_reasons_asked_for_late_are_those_of_the_eager_judge(variant: Variant) -> None:
    rng, before = Random(15), start(variant)
    for _ in range(12):
        orders = drawn(variant, before, rng)
        verdict = judge(variant, before, orders)
        after = judge(variant, before, orders).next

        assert verdict.result == resolve(variant, before, orders, rulings_of(variant))
        assert verdict.result is verdict.result
        assert after == verdict.next
        before = Position(before.phase, {power: units for power, units in after.units.items() if units}, after.owners)


def test_nobody_asks_no_words_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    before = start(STANDARD)
    asked: list[object] = []

    def judged_orders(*told: object) -> tuple[()]:
        asked.append(told)
        return ()

    monkeypatch.setattr(judging, "judged_orders", judged_orders)

    verdict = judge(STANDARD, before, drawn(STANDARD, before, Random(1)))
    assert verdict.next.phase.season == "fall" or verdict.next.dislodged
    assert asked == []
    _ = verdict.result, verdict.result
    assert len(asked) == 1


def test_every_order_has_its_line_in_the_order_given() -> None:
    before = start(STANDARD)
    orders = drawn(STANDARD, before, Random(3))
    orders["france"] = orders["france"][:1]  # two units without an order

    judged = judge(STANDARD, before, orders).result.judged
    given = [(power, order) for power, orders in orders.items() for order in orders]
    assert [(one.power, one.order) for one in judged[: len(given)]] == given
    assert len(judged) == len(given) + 2


def test_what_fleets_can_carry_is_remembered_by_the_seas_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []
    plain = ConvoyRoutes._chains

    def chains(seas: ConvoyRoutes, fleets: int) -> tuple[int, ...]:
        searches.append(fleets)
        return plain(seas, fleets)

    monkeypatch.setattr(ConvoyRoutes, "_chains", chains)
    seas = ConvoyRoutes((0b010, 0b100, 0b010))

    assert [seas.connected(0, 2, 0b010) for _ in range(3)] == [True] * 3
    assert [seas.useful(0, 2, 0b010) for _ in range(3)] == [0b010] * 3
    assert searches == [0b010]
    assert seas.connected.cache_info().hits == 2
    assert seas.useful.cache_info().hits == 2
