"""Refusals: how errors become a `Problem` with a clear status."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from structlog import get_logger

from wartable.engine.errors import BadNotation, BadOptions, IllegalAction, Reason, UnknownGame
from wartable.engine.fields import UnknownField, UnknownWord, check_words
from wartable.server.answers import NOT_NOW
from wartable.server.engines import RETRY_AFTER, Busy
from wartable.server.wire import Problem

log = get_logger("wartable.server")


class Refused(Exception):
    """A request that is refused with a status and a problem; the state is unchanged."""

    wait = 1
    """Seconds after which it may be tried again, where the status (429, 503) says that it may."""

    def __init__(self, status: int, code: str, message: str, *, rule: str = "", fix: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code=code, message=message, rule=rule, fix=fix)

    def __reduce__(self) -> tuple[Any, ...]:
        """Come over from another process as the same refusal."""
        problem = self.problem
        return Refused, (self.status, problem.code, problem.message), {"problem": problem, "wait": self.wait}

    @classmethod
    def because(cls, reason: Reason, status: int = 409) -> Refused:
        """Make a refusal from a reason of the rules."""
        return cls(status, reason.code, reason.message, rule=reason.rule, fix=reason.fix)


def answer(status: int, problem: Problem, wait: int = 1) -> Response[Any]:
    """Return the response that carries a problem, with the seconds to wait where it says no more than "not now"."""
    headers = {"Retry-After": str(wait)} if status in NOT_NOW else {}
    return Response(content=problem, status_code=status, media_type="application/json", headers=headers)


def on_refused(_: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    """Answer what the server itself refuses."""
    return answer(error.status, error.problem, error.wait)


def on_reasoned(_: Request[Any, Any, Any], error: IllegalAction | BadNotation | BadOptions) -> Response[Any]:
    """Answer what the rules refuse."""
    refused = Refused.because(error.reason, 409 if isinstance(error, IllegalAction) else 400)
    if isinstance(error, BadOptions):
        refused.problem = msgspec.structs.replace(refused.problem, disagreement=error.disagreement or msgspec.UNSET)
    return on_refused(_, refused)


def on_busy(_: Request[Any, Any, Any], error: Busy) -> Response[Any]:
    """Answer what a locked database keeps from being done, with the seconds to wait."""
    return answer(503, Problem(code="database.busy", message=str(error)), RETRY_AFTER)


def on_unknown_game(_: Request[Any, Any, Any], error: UnknownGame) -> Response[Any]:
    """Answer a request for a game that is not installed."""
    return answer(404, Problem(code="game.unknown", message=str(error)))


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: unknown paths, wrong methods, bodies that do not fit."""
    code = _CODES.get(error.status_code, "request.invalid")
    response = answer(error.status_code, Problem(code=code, message=_sentence(error)))
    for name, value in (error.headers or {}).items():
        response.set_header(name, value)
    return response


def on_depth(_: Request[Any, Any, Any], __: RecursionError) -> Response[Any]:
    """Answer a body that is nested deeper than anything sensible."""
    return answer(400, Problem(code="request.invalid", message="The body is nested too deeply to be read."))


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer our own mistakes, and log them whole; private links are secrets, so only the form of the path is told."""
    scope = dict[str, object](request.scope)
    path = scope.get("path_template")  # none where the crash came before the way was found
    log.error("crash", path=path, method=request.method, exc_info=error)
    message = "Something went wrong on our side. Nothing was changed; please try again."
    return answer(500, Problem(code="server.error", message=message))


_CODES = {404: "path.unknown", 405: "method.wrong", 413: "body.too_large", 415: "body.type", 429: "rate.limit"}


def _sentence(error: HTTPException) -> str:
    if error.status_code == 404:
        return "There is nothing at this address."
    if error.status_code == 405:
        return "This address does not take that method."
    extra: Any = error.extra
    details: list[Any] = [*extra] if isinstance(extra, list | tuple) else []
    told = [_told(one.get("key", "data"), one.get("message", "")) for one in details]
    return "The request does not fit: " + ("; ".join(told) or error.detail or "it cannot be read")


_MISSING = re.compile(r"Object missing required field `(\w+)`")


def _told(key: str, message: str) -> str:
    """Say what is wrong with a body, or with a field of it that is named by its key."""
    if missing := _MISSING.match(message):
        inside = "" if key == "data" else f" in {key}"
        return f"the field {missing[1]} is missing{inside}"
    return message if key == "data" else f"{key}: {message}"


def convert_action(kinds: Any, action: dict[str, Any]) -> Any:  # noqa: ANN401 - a union of the game's own types
    """Read an action of a game from plain data; raises `Refused` saying what is wrong with it."""
    try:
        check_words(action, kinds)
        return msgspec.convert(action, kinds)
    except (UnknownField, UnknownWord) as error:
        raise Refused(400, "action.malformed", f"This is no decision of the game. {error}") from error
    except msgspec.ValidationError as error:
        raise Refused(400, "action.malformed", f"This is no decision of the game: {error}.") from error


def specs(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the documentation of the problems an address may answer with."""
    common = (400, 413, 415, 429, 503)
    return {
        status: ResponseSpec(Problem, description=_WORDS[status], generate_examples=False)
        for status in (*common, *statuses)
    }


_WORDS = {
    400: "The request cannot be read or does not fit",
    401: "The cookie is not known here",
    403: "Not yours to do",
    404: "Not found",
    409: "Not possible now",
    413: "The body is too large",
    415: "The body must be application/json",
    429: "Too often; `Retry-After` says how many seconds to wait",
    503: "Not now, as while another program has locked the database; `Retry-After` says how many seconds to wait",
}
