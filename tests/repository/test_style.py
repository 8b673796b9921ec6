"""The promises on the shape of the code that no linter checks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "web" / "src").rglob("*.svelte"))
BLOCK = r"\{#if (?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}"
LOST_SPACE = re.compile(rf"[^\s>]{BLOCK} +[^\s<{{]|\S +\{{/if\}}\S")
"""A space between words and at the edge of a block, where the compiler of pages drops it."""
MODULES = sorted((ROOT / "src" / "wartable").rglob("*.py"))


def functions() -> Iterator[tuple[str, int]]:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", code_lines(node)


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        length -= (first.end_lineno or first.lineno) - first.lineno + 1
    return length


def test_functions_are_short() -> None:
    lengths = dict(functions())

    assert {name: length for name, length in lengths.items() if length > 60} == {}
    assert median(lengths.values()) <= 9


def test_modules_are_short_and_say_what_they_are() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in MODULES}

    assert {name: length for name, text in texts.items() if (length := len(text.splitlines())) > 400} == {}
    assert [name for name, text in texts.items() if not ast.get_docstring(ast.parse(text))] == []


def test_no_space_between_words_is_lost_at_the_edge_of_a_block() -> None:
    assert LOST_SPACE.search("{title}{#if game} (rules){/if}")
    assert LOST_SPACE.search("{#if sheet}You chose {sheet}. {/if}{rest}")
    lost = {str(path.relative_to(ROOT)): LOST_SPACE.findall(path.read_text("utf-8")) for path in PAGES}

    assert {name: found for name, found in lost.items() if found} == {}
