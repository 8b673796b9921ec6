"""An earlier commit measured beside this one: the same lines of Python on both, by turns, each in a fresh process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
BEFORE = os.environ.get("BEFORE", "af37ca2")
"""The commit to compare with."""


@contextmanager
def sources(commit: str) -> Iterator[Path]:
    """Unpack the sources of a commit for a while, its own entry points beside them: those installed are ours."""
    packed = subprocess.run(
        ["git", "archive", commit, "src", "pyproject.toml"], capture_output=True, check=True, cwd=ROOT
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        _announce(Path(folder))
        yield Path(folder) / "src"


def _announce(folder: Path) -> None:
    """Write the entry points of a package as if it were installed from its folder."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    place = folder / "src" / f"{project['name']}-{project['version']}.dist-info"
    place.mkdir()
    place.joinpath("METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    groups = project["entry-points"].items()
    lines = [line for group, points in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in points.items()))]
    place.joinpath("entry_points.txt").write_text("\n".join(lines), "utf-8")


def figure(code: str, source: Path) -> float:
    """Run lines that print one number, with the package of a folder."""
    env = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    return float(done.stdout)


def compare(name: str, code: str, *, turns: int = 3, unit: str = "ms", more_is_better: bool = False) -> None:
    """Print a figure of this commit, of the one before, and how many times better this one is."""
    try:
        with sources(BEFORE) as before:
            pairs = [(figure(code, ROOT / "src"), figure(code, before)) for _ in range(turns)]
    except subprocess.CalledProcessError as error:
        print(f"  {name}: not compared with {BEFORE} ({str(error.stderr).strip().splitlines()[-1:]})")
        return
    now, then = (median(side) for side in zip(*pairs, strict=True))
    ratio = now / then if more_is_better else then / now
    print(f"  {name:<52} {now:>10.2f} {unit}; {BEFORE}: {then:>10.2f} {unit}; {ratio:.2f} times as good", flush=True)
