"""A message as the page of a mail: one column, light, real text before the pictures; mail programs know little more."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from wartable.server.messages import Message

_TEXT = "font:16px/1.45 Georgia,serif;color:#1e2329"
_BUTTON = (
    "display:inline-block;padding:10px 18px;border-radius:8px;background:#e5b53b;color:#1e2329;"
    "font-weight:bold;text-decoration:none"
)


def page(message: Message, base: str, stop: str) -> str:
    """Return a message as HTML; its pictures are parts of the mail, named `board-0` and so on."""
    return "".join(_parts(message, base, stop))


def _parts(message: Message, base: str, stop: str) -> Iterator[str]:
    yield (
        '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width"></head><body style="margin:0;background:#efece3">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">'
        f'<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%">'
        f'<tr><td style="padding:24px;background:#fbfaf6;{_TEXT}">'
    )
    for line in message.lines:
        until = f"<br>{escape(line.until[:1].upper() + line.until[1:])}" if line.until else ""
        begins = f"<br><i>{escape(line.begins)}</i>" if line.begins else ""
        yield f'<p style="margin:0 0 16px"><b style="font-size:20px">{escape(line.what)}</b>{until}{begins}</p>'
    for number, account in enumerate(message.accounts):
        if account.picture:
            alt = f"The board of {account.title}"
            yield (
                f'<img src="cid:board-{number}" width="552" alt="{escape(alt)}" '
                'style="display:block;width:100%;height:auto;border-radius:8px;margin:0 0 16px">'
            )
        if account.own:
            listed = "".join(f'<li style="margin:0 0 6px">{escape(line)}</li>' for line in account.own)
            yield f'<p style="margin:0 0 6px"><b>{escape(account.title)}, since your last decision</b></p>'
            yield f'<ul style="margin:0 0 16px;padding-left:20px">{listed}</ul>'
    for table in message.tables:
        word = "Open the table" if len(message.tables) == 1 else f"Open {escape(message.titles[table])}"
        yield f'<p style="margin:0 0 12px"><a href="{base}/table/{table}" style="{_BUTTON}">{word}</a></p>'
    yield (
        '<p style="margin:16px 0 0;font-size:13px;color:#575f69">This link does not sign you in. '
        f'<a href="{base}/you" style="color:#575f69">Notification settings</a> · '
        f'<a href="{stop}" style="color:#575f69">No more mail to this address</a></p>'
        "</td></tr></table></td></tr></table></body></html>"
    )
