"""A person with Python and no Node: `pip install .` from a bare clone, and then to play."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import httpx
import pytest

from tests.processes import started

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "uname", "sed", "dirname")
"""All that is on the path of that machine."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that a clone has, and none that were built."""
    target = tmp_path_factory.mktemp("clone") / "wartable"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine without Node."""
    path = tmp_path_factory.mktemp("path")
    for tool in TOOLS:
        found = shutil.which(tool)
        if found is not None:
            (path / tool).symlink_to(found)
    home = tmp_path_factory.mktemp("home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WARTABLE", "PYTHON", "VIRTUAL"))}
    return {**kept, "PATH": str(path), "XDG_DATA_HOME": str(home)}


@pytest.fixture(scope="module")
def installed(clone: Path, bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment made with `pip install .`.

    What is used is compiled on its first import: compiling all of what the package rests on ahead would prove nothing.
    """
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    programs = environment / "bin"
    done = subprocess.run(
        [programs / "python", "-m", "pip", "install", "-q", "--no-input", "--no-compile", str(clone)],
        env=bare,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return programs


def test_what_was_fetched_to_build_the_pages_is_gone(installed: Path, clone: Path) -> None:
    assert installed.is_dir()
    assert not (clone / "web" / "node_modules").exists()


def test_the_games_are_there(installed: Path, bare: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "wartable", "games", "--json"], env=bare, cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert "risk" in [game["key"] for game in json.loads(done.stdout)]


def test_every_data_file_is_in_the_package(installed: Path, bare: dict[str, str]) -> None:
    script = "import importlib.metadata as m; print('\\n'.join(str(f) for f in m.files('wartable')))"
    done = subprocess.run([installed / "python", "-c", script], env=bare, capture_output=True, text=True, check=True)
    inside = set(done.stdout.splitlines())
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "static" not in path.parts
    }

    assert wanted - inside == set()
    assert "wartable/server/static/index.html" in inside
    assert any(re.fullmatch(r"wartable/server/static/assets/.+\.js", name) for name in inside)


def test_the_licences_of_all_that_is_bundled_are_in_the_package(installed: Path, bare: dict[str, str]) -> None:
    script = "import wartable.server as s; print(s.__path__[0])"
    done = subprocess.run([installed / "python", "-c", script], env=bare, capture_output=True, text=True, check=True)
    static = Path(done.stdout.strip()) / "static"
    told = (static / "licences.md").read_text("utf-8")
    fonts = set(
        re.findall(r"url\('(@[^/]+/[^/]+)/", (ROOT / "web" / "src" / "styles" / "fonts.css").read_text("utf-8"))
    )
    wanted = {"svelte", *json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["dependencies"]}

    assert {path.name.partition("-")[0] for path in static.rglob("*.woff2")}, "fonts are bundled"
    assert fonts
    assert wanted | fonts <= set(re.findall(r"^## (\S+) - ", told, re.MULTILINE))
    assert told.count("SIL OPEN FONT LICENSE") >= len(fonts)
    assert "Permission is hereby granted, free of charge" in told


def test_it_plays(installed: Path, bare: dict[str, str], tmp_path: Path) -> None:
    command = [str(installed / "wartable"), "play", "risk", "--seats", "human,easy", "--no-browser", "--port", "0"]
    with started(command, env=bare, cwd=tmp_path) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            with httpx.Client(follow_redirects=True) as client:
                page = client.get(found[0])
                script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
                assert script is not None
                assert client.get(page.url.join(script[1])).status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)

    assert (Path(bare["XDG_DATA_HOME"]) / "wartable" / "wartable.sqlite3").exists()


def test_the_source_archive_holds_what_a_build_needs(
    clone: Path, installed: Path, bare: dict[str, str], tmp_path: Path
) -> None:
    subprocess.run([installed / "python", "-m", "pip", "install", "-q", "hatchling"], env=bare, check=True)
    subprocess.run(
        [installed / "python", "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path],
        cwd=clone,
        env=bare,
        check=True,
        capture_output=True,
    )
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    wanted = {"web/package-lock.json", "web/index.html", "hatch_build.py", "tools/build_web.py", "LICENSE", "README.md"}
    assert wanted - names == set()
    assert not any("node_modules" in name for name in names)
