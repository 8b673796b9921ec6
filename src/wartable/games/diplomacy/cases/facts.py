"""What a case states held against what came out: each difference as one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import get_args

from wartable.engine.errors import Reason
from wartable.engine.words import hint
from wartable.games.adjudication.orders import Power, Unit, Waive
from wartable.games.adjudication.results import Dislodged, Judged, Result, Why
from wartable.games.diplomacy.cases.form import DislodgedFact, DislodgedFacts
from wartable.games.diplomacy.text.setting import Given, Texts

NameOf = Callable[[str], Power]
"""Finds the power a case means by a name."""


def unit_differences(stated: Texts, found: Mapping[Power, Sequence[Unit]], power_of: NameOf) -> list[str]:
    """Compare all units on the board with those stated."""
    wanted = {power_of(name): sorted(texts) for name, texts in stated.items() if texts}
    there = {power: sorted(map(str, units)) for power, units in found.items() if units}
    return [
        f"units of {power}: expected {_list(wanted.get(power, ()))}, found {_list(there.get(power, ()))}"
        for power in dict.fromkeys((*wanted, *there))
        if wanted.get(power) != there.get(power)
    ]


def result_differences(
    stated: Mapping[str, str] | Sequence[str],
    given: Sequence[Given],
    judged: Sequence[Judged],
    refused: Result = "illegal",
) -> list[str]:
    """Compare the result of each order with the one stated, by order text or in the order given.

    `refused` is what becomes of text that is no order.
    """
    found = _results(given, judged, refused)
    for wanted in stated.values() if isinstance(stated, Mapping) else stated:
        if wanted not in get_args(Result):
            return [f"There is no result {wanted!r}. {hint(wanted, get_args(Result))}"]
    if isinstance(stated, Mapping):
        pairs = [(text, wanted, _of_text(given, found, text)) for text, wanted in stated.items()]
    elif len(stated) == len(given):
        pairs = [(one[1], wanted, [there]) for one, wanted, there in zip(given, stated, found, strict=True)]
    else:
        return [f"expected results for {len(stated)} orders, but {len(given)} were given"]
    return [
        f"{text}: expected {wanted}, found {_said(ones)}"
        for text, wanted, ones in pairs
        if wanted not in [one.result for one in ones if one]
    ]


def unread_orders(stated: Mapping[str, str] | Sequence[str] | None, given: Sequence[Given]) -> list[str]:
    """Tell of orders that make no sense and whose result is not stated either."""
    if stated is not None and not isinstance(stated, Mapping):
        return []
    return [
        f"{text}: {order.message}"
        for _, text, order in given
        if isinstance(order, Reason) and (stated is None or text not in stated)
    ]


def _results(given: Sequence[Given], judged: Sequence[Judged], refused: Result) -> list[Judged | None]:
    """Find what became of each order; one given twice has two results."""
    left = list(judged)
    found: list[Judged | None] = []
    for power, _, order in given:
        if isinstance(order, Reason):
            found.append(Judged(power, Waive(), refused, Why(order.code, order.message, {}, order.rule)))
            continue
        match = next((one for one in left if one.power == power and one.order == order), None)
        if match is not None:
            left.remove(match)
        found.append(match)
    return found


def _of_text(given: Sequence[Given], found: Sequence[Judged | None], text: str) -> list[Judged | None]:
    return [there for one, there in zip(given, found, strict=True) if one[1] == text]


def _said(ones: Sequence[Judged | None]) -> str:
    return " and ".join(f"{one.result} ({one.why.sentence})" for one in ones if one) or "no result"


def dislodged_differences(
    stated: DislodgedFacts, found: Sequence[Dislodged], read: Callable[[str], str], power_of: NameOf
) -> list[str]:
    """Compare which units were dislodged, by whom, and where they may go; `read` gives a place its code."""
    there = {one.unit.province: one for one in found}
    wanted = {read(place) for place in stated}
    lines = [f"dislodged from {place}: expected, but nothing was" for place in sorted(wanted - set(there))]
    lines += [f"dislodged from {place}: not expected" for place in sorted(set(there) - wanted)]
    facts = stated if isinstance(stated, Mapping) else {}
    for place, fact in facts.items():
        if (one := there.get(read(place))) is not None:
            lines += [f"dislodged from {place}: {line}" for line in _fact_differences(fact, one, read, power_of)]
            lines += retreat_differences(place, fact.retreats, one) if fact.retreats is not None else []
    return lines


def _fact_differences(
    fact: DislodgedFact, found: Dislodged, read: Callable[[str], str], power_of: NameOf
) -> Iterator[str]:
    name, _, unit = fact.unit.partition(" ")
    if fact.unit and (power_of(name), unit) != (found.power, str(found.unit)):
        yield f"expected {fact.unit}, found {found.power} {found.unit}"
    if fact.by and read(fact.by) != found.attacker:
        yield f"expected by {fact.by}, found by {found.attacker}"


def retreat_differences(place: str, stated: Iterable[str], found: Dislodged) -> list[str]:
    """Compare the places a dislodged unit may go to."""
    wanted, there = sorted(stated), sorted(found.retreats)
    return [] if wanted == there else [f"retreats of {place}: expected {_list(wanted)}, found {_list(there)}"]


def set_difference(what: str, stated: Iterable[str], found: Iterable[str]) -> list[str]:
    """Compare two lists whose order does not matter."""
    wanted, there = sorted(stated), sorted(found)
    return [] if wanted == there else [f"{what}: expected {_list(wanted)}, found {_list(there)}"]


def _list(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"
