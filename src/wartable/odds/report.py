"""Battle odds for people: a plain text table and a picture of who is left."""

from collections.abc import Sequence
from itertools import accumulate
from math import ceil, floor
from typing import Literal

import msgspec

from wartable.odds.battle import BattleOdds

Side = Literal["defender", "attacker"]

SHOWN = 0.0005
"""Rare ends are left out at either edge of a side as long as they are together below this (0.05 %)."""

BLOCKS = " ▏▎▍▌▋▊▉█"


class Bar(msgspec.Struct, frozen=True):
    """One bar: the side that holds the territory in the end, with how many armies, and how probable."""

    side: Side
    low: int
    high: int
    chance: float

    @property
    def label(self) -> str:
        """The number of armies, or the range of them."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def bars(odds: BattleOdds, most: int = 24) -> list[Bar]:
    """Return at most about `most` bars in reading order: many defenders left ... few, few attackers left ... many.

    The tails (see `SHOWN`) are left out; large battles are gathered in ranges.
    """
    held = _trimmed(odds.defenders_left)
    won = _trimmed(odds.attackers_left)
    width = _round_width(ceil((len(held) + len(won)) / most))
    defenders = _gathered("defender", odds.defenders_left, held, width)
    return [*reversed(defenders), *_gathered("attacker", odds.attackers_left, won, width)]


def _round_width(least: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, ... that is wide enough."""
    width = 1
    while width < least:
        width = width * 5 // 2 if str(width).startswith("2") else width * 2
    return width


def _trimmed(chances: Sequence[float]) -> range:
    """Return the army counts to show, without the tails that are together rarer than `SHOWN` at either end."""
    low = _tail(chances)
    high = len(chances) - _tail(chances[::-1])
    return range(low, max(low, high))


def _tail(chances: Sequence[float]) -> int:
    """Return how many leading entries are together rarer than `SHOWN`."""
    return sum(total < SHOWN for total in accumulate(chances))


def _gathered(side: Side, chances: Sequence[float], shown: range, width: int) -> list[Bar]:
    if not shown:
        return []
    # Ranges begin at 1, 1 + width, ...; one attacker at least always survives a conquest.
    starts = range(1 + floor((shown[0] - 1) / width) * width, shown[-1] + 1, width)
    spans = [(start, min(start + width, len(chances))) for start in starts]
    return [Bar(side, start, end - 1, sum(chances[start:end])) for start, end in spans]


def text_report(odds: BattleOdds, width: int = 40) -> str:
    """Return the odds as plain text; the longest bar is `width` characters wide."""
    lines = [*_headline(odds), "", *_figures(odds), "", *_bar_lines(odds, width)]
    return "\n".join(lines) + "\n"


def percent(chance: float) -> str:
    """Write a probability as a percentage that never rounds an open matter to 0 or 100."""
    for digits in (1, 2, 4):
        text = f"{100 * chance:.{digits}f} %"
        if chance in {0.0, 1.0} or 0.0 < float(text[:-2]) < 100.0:
            return text
    return "> 99.9999 %" if chance > 0.5 else "< 0.0001 %"


def _headline(odds: BattleOdds) -> list[str]:
    battle = odds.battle
    head = f"{battle.attackers} attacking, {battle.defenders} defending"
    if battle.stop:
        head += f", stopping at {battle.stop} attackers left"
    if battle.rolls:
        head += f", {battle.rolls} {'roll' if battle.rolls == 1 else 'rolls'} at most"
    return [head]


def _open_chance(chance: float, *, possible: bool) -> str:
    """Write the chance of an end; in battles of hundreds one may be too small to be followed and still be possible."""
    return "< 0.0001 %" if possible and not chance else percent(chance)


def _figures(odds: BattleOdds) -> list[str]:
    to_the_end = odds.battle.rolls is None
    rows = [("conquered", _open_chance(odds.conquered, possible=to_the_end and odds.defender_losses > 0))]
    if odds.stopped:
        rows.append(("stopped", percent(odds.stopped)))
    rows += [
        (
            "repelled",
            _open_chance(odds.repelled, possible=to_the_end and not odds.battle.stop and odds.attacker_losses > 0),
        ),
        ("attacker loses on average", f"{odds.attacker_losses:.2f}  "),
        ("defender loses on average", f"{odds.defender_losses:.2f}  "),
        ("rolls on average", f"{odds.expected_rolls:.2f}  "),
    ]
    return [f"  {name:<26} {value:>11}".rstrip() for name, value in rows]


def _bar_lines(odds: BattleOdds, width: int) -> list[str]:
    found = bars(odds)
    most = max(bar.chance for bar in found)
    lines: list[str] = []
    for side in ("defender", "attacker"):
        mine = [bar for bar in found if bar.side == side]
        if mine:
            lines.append(f"  {side} left with")
            lines += [
                f"  {bar.label:>9}  {percent(bar.chance):>9}  {_block(bar.chance / most, width)}".rstrip()
                for bar in mine
            ]
    return lines


def _block(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    return ("█" * (eighths // 8) + BLOCKS[eighths % 8]).rstrip()
