"""Imported once by the process that the servers of `restarts` are forked from: loads what every server loads."""

from __future__ import annotations

import apprise  # noqa: F401 - of notices, and slow to load

import wartable.server.app
import wartable.server.logs  # noqa: F401 - loaded, and not used here
from wartable.server.warm import warm_up

warm_up()
