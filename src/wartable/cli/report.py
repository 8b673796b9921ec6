"""`wartable report`: a page of what simulations gave, with tables and plots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from wartable.cli.usage import BadUsage, read_bytes
from wartable.lab.page import page_of
from wartable.lab.report import Report


def report(
    *files: Annotated[Path, Parameter(help="What wartable simulate --json printed, a section each.")],
    title: Annotated[str, Parameter(help="Heading of the page.")] = "Games between bots",
    note: Annotated[str, Parameter(help="What is said below the heading.")] = "",
    out: Annotated[Path | None, Parameter(help="File to write; the page is printed if left out.")] = None,
) -> None:
    """Write a page in Markdown about simulated games: seats, lengths, and what the game has counted."""
    if not files:
        message = "Name at least one file that `wartable simulate --json` wrote."
        raise BadUsage(message)
    page = page_of([_read(path) for path in files], title, note)
    if out is None:
        sys.stdout.write(page)
        return
    out.write_text(page, encoding="utf-8")
    sys.stdout.write(f"wrote {out}\n")


def _read(path: Path) -> Report:
    try:
        return msgspec.json.decode(read_bytes(path), type=Report)
    except msgspec.DecodeError as error:
        message = f"{path} is not what `wartable simulate --json` writes: {error}."
        raise BadUsage(message) from error
