"""Writes what follows from the code: modules, a page per game, points of rulebooks, our games' list and pictures.

python tools/generate_docs.py            write them
python tools/generate_docs.py --check    say what is out of date (exit status 1)
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec

import lotr_risk_docs
import ring_of_power_docs
from wartable.board.palette import Theme
from wartable.cli.games import LIST, listed
from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.engine.needs import plain
from wartable.engine.optionfield import OptionField
from wartable.engine.options import describe, usual
from wartable.games.diplomacy.rulings import PRESETS as RULEBOOKS
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.flow.game import FlowGame
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.drawing.table import opening_picture
from wartable.games.ring_of_power.play.game import SHOWN

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "wartable"
DOCS = ROOT / "docs"
DATA = PACKAGE / "data"
RULES = DATA / "rules"
RULINGS = PACKAGE / "games" / "diplomacy" / "rulings.py"
MOVEMENT = PACKAGE / "games" / "adjudication" / "rulings.py"
TABLES = {"lotr-risk": lotr_risk_docs.with_tables, "ring-of-power": ring_of_power_docs.with_tables}
"""The games whose written rules have tables that are made here."""


def main() -> int:
    """Write or check; return the exit status."""
    for own in ("WARTABLE_BOARDS", "WARTABLE_SCENARIOS"):
        os.environ[own] = ""  # what lies on this machine belongs in no documentation
    stale = [path for path, text in pages() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" not in sys.argv[1:]:
        write(dict(pages()))
        return 0
    for path in stale:
        print(f"{path.relative_to(ROOT)} is out of date: run python tools/generate_docs.py")
    return int(bool(stale))


def write(made: dict[Path, str]) -> None:
    """Write pages to their places."""
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pages() -> Iterator[tuple[Path, str]]:
    """Yield every generated file with what it should hold."""
    yield _marked("modules.md", "modules", module_list())
    yield _marked("adjudication.md", "rulings", rulings_table())
    for key in TABLES:
        yield RULES / f"{key}.md", _rules_text(RULES / f"{key}.md")
    yield from ring_of_power_docs.section_pages(DOCS / "ring-of-power")
    yield DOCS / lotr_risk_docs.PAGE, lotr_risk_docs.options_page()
    yield DOCS / "changelog.md", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    listing = {key: listed(registry.get(key)) for key in registry.GAMES.ours}
    yield DATA / LIST, msgspec.json.format(msgspec.json.encode(listing), indent=1).decode() + "\n"
    for theme in get_args(Theme):
        yield DATA / "ring_of_power" / "picture" / f"{theme}.svg", opening_picture(world_of(SHOWN), theme) + "\n"
    for key in registry.GAMES.ours:
        yield DOCS / "games" / f"{key}.md", "\n".join(game_page(registry.get(key))) + "\n"


def _marked(page: str, name: str, lines: Iterable[str]) -> tuple[Path, str]:
    """Return a page with what stands between two remarks renewed."""
    path, listed = DOCS / page, "\n".join(lines)
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return path, marks.sub(lambda found: f"{found[1]}{listed}\n{found[2]}", path.read_text(encoding="utf-8"))


def module_list() -> Iterator[str]:
    """Yield a table per package: each module and the first sentence of its docstring."""
    found = (path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" and _is_listed(path))
    modules = sorted(found, key=lambda path: (path.parent, path.name))
    for folder, paths in groupby(modules, key=lambda path: path.parent):
        yield f"\n## `{folder.relative_to(PACKAGE).as_posix()}/`\n"
        yield f"{first_sentence(folder / '__init__.py')}\n"
        yield "| module | what it is |\n|---|---|"
        for path in paths:
            yield f"| `{path.name}` | {first_sentence(path)} |"
    yield ""


def rulings_table() -> Iterator[str]:
    """Yield a row for every point on which rulebooks differ: what it settles, by default and in the other presets."""
    usual = next(iter(RULEBOOKS))
    yield f"\n| point | field and values | `{usual}` | otherwise in |\n|---|---|---|---|"
    choices = get_type_hints(Rulings)
    for name, words in {**_described(MOVEMENT, "MovementRulings"), **_described(RULINGS, "Rulings")}.items():
        default = getattr(RULEBOOKS[usual], name)
        others = [
            f"`{key}`: {plain(other)}" for key, by in RULEBOOKS.items() if (other := getattr(by, name)) != default
        ]
        values = ", ".join(f"`{value}`" for value in get_args(choices[name])) or "`true`, `false`"
        yield f"| {words} | `{name}`: {values} | {plain(default)} | {', '.join(others)} |"
    yield ""


def _described(path: Path, name: str) -> dict[str, str]:
    """Return the fields of a class in a module, each with the text under it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(found.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def _is_listed(path: Path) -> bool:
    """Leave out the package's own folder and the numbered migrations, which are a history, not a structure."""
    return path.parent != PACKAGE and path.parent.name != "versions"


def first_sentence(path: Path) -> str:
    """Return the first paragraph of a module's docstring on one line; raises `ValueError` where there is none."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not doc:
        message = f"{path} needs a docstring: one sentence saying what it is."
        raise ValueError(message)
    return " ".join(doc.split("\n\n")[0].removesuffix("::").split()).replace("|", "\\|")


def game_page(game: AnyGame) -> Iterator[str]:
    """Yield the lines of a game's page: what it is, its rules, presets and options with the rules they settle."""
    least, most = game.seats
    yield f"# {game.title}\n"
    yield f"*{game.blurb.line}*\n"
    yield f"{game.blurb.about}\n"
    if game.blurb.caveat:
        yield f"> {game.blurb.caveat}\n"
    seats = f"{least} to {most}" if least < most else f"{most}"
    yield f"{seats} seats, about {game.blurb.minutes} minutes. Rules version {game.rules_version}.\n"
    yield f"```console\nwartable play {game.key}\nwartable games {game.key}\n```\n"
    if (DOCS / game.key / "index.md").exists():
        yield f"Why each rule is read as it is: [rules and settlements](../{game.key}/index.md).\n"
    if (DOCS / f"{game.key}-options.md").exists():
        yield f"Where each sentence of its source is an option: [the notes as options](../{game.key}-options.md).\n"
    yield from _rules(game)
    if isinstance(game, FlowGame):
        yield f"## Steps of a turn\n\n{game.flow.table()}\n"
    yield from _presets(game)
    yield from _options(game)
    yield "## Decisions\n"
    for kind in game.action_types:
        yield f"- `{kind.__struct_config__.tag}`: {(kind.__doc__ or '').strip().splitlines()[0]}"


def _rules(game: AnyGame) -> Iterator[str]:
    """Yield the written rules, less the reminders that the client shows beside the board."""
    path = RULES / f"{game.key}.md"
    if path.exists():
        text = re.sub(r"^# .*\n+", "", _rules_text(path))
        yield re.sub(r"^## In short\n.*?(?=^## |\Z)", "", text, flags=re.DOTALL | re.MULTILINE).strip() + "\n"


def _rules_text(path: Path) -> str:
    """Return a game's rules; some with tables as the game's data have them."""
    text = path.read_text(encoding="utf-8")
    made = TABLES.get(path.stem)
    return made(text) if made else text


def _presets(game: AnyGame) -> Iterator[str]:
    base = next(iter(game.presets.values())).values()
    yield "## Presets\n\n| preset | players see | differs from the first by |\n|---|---|---|"
    for key, options in game.presets.items():
        own = options.values()
        changed = [f"{name} = {plain(value)}" for name, value in own.items() if value != base.get(name)]
        title = game.blurb.preset_titles.get(key) or key.replace("_", " ").capitalize()
        yield f"| `{key}` | {title} | {', '.join(changed) or 'nothing: it is the default'} |"
    yield ""


def _options(game: AnyGame) -> Iterator[str]:
    yield "## Options and what they settle\n"
    fields, default = describe(game.options_type), next(iter(game.presets.values()))
    for group, members in groupby(fields, key=lambda field: field.group):
        yield f"### {group or 'General'}\n\n| option | default | values | what it is | rule |\n|---|---|---|---|---|"
        yield from (_option(field, usual(default, field)) for field in members)
        yield ""


def _option(field: OptionField, default: str) -> str:
    words = "<br>".join(f"`{value}`: {text}" for value, text in field.choices)
    values = {
        "bool": "true, false",
        "int": f"{field.least} to {field.most}",
        "choice": words,
        "set": f"any of<br>{words}",
    }[field.kind]
    told = " ".join((f"{field.label}. {field.sentence}", *_limits(field)))
    return f"| `{field.name}` | {default} | {values} | {told} | {field.rule} |"


def _limits(field: OptionField) -> Iterator[str]:
    """Yield sentences about what an option, or a value of it, asks of the others and of the seats."""
    if field.needs:
        yield f"Has an effect only with {' and '.join(need.told() for need in field.needs)}."
    if field.seats:
        yield f"Matters only to {' or '.join(map(str, field.seats))} players."
    for demand in field.demands:
        yield f"`{plain(demand.value)}` needs {' and '.join(need.told() for need in demand.needs)}."


if __name__ == "__main__":
    raise SystemExit(main())
