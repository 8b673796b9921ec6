"""Build hook of the wheel: puts the browser client into the package, bringing Node along where the system has none.

With `WARTABLE_WEB=skip` in the environment nothing is built. An editable install never fails for want of Node: the
command line works without the pages, and `make web` builds them.
"""

from __future__ import annotations

import os
import runpy
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuildHook(BuildHookInterface[Any]):
    """Runs `tools/build_web.py` before a wheel is made."""

    def dependencies(self) -> list[str]:
        """Ask for Node from PyPI where a build is due and the system has none."""
        return [self._tool["NODE_PACKAGE"]] if self._wanted and self._tool["needs_node"]() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's signature
        """Build the client; only an editable install goes on without it, and keeps what was fetched to build it."""
        if not self._wanted:
            return
        tool = self._tool
        try:
            tool["build"](tidy=version != "editable")
        except (tool["NoNodeError"], subprocess.CalledProcessError) as error:
            if version != "editable":
                raise
            self.app.display_warning(f"The pages were not built ({error}); `make web` does it later.")

    @property
    def _wanted(self) -> bool:
        return os.environ.get("WARTABLE_WEB") != "skip"

    @property
    def _tool(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "tools" / "build_web.py"))
