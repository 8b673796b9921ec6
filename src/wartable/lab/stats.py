"""The little statistics simulations need: intervals for shares, summaries of lengths, who is the stronger player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, median

import msgspec

DIGITS = 4
"""Decimals kept in results, so that they print alike everywhere."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A count out of a total, its share, and the Wilson interval the true share lies in (95 % unless said)."""

    count: int
    total: int
    share: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The middle and the ends of a list of numbers; all 0 for an empty one."""

    mean: float
    median: float
    least: float
    most: float


def wilson(count: int, total: int, confidence: float = 0.95) -> Share:
    """Return the share with its Wilson score interval; raises `ValueError` unless 0 <= count <= total.

    For no trials at all the interval is everything from 0 to 1.
    """
    if not 0 <= count <= total:
        message = f"A count must lie from 0 to the total: {count} of {total}."
        raise ValueError(message)
    if total == 0:
        return Share(count=0, total=0, share=0.0, low=0.0, high=1.0)
    low, high = _interval(count / total, total, confidence)
    return Share(count=count, total=total, share=_cut(count / total), low=_cut(low), high=_cut(high))


def grouped(hits: Sequence[bool], groups: Sequence[int], confidence: float = 0.95) -> Share:
    """Return the share of trials that hit, with an interval for trials that depend on each other within groups.

    Games of one deal, played from every seat, are such a group: where the luck of the deal decides, ten deals of four
    games tell little more than ten games. The Wilson interval is taken for as many independent trials as would vary
    as much as the groups do, between one a group and one a trial.
    """
    total, count, sizes = len(hits), sum(hits), Counter(groups)
    if len(sizes) == total:
        return wilson(count, total, confidence)
    share, found = count / total, Counter(group for group, hit in zip(groups, hits, strict=True) if hit)
    varied = sum((found[group] - share * size) ** 2 for group, size in sizes.items())
    alone = share * (1 - share) * total
    worth = float(len(sizes))
    if alone and len(sizes) > 1:
        excess = varied * len(sizes) / (len(sizes) - 1) / alone
        worth = min(float(total), total / max(excess, 1.0))
    low, high = _interval(share, worth, confidence)
    return Share(count=count, total=total, share=_cut(share), low=_cut(low), high=_cut(high))


def _interval(share: float, total: float, confidence: float) -> tuple[float, float]:
    """Return the ends of the Wilson interval for a share of so many independent trials."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    scale = 1 + z * z / total
    middle = (share + z * z / (2 * total)) / scale
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def spread(values: Sequence[float]) -> Spread:
    """Return mean, median, least and most."""
    if not values:
        return Spread(mean=0.0, median=0.0, least=0.0, most=0.0)
    return Spread(
        mean=_cut(fmean(values)), median=float(median(values)), least=float(min(values)), most=float(max(values))
    )


def _cut(value: float) -> float:
    return round(value, DIGITS)
