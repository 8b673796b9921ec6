"""Places for spaces that nobody has drawn: neighbours near each other, none too close, the whole broader than high."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wartable.board.topology import Point

    Points: TypeAlias = NDArray[np.float64]

BORDER, APART, MARGIN = 150.0, 104.0, 90.0
"""Canvas pixels: length that borders get near to, least distance of two spaces, and from the outermost to the edge."""
_ROUNDS = 300


def spread(names: Sequence[str], borders: Iterable[tuple[str, str]]) -> tuple[dict[str, Point], tuple[int, int]]:
    """Return a point for every name, in canvas pixels, and the width and height of the canvas.

    The same borders give the same points. Distances follow the number of borders between two spaces, by the majorizing
    of stress (Gansner, Koren and North 2004).
    """
    import numpy as np  # noqa: PLC0415 - only who brings in a map that is not drawn needs it

    steps = _steps(names, borders)
    at = _turned(_apart(_settled(_first(steps), steps) * BORDER))
    at -= at.min(axis=0) - MARGIN
    width, height = (int(value) for value in np.ceil(at.max(axis=0) + MARGIN))
    points = {name: (float(round(x)), float(round(y))) for name, (x, y) in zip(names, at, strict=True)}
    return points, (width, height)


def _steps(names: Sequence[str], borders: Iterable[tuple[str, str]]) -> Points:
    """Return how many borders lie between each two; parts that are not joined are a little farther than any others."""
    import numpy as np  # noqa: PLC0415
    from scipy.sparse import csr_array  # noqa: PLC0415
    from scipy.sparse.csgraph import shortest_path  # noqa: PLC0415

    index = {name: number for number, name in enumerate(names)}
    joined = np.zeros((len(names), len(names)))
    for one, other in borders:
        joined[index[one], index[other]] = joined[index[other], index[one]] = 1
    found = cast("Points", shortest_path(csr_array(joined), unweighted=True))
    reached = found[np.isfinite(found)]
    return np.where(np.isfinite(found), found, reached.max(initial=1) + 1)


def _first(steps: Points) -> Points:
    """Return the plane in which the distances are kept best (classical scaling), bent so that none coincide."""
    import numpy as np  # noqa: PLC0415

    count = len(steps)
    centring = np.eye(count) - 1 / count
    _, vectors = np.linalg.eigh(-centring @ (steps**2) @ centring / 2)
    plane = vectors[:, -2:] if count > 1 else np.zeros((1, 2))
    # The sign of an eigenvector is left to the library, so it is settled here.
    plane = plane * np.where(plane[np.abs(plane).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    angles = np.arange(count) * 2.4
    return plane * float(steps.max()) + 0.01 * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _settled(at: Points, steps: Points) -> Points:
    """Return the points moved until the distances are as near to the steps as they get."""
    import numpy as np  # noqa: PLC0415

    weights = np.where(steps > 0, 1 / np.maximum(steps, 1) ** 2, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS):
        gaps = np.linalg.norm(at[:, None] - at[None], axis=2)
        pull = -weights * steps / np.maximum(gaps, 1e-9)
        np.fill_diagonal(pull, 0.0)
        pull -= np.diag(pull.sum(axis=1))
        at = inverse @ pull @ at
    return at


def _apart(at: Points) -> Points:
    """Return the points with those pushed apart that lie too close."""
    import numpy as np  # noqa: PLC0415

    for _ in range(_ROUNDS):
        gap = at[:, None] - at[None]
        length = np.linalg.norm(gap, axis=2)
        short = np.maximum(APART - length, 0.0)
        np.fill_diagonal(short, 0.0)
        if not short.any():
            break
        at = at + (gap / np.maximum(length, 1e-9)[:, :, None] * (short / 2 * 0.8)[:, :, None]).sum(axis=1)
    return at


def _turned(at: Points) -> Points:
    """Return the points turned so that the longest way through them lies level."""
    import numpy as np  # noqa: PLC0415

    middle = at - at.mean(axis=0)
    _, vectors = np.linalg.eigh(middle.T @ middle)
    axis = vectors[:, -1] * (-1.0 if vectors[0, -1] < 0 else 1.0)
    turned: Points = middle @ np.array([[axis[0], -axis[1]], [axis[1], axis[0]]])
    return turned
