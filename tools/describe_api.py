"""Write the shapes of the HTTP API to web/openapi.json; `npm run types` in web/ makes the client's types of it."""

from __future__ import annotations

import json
from pathlib import Path

from litestar.serialization import decode_json, encode_json

from wartable.server.app import create_app
from wartable.server.settings import Settings

TARGET = Path(__file__).parents[1] / "web" / "openapi.json"


def shapes() -> str:
    """Return the named shapes of the API's document as JSON; types need no addresses."""
    schema = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()
    document = decode_json(encode_json(schema))  # defaults may be values of the engine
    slim = {
        "openapi": document["openapi"],
        "info": {"title": "Wartable", "version": "0"},
        "paths": {},
        "components": {"schemas": document["components"]["schemas"]},
    }
    return json.dumps(slim, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    TARGET.write_text(shapes(), encoding="utf-8")
