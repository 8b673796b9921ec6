"""What holds for every test: nothing on this machine but the package itself decides how it goes."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# Boards and scenarios of whoever runs the tests are not theirs; subprocesses inherit this.
os.environ["WARTABLE_BOARDS"] = os.environ["WARTABLE_SCENARIOS"] = ""

# A shell that runs the tests in the background lets them, and all that they start, ignore Ctrl-C; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes tells how busy the machine is; in CI the settings that Hypothesis has for it stay.
settings.register_profile("any machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
