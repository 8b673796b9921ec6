"""Shapes of every game for the OpenAPI document: its actions, views, events and inquiries, as JSON schemas.

They stand among the components under the key of their game: `pig.action`, `pig.view`, `pig.event`, and the parts of
these (`pig.Roll`). The addresses carry them as plain objects: which of them is meant hangs on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.server.catalogue import any_of

Schemas = dict[str, dict[str, Any]]


def all_shapes() -> Schemas:
    """Return the schemas of all games that are there."""
    found: Schemas = {}
    for key in registry.keys():  # noqa: SIM118 - no mapping
        found |= game_shapes(registry.get(key))
    return found


def game_shapes(game: AnyGame) -> Schemas:
    """Return the schemas of one game by the names under which they stand in the document."""
    kinds = {name: types for name, types in _kinds(game).items() if types}
    unions = [any_of(types) for types in kinds.values()]
    template = f"#/components/schemas/{game.key}.{{name}}"
    wholes, parts = msgspec.json.schema_components(unions, ref_template=template)
    named = {f"{game.key}.{name}": part for name, part in parts.items()}
    for name, whole in zip(kinds, wholes, strict=True):
        named[f"{game.key}.{name}"] = {"title": f"{game.title}: {name}", **whole}
    return named


def _kinds(game: AnyGame) -> dict[str, Sequence[Any]]:
    view = game.view_type()
    return {
        "action": game.action_types,
        "event": game.event_types,
        "inquiry": game.inquiry_types,
        "view": () if view is None else (view,),
    }
