"""Requests say only what is understood: a field, word or query parameter that nobody knows is refused by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, SerializationException
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from wartable.engine.fields import UnknownField, UnknownWord, check_words
from wartable.engine.words import hint
from wartable.server.problems import Refused

_API = "/api/"
ANY_QUERY = {"any_query": True}
"""Option of addresses that pass over what a query says: who looks whether a server lives adds words against caches."""


class NoFields(Struct):
    """The body of a request that has nothing to say."""


async def known_words(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a request to the API with a query parameter or a field of its body that its address does not know."""
    if not connection.url.path.startswith(_API) or not isinstance(connection, Request):
        return
    given = handler.parsed_fn_signature.parameters
    named = {name: one.kwarg_definition for name, one in given.items()}
    known = {kind.name or name for name, kind in named.items() if isinstance(kind, QueryParameter)}
    if not handler.opt.get("any_query"):
        _check_query(connection.query_params, known)
    if connection.method in {"POST", "PUT"}:
        await _check_body(connection, given["data"].annotation if "data" in given else None)


def _check_query(given: Iterable[str], known: set[str]) -> None:
    for name in given:
        if name not in known:
            told = hint(name, sorted(known), "There are") if known else "This address takes none."
            raise Refused(400, "query.unknown", f"There is no query parameter {name!r}. {told}")


async def _check_body(request: Request[Any, Any, Any], kind: Any) -> None:  # noqa: ANN401 - the type of the body
    if request.headers.get("content-length") == "0":
        return
    try:
        body = await request.json()
    except (SerializationException, HTTPException, RecursionError):
        return  # reading it says what is wrong
    try:
        check_words(body, NoFields if kind is None else kind)
    except UnknownField as error:
        raise Refused(400, "field.unknown", str(error)) from error
    except UnknownWord as error:
        raise Refused(400, "request.invalid", str(error)) from error
