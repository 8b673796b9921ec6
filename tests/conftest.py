"""What holds for every test: nothing on this machine but the package itself decides how it goes."""

from __future__ import annotations

import os
import signal

# Boards and scenarios of whoever runs the tests are not theirs; subprocesses inherit this.
os.environ["WARTABLE_BOARDS"] = os.environ["WARTABLE_SCENARIOS"] = ""

# A shell that runs the tests in the background lets them, and all that they start, ignore Ctrl-C; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
