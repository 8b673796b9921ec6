"""Generating functions of mixed sums are those of their definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.odds.sums import _circle


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_powers_looked_up_are_powers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 40, (30, 3)).astype(np.float64)
    logs = -rng.random((3, 9)) + 1j * rng.random((3, 9))
    weights = rng.random(30)
    assert np.allclose(_circle(weights, counts, logs), weights @ np.exp(counts @ logs), rtol=1e-12, atol=1e-12)
