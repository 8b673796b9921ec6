"""The promises of the contract, tested on any game: play it at random and check every step.

Use it on a game of your own::

    from wartable.engine.conformance import conform
    report = conform(MY_GAME, games=50, seed=1)

It raises `NotConforming` at the first broken promise, with everything needed to see it again.
"""

from wartable.engine.conformance.promise import NotConforming
from wartable.engine.conformance.suite import Report, conform

__all__ = ["NotConforming", "Report", "conform"]
