"""What holds for every test: nothing on this machine but the package itself decides how it goes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Boards and scenarios of whoever runs the tests are not theirs; subprocesses inherit this.
os.environ["WARTABLE_BOARDS"] = os.environ["WARTABLE_SCENARIOS"] = os.environ["WARTABLE_VARIANTS"] = ""

# A shell that runs the tests in the background lets them, and all that they start, ignore Ctrl-C; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes tells how busy the machine is; in CI the settings that Hypothesis has for it stay.
settings.register_profile("any machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

SLOW = 10.0
"""Seconds of processor time of a test, from which on it is to be marked `slow`."""
MARGIN = 4
"""How many times as many fail a test without that mark, on whatever machine: below, it is named after the tests."""
BEGAN = pytest.StashKey[float]()
TOOK = "seconds of processor time"


def processor_time() -> float:
    """Seconds that this process has computed, and processes that it started and that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Measure from before the fixtures on: a game that a fixture plays is the test's."""
    item.stash[BEGAN] = processor_time()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Tell what a test took, if it should be marked and is not, and fail it if that is beyond doubt."""
    result = yield
    took = processor_time() - item.stash[BEGAN]
    if took > SLOW and item.get_closest_marker("slow") is None:
        item.user_properties.append((TOOK, round(took)))
        assert took < SLOW * MARGIN, f"It took {took:.0f} seconds of processor time: mark it as slow, or make it quick."
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests to be marked."""
    for report in [report for reports in terminalreporter.stats.values() for report in reports]:
        if isinstance(report, pytest.TestReport) and report.when == "call":
            for took in (took for name, took in report.user_properties if name == TOOK):
                terminalreporter.line(f"Not marked as slow: {report.nodeid} ({took} {TOOK})")
