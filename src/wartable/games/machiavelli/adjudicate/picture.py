"""A judged step as a picture: the board with units, garrisons, who controls what, and what became of orders."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.board.library import load_board
from wartable.engine.errors import BadData
from wartable.games.machiavelli import pictured
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.adjudicate.phase import Verdict
from wartable.games.machiavelli.adjudicate.report import figures
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.results import Judged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import Entry, OrderPicture


def drawn(rules: Rules, verdict: Verdict) -> str:
    """Return a step as SVG: the position before it with its orders; raises `BadData` where there is no drawn board."""
    if not rules.board.picture:
        message = f"{rules.board.title} is not drawn; leave the picture out."
        raise BadData(message)
    told = (one for event in verdict.events if isinstance(event, OrdersRevealed) for one in event.judged)
    return draw_orders(load_board(rules.board.picture), picture_of(rules, verdict.before, tuple(told)), portable=True)


def picture_of(rules: Rules, moment: Moment, judged: tuple[Judged, ...] = ()) -> OrderPicture:
    """Return the picture of a moment: units, land by its controller, marks in words, each power's figures below."""
    position = moment.position
    colours = {power: number for number, power in enumerate(rules.scenario.powers, 1)}
    away = [one.unit for one in moment.dislodged]
    return replace(
        pictured.picture_of(rules, position, colours, dislodged=away, judged=judged),
        caption="; ".join(_caption(rules, moment)),
        legend=tuple(_entry(rules, position, power, colour) for power, colour in colours.items()),
    )


def _caption(rules: Rules, moment: Moment) -> Iterator[str]:
    """Yield when it is and what is decided, then what marks stand where."""
    position = moment.position
    yield f"{position.season.capitalize()} {position.year}: {moment.step}"
    marks = {
        "sieges": [siege.place for siege in position.sieges],
        "rebels": [one.place for one in position.rebellions],
        "famine": position.famine,
        "storms": position.storms,
        "plague": position.extra.plague,
    }
    for name, places in marks.items():
        if places:
            yield f"{name}: {', '.join(map(rules.place, dict.fromkeys(places)))}"


def _entry(rules: Rules, position: Position, power: Power, colour: int) -> Entry:
    ducats, cities, _, units = figures(position, power)
    money = f", {ducats} ducats" if rules.options.money else ""
    return Entry(colour, f"{rules.power(power)}: {cities} cities, {units} units{money}")
