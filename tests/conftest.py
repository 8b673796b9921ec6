"""What holds for every test: nothing on this machine but the package itself decides how it goes."""

from __future__ import annotations

import os

# Boards and scenarios of whoever runs the tests are not theirs; subprocesses inherit this.
os.environ["WARTABLE_BOARDS"] = os.environ["WARTABLE_SCENARIOS"] = ""
