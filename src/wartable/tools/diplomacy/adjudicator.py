"""The adjudicator without a game: whatever it needs comes with the request, and nothing is kept."""

from __future__ import annotations

import msgspec

from wartable.board.errors import BoardError
from wartable.board.folders import MARK
from wartable.board.library import board_keys, load_board
from wartable.engine.errors import WartableError
from wartable.engine.fields import check_fields
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.faults import variant_faults
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.pictured import picture_of
from wartable.games.diplomacy.play.mapoptions import has_map, map_keys, map_of, map_with
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.position_faults import position_faults
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.specials import specials_of
from wartable.games.diplomacy.text.jsonform import (
    DueJson,
    due_to_json,
    orders_from_json,
    position_from_json,
    position_to_json,
    verdict_to_json,
)
from wartable.games.diplomacy.text.report import report
from wartable.games.diplomacy.text.textform import read_orders, read_position, write_position
from wartable.games.diplomacy.variant import Variant
from wartable.games.order_drawing.draw import draw_orders
from wartable.server.problems import Refused
from wartable.tools.diplomacy.wire import Adjudication, AdjudicationWish, KindTold, Possible, Situation


class Given(msgspec.Struct, frozen=True):
    """What a request means: the map, the rulings, the position."""

    variant: Variant
    rulings: Rulings
    position: Position


def adjudicate(wish: AdjudicationWish) -> Adjudication:
    """Judge a phase; raises `Refused` saying what of the request cannot be read."""
    given = situation_of(wish)
    variant, before = given.variant, given.position
    orders = orders_of(wish.orders, given)
    verdict = judge(variant, before, orders, given.rulings)
    return Adjudication(
        before=position_to_json(before),
        verdict=verdict_to_json(variant, before, verdict),
        position_text=write_position(variant, verdict.next),
        svg=_svg(given, verdict.result.judged) if wish.picture else None,
        text=report(variant, before, verdict) if wish.text else None,
    )


def possible(wish: Situation) -> Possible:
    """Return what every power may order in a position; raises `Refused`."""
    given = situation_of(wish)
    variant, position, special = given.variant, given.position, specials_of(given.variant)
    masters = {name: DueJson(tuple(map(str, units))) for name, units in special.masters(position).items()}
    wanted = due_to_json(variant, position) | masters
    choices = {power: special.choices(position, given.rulings, power) for power in wanted}
    return Possible(
        position=position_to_json(position),
        position_text=write_position(variant, position),
        due=wanted,
        offers={power: (*found.offers(), *special.calls(position, power)) for power, found in choices.items()},
        kinds={
            letter: KindTold(name, beside=variant.map.kinds[letter].beside) for letter, name in special.kinds().items()
        },
        reach=dict(special.reach(position)) if position.phase.kind == "movement" else {},
    )


def facts(key: str) -> Variant:
    """Return a map with its powers, provinces and borders; raises `Refused` where there is none of that key."""
    if not has_map(key):
        there = map_keys()
        raise Refused(404, "variant.unknown", f"There is no such map; there are {', '.join(there)}.", fix=there)
    return map_of(key)


def situation_of(wish: Situation) -> Given:
    """Read map, rulings and position of a request; raises `Refused`."""
    variant = facts(wish.variant) if isinstance(wish.variant, str) else _inline(wish.variant)
    issues = wish.issues
    try:
        if isinstance(wish.variant, str):
            variant, issues = map_with(wish.variant, issues)
        rulings = _rulings(variant, wish.rules, issues)
        position = _position(variant, wish.position)
    except WartableError as error:
        raise _unreadable(str(error)) from error
    if faults := list(position_faults(variant, position)):
        raise _unreadable("\n".join(faults))
    return Given(variant, rulings, position)


def check_board(variant: Variant) -> None:
    """Refuse a map without a board of this server: what came with a request must not name files here."""
    if variant.board.partition(MARK)[0] not in board_keys():
        raise Refused(400, "picture.none", f"{variant.title} has no board to draw.")


def _inline(data: dict[str, object]) -> Variant:
    """Read a map that came with the request; raises `Refused` with everything that is wrong with it."""
    try:
        check_fields(data, Variant)
        variant = msgspec.convert(data, Variant)
    except msgspec.ValidationError as error:
        raise _unreadable(f"This is no map: {error}.") from error
    if faults := variant_faults(variant):
        raise _unreadable("\n".join(faults))
    return variant


def _rulings(variant: Variant, rules: str, issues: dict[str, str]) -> Rulings:
    name = rules or variant.rulings
    if name not in PRESETS:
        raise Refused(400, "rules.unknown", f"There are these rulebooks: {', '.join(PRESETS)}.", fix=tuple(PRESETS))
    base = PRESETS[rules] if rules else rulings_of(variant)
    return rulings_with(base, issues)[0]


def _position(variant: Variant, given: str | dict[str, object] | None) -> Position:
    if given is None:
        return start(variant)
    if isinstance(given, str):
        return read_position(variant, given)
    return position_from_json(variant, msgspec.json.encode(given))


def orders_of(orders: str | dict[str, list[str]], given: Given) -> dict[Power, list[AnyOrder]]:
    """Read the orders of a request, text or lists by power; raises `Refused`."""
    try:
        if isinstance(orders, str):
            return read_orders(given.variant, orders, given.position, given.rulings)
        return orders_from_json(given.variant, msgspec.json.encode(orders), given.position, given.rulings)
    except WartableError as error:
        raise _unreadable(str(error)) from error


def _svg(given: Given, judged: tuple[Judged, ...]) -> str:
    """Return the picture; only maps that come with a board have one."""
    check_board(given.variant)
    try:
        picture = picture_of(given.variant, given.position, judged)
        return draw_orders(load_board(given.variant.board), picture, portable=True)
    except BoardError as error:
        raise Refused(400, "picture.none", str(error)) from error


def _unreadable(message: str) -> Refused:
    return Refused(400, "adjudicate.unreadable", message)
