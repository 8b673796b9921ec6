"""YAML from strangers: what would end the program or fill its memory is refused with a sentence."""

from __future__ import annotations

import pytest
import yaml

from wartable.board.fileformat import read_yaml

MANY = 25_000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * MANY, "nested more than"),
        ("# " + "]" * MANY + "\n" + "[" * MANY, "nested more than"),
        (f"a: '{'}' * MANY}'\nb: {'{' * MANY}", "nested more than"),
        ("- " * MANY + "x", "nested more than"),
        ("".join(f"{' ' * depth}a:\n" for depth in range(200)), "nested more than"),
        ("a: &one 1\nb: *one", "alias"),
        ("a: &one {k: 1}\nb: {<<: [*one, *one]}", "alias"),
        ("? [a, b]\n: c", "a word or a number"),
        ("a: " + "9" * 6000, "cannot be read"),
        ("a: 2001-99-99", "cannot be read"),
    ],
    ids=["brackets", "comment", "quoted", "stairs", "indented", "alias", "merged", "key", "digits", "date"],
)
def test_what_no_file_needs_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(yaml.YAMLError, match=sentence):
        read_yaml(text)


def test_brackets_in_a_text_are_no_nesting() -> None:
    assert read_yaml(f"a: '{'[' * 200}'") == {"a": "[" * 200}
