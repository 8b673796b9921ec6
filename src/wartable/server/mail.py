"""Mail handed to the host's mail server: one message, to one address."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from wartable.server.notice_file import MailServer

PATIENCE = 20.0
"""Seconds that the mail server may take for each answer."""


class Unsure(Exception):
    """The connection broke while a message was handed over: it may have arrived."""


def message(
    server: MailServer, to: str, subject: str, text: str, stop: str = "", page: str = "", pictures: Sequence[bytes] = ()
) -> EmailMessage:
    """Return a message; `stop` is the address by which one press ends such mail (RFC 8058).

    `page` says the same in HTML, which shows the `pictures` (PNG) as `cid:board-0` and so on.
    """
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = server.sender, to, subject
    made["Date"] = formatdate(usegmt=True)
    made["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2].rstrip(">"))
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    if page:
        made.add_alternative(page, subtype="html")
        shown = made.get_body(("html",))
        for number, picture in enumerate(pictures):
            if picture and shown is not None:
                shown.add_related(picture, "image", "png", cid=f"<board-{number}>", filename=f"board-{number}.png")
    return made


def send(server: MailServer, made: EmailMessage) -> None:
    """Hand a message over; raises `Unsure`, or `OSError` or `SMTPException` where it was surely not taken."""
    session = _session(server)
    try:
        if server.tls == "starttls":
            session.starttls(context=ssl.create_default_context())
        if server.user:
            session.login(server.user, server.password)
        try:
            session.send_message(made, to_addrs=[made["To"]])
        except (smtplib.SMTPServerDisconnected, TimeoutError) as error:
            raise Unsure from error
        with suppress(smtplib.SMTPException, OSError):  # it was taken, however the server says good-bye
            session.quit()
    finally:
        session.close()


def _session(server: MailServer) -> smtplib.SMTP:
    if server.tls == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
