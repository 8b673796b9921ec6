"""The page that asks before a private seat link makes somebody else of a browser."""

from __future__ import annotations

from html import escape

from wartable.server.members import Link
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow

_HEAD = """<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>{title} - Wartable</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>:root{{--bg:#efece4;--panel:#fbfaf6;--ink:#1e2329;--line:#575f69}}
@media (prefers-color-scheme:dark){{:root{{--bg:#12161a;--panel:#1a2026;--ink:#eaeef1;--line:#a2adb8}}}}
body{{font:1.05rem/1.5 "Source Sans 3",system-ui,sans-serif;margin:0;background:var(--bg);color:var(--ink)}}
main{{max-width:30rem;margin:14vh auto;padding:1.5rem;background:var(--panel);border-radius:12px}}
h1{{font:700 1.6rem/1.2 Alegreya,Georgia,serif;margin:0 0 .75rem}}
form,a{{display:inline-block;margin:.75rem .75rem 0 0}}
button,a{{font:inherit;font-weight:600;padding:.7rem 1.1rem;border-radius:8px;border:1px solid var(--line)}}
a{{color:var(--ink);text-decoration:none}}
button{{background:#e5b53b;border-color:#84650f;color:#1e2329;cursor:pointer}}
:focus-visible{{outline:3px solid var(--ink);outline-offset:2px}}</style></head>
"""
_PAGE = (
    _HEAD
    + """<body><main><h1>This seat link belongs to {owner}</h1>
<p>In this browser you are {you}. If you play as {owner} here,
the seats of {you} open only through their own private links.</p>
<form method="post"><button>Play as {owner} here</button></form><a href="{watch}">{away}</a>
</main></body></html>
"""
)
_QUESTION = (
    _HEAD
    + """<body><main><h1>{title}</h1><p>{text}</p>
<form method="post"><button>{button}</button></form><a href="/">Wartable</a>
</main></body></html>
"""
)
_WORD = (
    _HEAD
    + """<body><main><h1>{title}</h1><p>{text}</p><a href="/">Wartable</a></main></body></html>
"""
)


def refusal(link: Link) -> Refused:
    """Return the refusal that programs get; the same address takes a POST that means it."""
    second = "You can watch, or ask for a free seat." if link.public else "Ask for an invitation of your own."
    return Refused(409, "seat.link_used", f"This seat link belongs to {link.name}. {second}", fix=("POST", _away(link)))


def page(link: Link, you: PlayerRow) -> str:
    """Return the question for people: to play on as the seat's player, or to stay who they are."""
    away = "Watch instead" if link.public else "Stay who I am"
    words = {"owner": escape(link.name), "you": escape(you.name), "watch": _away(link), "away": away}
    return _PAGE.format(title="A private seat link", **words)


def question(title: str, text: str, button: str) -> str:
    """Return a plain page with a button: programs that open every link in a mail press none."""
    return _QUESTION.format(title=escape(title), text=escape(text), button=escape(button))


def word(title: str, text: str) -> str:
    """Return a plain page that says something."""
    return _WORD.format(title=escape(title), text=escape(text))


def _away(link: Link) -> str:
    return f"/table/{link.table}" if link.public else "/"
