"""Print the shapes that travel between server and browser as JSON: of the HTTP API, and of every game under its key.

`tools/build_web.py` makes the client's types of them before it checks or lints the client. Nothing of this is kept in
git: the shapes are those of the Python structs as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, get_args, get_type_hints

import msgspec
from litestar.serialization import decode_json, encode_json
from msgspec.inspect import Metadata, StructType, Type, multi_type_info

from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.server.app import create_app
from wartable.server.settings import Settings
from wartable.server.shapes import game_shapes

Shapes = dict[str, dict[str, Any]]


def documents() -> dict[str, Any]:
    """Return a document for the server and one for each game; types need no addresses."""
    own = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()["components"]["schemas"]
    games = {key: _of_game(registry.get(key)) for key in registry.keys()}  # noqa: SIM118 - no mapping
    plain = decode_json(encode_json({"api": own} | games))  # defaults may be values of the engine
    return {name: _document(shapes) for name, shapes in plain.items()}


def _document(shapes: Shapes) -> dict[str, Any]:
    info = {"title": "Wartable", "version": "0"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": shapes}}


def _of_game(game: AnyGame) -> Shapes:
    """Return the shapes of a game by their own names; a field that is left out where it is the usual has no default."""
    text = json.dumps(decode_json(encode_json(game_shapes(game)))).replace(f"/{game.key}.", "/")
    answers = _answers(game)
    _, parts = msgspec.json.schema_components(answers, ref_template="#/components/schemas/{name}")
    shapes = parts | {name.removeprefix(f"{game.key}."): shape for name, shape in json.loads(text).items()}
    sent = [*game.action_types, *game.event_types, *game.inquiry_types, *answers, game.view_type()]
    for kind in _structs(multi_type_info([one for one in sent if one is not None])):
        if kind.cls.__struct_config__.omit_defaults:
            for field in shapes[_name(kind.cls, shapes)]["properties"].values():
                field.pop("default", None)
    return shapes


def _name(cls: type, shapes: Shapes) -> str:
    """Return under which name a struct is described: with its module where two have the same."""
    return cls.__name__ if cls.__name__ in shapes else f"{cls.__module__}.{cls.__qualname__}"


def _answers(game: AnyGame) -> list[Any]:
    """Return what the game's questions are answered with, and its ground, as far as the game says so more nearly."""
    said = [get_type_hints(does)["return"] for does in (game.answer, game.show.ground)]
    return [kind for union in said for kind in get_args(union) or [union] if kind not in {msgspec.Struct, type(None)}]


def _structs(types: Sequence[Type]) -> Iterator[StructType]:
    """Yield every struct that is reached from some types, once."""
    waiting: list[Any] = list(types)
    seen: set[type] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, StructType) and one.cls not in seen:
            seen.add(one.cls)
            yield one
            waiting.extend(field.type for field in one.fields)
        elif isinstance(one, tuple):
            waiting.extend(one)
        elif isinstance(one, Type) and not isinstance(one, StructType | Metadata):
            waiting.extend(getattr(one, field) for field in one.__struct_fields__)


if __name__ == "__main__":
    print(json.dumps(documents(), sort_keys=True))
