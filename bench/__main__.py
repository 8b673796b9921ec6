"""Runs every measurement of this folder, one after the other: `make bench`, or `python -m bench odds server`."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run the named scripts, or all; return the number of those that failed."""
    there = {path.stem: path for path in sorted(HERE.glob("*.py")) if is_script(path)}
    unknown = [name for name in sys.argv[1:] if name not in there]
    if unknown:
        print(f"There is no measurement {', '.join(unknown)}; there are: {', '.join(there)}.", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}; commit {commit()}")
    failed = 0
    for name in sys.argv[1:] or there:
        print(f"\n== {name}", flush=True)
        failed += subprocess.run([sys.executable, str(there[name])], check=False).returncode != 0
    return failed


def is_script(path: Path) -> bool:
    """Whether a file measures something itself, rather than helping others to."""
    return not path.stem.startswith("_") and 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")


def commit() -> str:
    """Return the commit measured, marked where files differ from it."""
    said = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False, cwd=HERE
    )
    return said.stdout.strip() or "unknown"


if __name__ == "__main__":
    raise SystemExit(main())
