"""The little statistics simulations need: intervals for shares, summaries of lengths, who is the stronger player."""

from __future__ import annotations

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
    z, p = NormalDist().inv_cdf((1 + confidence) / 2), count / total
    scale = 1 + z * z / total
    middle = (p + z * z / (2 * total)) / scale
    half = z * sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / scale
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(count=count, total=total, share=_cut(p), low=_cut(low), high=_cut(high))


def spread(values: Sequence[float]) -> Spread:
    """Return mean, median, least and most."""
    if not values:
        return Spread(mean=0.0, median=0.0, least=0.0, most=0.0)
    return Spread(
        mean=_cut(fmean(values)), median=float(median(values)), least=float(min(values)), most=float(max(values))
    )


def _cut(value: float) -> float:
    return round(value, DIGITS)
