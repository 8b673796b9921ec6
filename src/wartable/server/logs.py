"""Sets up what the server has to say about itself: lines for people, or JSON."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from wartable.server.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """Send what the server has to say to standard error, as lines for people or as JSON."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    logging.basicConfig(level=max(level, logging.WARNING), format="%(message)s")
    shown: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            *([structlog.processors.format_exc_info] if settings.log_json else []),
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
