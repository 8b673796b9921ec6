"""What files of cases hold: positions, what is ordered, and what is stated of the outcome."""

from __future__ import annotations

from typing import Any

import msgspec

SCHEMA = "machiavelli-cases/1"


class SiegeFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A siege that runs, by a unit named with its owner."""

    place: str
    by: str


class RebelFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rebels in a space of a province."""

    place: str
    space: str
    against: str


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: what is not named is empty and nobody's."""

    units: list[str] = []
    sieges: list[SiegeFact] = []
    rebellions: list[RebelFact] = []
    control: dict[str, dict[str, str | None]] = {}
    homes: dict[str, str | None] = {}
    treasury: dict[str, int] = {}
    famine: list[str] = []
    dislodged: list[str] = []


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is stated of the position afterwards; only what is stated is compared."""

    units: list[str] | None = None
    dislodged: list[str] | None = None
    eliminated: list[str] | None = None
    removed: list[str] | None = None
    sieges: list[SiegeFact] | None = None
    rebellions: list[RebelFact] | None = None
    control: dict[str, dict[str, str | None]] | None = None
    treasury: dict[str, int] | None = None
    famine: list[str] | None = None
    standoffs: list[str] | None = None


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of one of several campaigns."""

    season: str
    orders: dict[str, list[str]] = {}


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case; which fields it has follows from its theme."""

    id: str
    theme: str
    words: str = ""
    options: dict[str, Any] = {}
    before: Before | None = None
    orders: dict[str, list[str]] = {}
    campaigns: list[Campaign] = []
    expenses: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    assassinated: list[str] = []
    plague: list[str] = []
    season: str = "spring"
    year: int = 1454
    illegal: list[str] | None = None
    after: After | None = None
    expect: dict[str, Any] | None = None
    state: dict[str, Any] = {}
    dice: dict[str, Any] = {}
    # money
    target: str = ""
    bids: list[dict[str, Any]] = []
    counter_bribes: list[dict[str, Any]] = []
    chits_before: dict[str, list[str]] = {}
    table: str = ""
    severity_die: str = ""
    severity: int = 0
    rolls: dict[str, int] = {}
    loan: dict[str, Any] = {}
    loans: list[dict[str, Any]] = []
    outstanding: int = 0
    treasury: int = 0
    banking: list[str] = []
    adjust: list[str] = []


class CaseFile(msgspec.Struct, frozen=True):
    """A file of cases."""

    schema: str
    cases: list[Case]
