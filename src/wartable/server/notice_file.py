"""The host's file of notices: the address of the pages, the mail server, webhooks and push services allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wartable.engine.errors import WartableError
from wartable.engine.fields import UnknownField, check_fields


class MailServer(msgspec.Struct, frozen=True, kw_only=True):
    """How mail is handed in: host, port and encryption of the mail server, and who it is from."""

    host: str
    sender: Annotated[str, Meta(pattern=r".+@.+")]
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    tls: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""


class NoticeFile(msgspec.Struct, frozen=True, kw_only=True):
    """What the file holds. `base` is the address of the pages as players have it; `hooks` are services of `apprise`.

    `push` are the sites of push services, which are sent to by https, or whole addresses (`http://127.0.0.1:8100`).

    Services at addresses that players choose (`json`, an own `ntfy`) let them send requests into the host's network.
    """

    base: Annotated[str, Meta(pattern=r"^https?://[^/\s]+$")]
    mail: MailServer | None = None
    hooks: tuple[str, ...] = ("discord", "slack", "tgram")
    push: tuple[str, ...] = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")


def read_notice_file(path: Path) -> NoticeFile:
    """Return what a file of notices says; raises `WartableError` naming the file and what is wrong in it."""
    try:
        plain = msgspec.yaml.decode(path.read_bytes())
        check_fields(plain, NoticeFile)
        return msgspec.convert(plain, NoticeFile)
    except OSError as error:
        message = f"{path}: {error.strerror or error}"
        raise WartableError(message) from error
    except (msgspec.MsgspecError, UnknownField, ValueError) as error:
        message = f"{path}: {error}"
        raise WartableError(message) from error
