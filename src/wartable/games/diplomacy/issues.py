"""Rule options by the numbers of the DATC (`4.A.1: a`), as case files write them, turned into rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias, get_args, get_type_hints

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.words import hint, listed
from wartable.games.diplomacy.rulings import PRESETS, Rulings

Choice: TypeAlias = Mapping[str, Any]
"""Fields of `Rulings` and their values."""

_LETTERS: Mapping[str, Mapping[str, Choice]] = {
    "4.A.1": {"a": {"routes": "any_breaks"}, "b": {"routes": "all_break"}},
    "4.A.4": {"a": {"convoyed_cuts_against_origin": False}, "b": {"convoyed_cuts_against_origin": True}},
    "4.A.5": {"a": {"retreat_to_convoyed_origin": False}, "b": {"retreat_to_convoyed_origin": True}},
    "4.A.6": {"a": {"convoy_path": "ignored"}, "b": {"convoy_path": "optional"}, "c": {"convoy_path": "required"}},
    "4.A.7": {"a": {"dislodged_blocks_origin": False}, "b": {"dislodged_blocks_origin": True}},
    "4.B.1": {"a": {"coast_missing": "illegal"}, "b": {"coast_missing": "first"}},
    "4.B.2": {"a": {"coast_implied": "only"}, "b": {"coast_implied": "illegal"}},
    "4.B.3": {"a": {"coast_unreachable": "other"}, "b": {"coast_unreachable": "illegal"}},
    "4.B.5": {"a": {"coast_of_unit": "illegal"}, "b": {"coast_of_unit": "ignored"}},
    "4.B.6": {"a": {"coast_meaningless": "illegal"}, "b": {"coast_meaningless": "ignored"}},
    "4.B.7": {"a": {"build_coast": "required"}, "b": {"build_coast": "first"}},
    "4.C.1": {"a": {"kind_missing": "strict"}, "b": {"kind_missing": "lenient"}},
    "4.C.2": {"a": {"kind_wrong": "strict"}, "b": {"kind_wrong": "lenient"}},
    "4.C.3": {"a": {"build_kind_missing": "illegal"}, "c": {"build_kind_missing": "implied"}},
    "4.C.4": {"a": {"fleet_inland": "illegal"}, "b": {"fleet_inland": "army"}},
    "4.C.5": {"a": {"nationality_missing": "strict"}, "b": {"nationality_missing": "lenient"}},
    "4.C.6": {"a": {"nationality_wrong": "strict"}, "b": {"nationality_wrong": "lenient"}},
    "4.D.1": {
        "a": {"order_sets": "combined"},
        "b": {"order_sets": "combined"},
        "c": {"order_sets": "last"},
        "d": {"order_sets": "last"},
    },
    "4.D.2": {"a": {"order_sets": "none"}, "b": {"order_sets": "combined"}},
    "4.D.3": {"a": {"double_orders": "first"}, "b": {"double_orders": "last"}, "c": {"double_orders": "hold"}},
    "4.D.4": {"a": {"surplus_builds": "none"}, "b": {"surplus_builds": "first"}},
    "4.D.5": {"a": {"double_builds": "none"}, "b": {"double_builds": "first"}},
    "4.D.6": {"a": {"surplus_removals": "none"}, "b": {"surplus_removals": "first"}},
    "4.D.7": {"a": {"waive": True}, "b": {"waive": False}},
    "4.D.9": {"a": {"disorder_supported": False}, "b": {"disorder_supported": True}},
    "4.E.2": {"a": {"poor_orders": "lenient"}},
    "4.E.3": {"a": {"implicit_orders": True}, "b": {"implicit_orders": False}},
    "4.E.4": {"a": {"perpetual_orders": True}, "b": {"perpetual_orders": False}},
    "4.E.5": {"a": {"proxy_orders": True}, "c": {"proxy_orders": False}},
}
"""Issues whose choices go by letter."""

_WORDS: Mapping[str, tuple[tuple[str, Choice], ...]] = {
    "4.A.2": (
        ("szykman", {"paradox": "szykman"}),
        ("all.?hold", {"paradox": "all_hold"}),
        ("1971", {"paradox": "1971"}),
        ("1982", {"paradox": "1982"}),
        ("2000|2023", {"paradox": "2000"}),
    ),
    "4.A.3": (
        ("explicit|dptg|web.?dip|dipcc|via only", {"adjacent_convoy": "via_only"}),
        ("1971", {"adjacent_convoy": "swap_1971"}),
        ("1982", {"adjacent_convoy": "intent_1982"}),
        ("2000|2023", {"adjacent_convoy": "fleet_or_via"}),
    ),
    "4.B.1": (("illegal|fail", {"coast_missing": "illegal"}), ("first|default", {"coast_missing": "first"})),
    "4.B.4": (
        ("left out|optional|match", {"support_coast": "optional"}),
        ("required|must be", {"support_coast": "required"}),
        ("ignored", {"support_coast": "ignored"}),
    ),
    "4.B.7": (("needed|required|fail", {"build_coast": "required"}), ("first|default", {"build_coast": "first"})),
    "4.D.8": (
        ("2023|owned", {"removal": "owned"}),
        ("2000|country", {"removal": "country"}),
        ("webdip|by.?kind", {"removal": "home_by_kind"}),
        ("1971|1982|home", {"removal": "home"}),
    ),
    "4.E.1": (("ignored|hold", {"illegal_moves": "hold"}), ("move|1979|walker", {"illegal_moves": "move"})),
}
"""Issues whose choices go by words: the first pattern found in the text counts, or every one that a list names."""


def rulings_with(base: Rulings, options: Mapping[str, str]) -> tuple[Rulings, ...]:
    """Return rulings with some issues settled otherwise: one, or several where a choice names several texts.

    Keys are DATC issues, field names of `Rulings`, or `rules` with the name of a preset. Raises `BadData` for a key or
    a choice it does not know.
    """
    made = [_preset(options, base)]
    for issue, text in options.items():
        if issue not in _PRESET_KEYS:
            made = [_changed(one, choice) for one in made for choice in _choices(issue, str(text))]
    return tuple(dict.fromkeys(made))


_PRESET_KEYS = frozenset({"rules", "rulings", "preset"})


def _preset(options: Mapping[str, str], base: Rulings) -> Rulings:
    for key in _PRESET_KEYS & set(options):
        if str(options[key]) not in PRESETS:
            message = f"There are no rules called {options[key]!r}; there are {listed(list(PRESETS))}."
            raise BadData(message)
        return PRESETS[str(options[key])]
    return base


def _changed(rulings: Rulings, choice: Choice) -> Rulings:
    """Change fields and check their values, as a plain replacement would not."""
    for name, value in choice.items():
        allowed = _allowed(name)
        if value not in allowed:
            words = [str(one).lower() if isinstance(one, bool) else str(one) for one in allowed]
            raise BadData(f"The rule option {name!r} must be one of {', '.join(words)}, not {str(value)!r}.")
    return msgspec.convert(msgspec.to_builtins(rulings) | dict(choice), Rulings)


@cache
def _allowed(name: str) -> tuple[Any, ...]:
    """Return the values that a field of the rulings may have."""
    kind = get_type_hints(Rulings)[name]
    return (True, False) if kind is bool else get_args(kind)


def _choices(issue: str, text: str) -> list[Choice]:
    if issue in Rulings.__struct_fields__:
        return [{issue: {"true": True, "false": False}.get(text.lower(), text)}]
    letter = re.match(r"\s*([a-f])\s*(?:[:.,;)]|$)", text.lower())
    if letter and (choice := _LETTERS.get(issue, {}).get(letter[1])) is not None:
        return [choice]
    found = [choice for pattern, choice in _WORDS.get(issue, ()) if re.search(pattern, text.lower())]
    if not found:
        raise BadData(_unknown(issue, text))
    listing = re.search(r",| or ", text.lower()) if issue == "4.A.2" else None
    chosen = found if listing else found[:1]
    return [{**choice, **_fallback(issue, text.lower())} for choice in chosen]


def _unknown(issue: str, text: str) -> str:
    """Say that a rule option, or a choice for it, does not exist, and what may be written instead."""
    if issue not in _LETTERS and issue not in _WORDS:
        known = [*Rulings.__struct_fields__, *sorted({*_LETTERS, *_WORDS})]
        return f"There is no rule option {issue!r}. {hint(issue, known)}"
    words = (pattern.partition("|")[0].replace(".?", " ") for pattern, _ in _WORDS.get(issue, ()))
    return f"The rule option {issue!r} must be one of {', '.join([*_LETTERS.get(issue, {}), *words])}, not {text!r}."


def _fallback(issue: str, text: str) -> Choice:
    """Read whether an army goes by land where its convoy fails (4.A.3)."""
    if issue != "4.A.3" or "fallback" not in text:
        return {}
    return {"land_fallback": re.search(r"(?:no|without)(?: \w+)* (?:land )?fallback", text) is None}
