"""The documentation tells the truth: code runs, commands parse, links lead somewhere, lists are fresh."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from wartable.cli.app import commands, program
from wartable.engine import registry
from wartable.games.diplomacy.formats.anymap import MAP_KINDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)")
SNIPPET = re.compile(r'^--8<-- "(.+)"\n', re.MULTILINE)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(path.read_text(encoding="utf-8")) if found == language]


@pytest.mark.parametrize("path", [path for path in PAGES if blocks(path, "python")], ids=name_of)
def test_python_blocks_run(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    shared: dict[str, object] = {"__name__": "documentation"}
    for text in blocks(path, "python"):
        whole = SNIPPET.sub(lambda found: (ROOT / found[1]).read_text(encoding="utf-8"), text)
        exec(compile(whole, name_of(path), "exec", dont_inherit=True), shared)
    assert shared


def command_lines() -> list[tuple[str, str]]:
    lines = [
        (name_of(path), line.removeprefix("$ ").partition("  #")[0].strip())
        for path in PAGES
        for language in ("console", "sh", "bash", "shell")
        for text in blocks(path, language)
        for line in text.splitlines()
    ]
    return [(page, line) for page, line in lines if line.startswith("wartable ")]


@pytest.mark.parametrize(("page", "line"), command_lines())
def test_commands_parse(page: str, line: str) -> None:
    words = shlex.split(line.partition("|")[0])[1:]

    function, bound, _ = program(commands()).parse_args(words, exit_on_error=False, print_error=False)

    assert words[0] in commands(), page
    assert callable(function)
    game = bound.arguments.get("game", "risk")
    assert game in {*registry.keys(), "pig", None} or (words[0] == "adjudicate" and Path(game).suffix in MAP_KINDS)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    targets = LINK.findall(path.read_text(encoding="utf-8"))

    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_files_named_in_the_pages_exist(path: Path) -> None:
    text = BLOCK.sub("", path.read_text(encoding="utf-8"))
    folders = "bench|docs|examples|src|tests|tools|web|bots|cli|data|engine|games|lab|odds|server"
    named = re.findall(rf"`((?:{folders})/[\w./-]*)`", text)

    real = [name for name in named if "KEY" not in name]  # KEY stands for a name of the reader's choice

    assert [name for name in real if not ((ROOT / name).exists() or (ROOT / "src" / "wartable" / name).exists())] == []


def test_make_targets_named_in_the_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        word
        for path in PAGES
        for word in re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for word in word
        if word
    }

    assert named - targets == set()


def test_generated_parts_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "generate_docs.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_site_wears_the_dress_of_the_client_and_has_few_entries_at_the_top() -> None:
    project = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    theme = project["theme"]
    for file in (*project["extra_css"], *project["extra_javascript"], theme["logo"], theme["favicon"]):
        assert (ROOT / "docs" / file).is_file(), file
    assert [next(iter(entry)) for entry in project["nav"]] == ["Docs", "Play", "Host", "Game masters", "Study", "Build"]
    dress = (ROOT / "docs" / "dress" / "wartable.css").read_text(encoding="utf-8")
    tokens = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text(encoding="utf-8").lower()
    for name, own in (("bg", "ground"), ("panel", "panel"), ("sunk", "sunk"), ("ink", "ink"), ("muted", "muted")):
        light, dark = re.findall(rf"--{name}: light-dark\((#\w+), (#\w+)\)", tokens)[0]
        assert re.findall(rf"--{own}: (#\w+);", dress) == [light, dark], name
    assert set(re.findall(r'url\("([^"]+)"\)', dress)) <= {path.name for path in (ROOT / "docs" / "dress").iterdir()}


def test_every_page_is_in_the_navigation() -> None:
    navigation = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    listed = set(re.findall(r"[\w/-]+\.md", str(navigation)))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}

    assert pages == listed
