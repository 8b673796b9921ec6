"""Laws of numbers as arrays: successes among trials, sums of independent numbers, mixtures of such sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Law: TypeAlias = NDArray[np.float64]
"""The chance of 0, 1, 2 ..."""
HIDDEN = 40.0
"""Logarithm of the chance of numbers that are left out of a sum: e^-40."""
BLOCK = 1 << 20
"""Complex numbers worked on at once."""


def binomial(count: int, chance: float) -> Law:
    """Return the law of successes among independent trials, built outward from its mode so that it sums to one."""
    if count == 0 or chance <= 0 or chance >= 1:
        return surely(count if chance >= 1 else 0, count + 1)
    mode = min(count, int((count + 1) * chance))
    steps = np.arange(count)
    ratios = (count - steps) / (steps + 1) * (chance / (1 - chance))
    law = np.ones(count + 1)
    law[mode + 1 :] = np.cumprod(ratios[mode:])
    law[:mode] = np.cumprod(1 / ratios[:mode][::-1])[::-1]
    whole: Law = law / law.sum()
    return whole


def surely(number: int, size: int) -> Law:
    """Return the law of a number that is known."""
    law = np.zeros(size)
    law[number] = 1.0
    return law


def total(laws: Sequence[Law]) -> Law:
    """Return the law of a sum of independent numbers."""
    law = np.ones(1)
    for other in laws:
        law = np.convolve(law, other)
    return law


def mixed_sums(
    weights: Law, counts: NDArray[np.float64], chances: Sequence[float], steps: Sequence[int] = ()
) -> tuple[int, Law]:
    """Return the law of a mixture of sums of trials: the number its first entry is for, and the law.

    The weights sum to one. Row m, of weight `weights[m]`, has `counts[m, f]` trials of sort f, each adding `steps[f]`
    (1 or -1; all 1 if not given) with chance `chances[f]`. The generating function is taken at the roots of unity and
    turned back, as many as the numbers that can be seen.
    """
    live = [f for f, chance in enumerate(chances) if chance > 0]
    if not live:
        return 0, surely(0, 1)
    signs = np.array([steps[f] if steps else 1 for f in live])
    shares = np.array([chances[f] for f in live])
    kept = counts[:, live]
    low, high = _seen(kept, shares, signs)
    size = _fast_size(high - low + 1)
    angles = -2j * np.pi * np.arange(size // 2 + 1) / size
    sorts = 1 - shares[:, None] + shares[:, None] * np.exp(signs[:, None] * angles)
    logs = np.log(np.maximum(np.abs(sorts), 1e-320)) + 1j * np.angle(sorts)
    law = np.fft.irfft(_circle(weights, kept, logs), size)
    return low, np.maximum(law[np.arange(low, high + 1) % size], 0.0)


def _circle(weights: Law, counts: NDArray[np.float64], logs: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Return the generating function of the mixture at the points where each sort has these logarithms.

    A row is a product of powers, one for each sort; they are looked up, since there are far fewer powers than rows.
    """
    block = max(1, BLOCK // logs.shape[1])
    circle = np.zeros(logs.shape[1], dtype=np.complex128)
    numbers = counts.astype(np.int64)
    powers = [
        np.exp(np.arange(int(most) + 1)[:, None] * row) for most, row in zip(numbers.max(axis=0), logs, strict=True)
    ]
    for start in range(0, len(weights), block):
        rows = numbers[start : start + block]
        product = powers[0][rows[:, 0]]
        for power, some in zip(powers[1:], rows.T[1:], strict=True):
            product *= power[some]
        circle += weights[start : start + block] @ product
    return circle


def _seen(counts: NDArray[np.float64], shares: Law, signs: NDArray[np.int64]) -> tuple[int, int]:
    """Return the least and greatest number that can be seen: beyond, Bernstein's bound is below `HIDDEN`."""
    means = counts @ (shares * signs)
    spread = counts @ (shares * (1 - shares))
    reach = HIDDEN / 3 + np.sqrt(HIDDEN**2 / 9 + 2 * HIDDEN * spread)
    least, most = (counts * np.minimum(signs, 0)).sum(axis=1), (counts * np.maximum(signs, 0)).sum(axis=1)
    low = np.maximum(least, np.floor(means - reach)).min()
    high = np.minimum(most, np.ceil(means + reach)).max()
    return int(low), int(high)


def _fast_size(least: int) -> int:
    """Return an even length, no less than `least`, that the transform is quick for."""
    size = 2
    while size < least:
        size *= 2
    return size * 3 // 4 if size * 3 // 4 >= least and size >= 8 else size


def mean(law: Sequence[float]) -> float:
    """Return the expected number of a law."""
    return sum((number * chance for number, chance in enumerate(law)), start=0.0)
