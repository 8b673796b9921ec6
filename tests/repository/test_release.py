"""What is released says one version everywhere, and the changelog begins with it."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

from wartable.server.app import create_app
from wartable.server.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_package_interface_and_changelog_say_the_same_version() -> None:
    released = re.findall(r"^## (\d\S*) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    document = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()

    assert released[0] == PROJECT["version"]
    assert version(PROJECT["name"]) == PROJECT["version"]
    assert document["info"]["version"] == PROJECT["version"]
    assert len(set(released)) == len(released)
