"""Options of a game as one frozen struct: described, defaulted, checked, and turned into forms.

A field is declared with `option(...)`, which keeps what people need to know beside the type::

    class RiskOptions(Options, frozen=True, kw_only=True):
        dice: Annotated[int, About("Attack dice", "The most dice an attacker rolls.", rule="D8", most=3)] = 3

A choice is a `Literal` of strings. Where only the machine knows what can be chosen, such as the maps installed, it is a
`str` whose `About.choices` is a function that says so; then `Options.settled` refuses what there is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from wartable.engine.errors import BadOptions, Reason
from wartable.engine.words import hint

Kind: TypeAlias = Literal["bool", "int", "choice"]


class About(msgspec.Struct, frozen=True):
    """What a form shows of an option: label, one sentence, rule number, range for numbers, words for choices.

    `choices` as a function is asked anew whenever the option is described. `lead`: it is what one chooses first of all,
    so that a form shows it before the others.
    """

    label: str
    sentence: str
    rule: str = ""
    least: int | None = None
    most: int | None = None
    choices: Mapping[str, str] | Callable[[], Mapping[str, str]] | None = None
    group: str = ""
    lead: bool = False


VERSION = "rules_version"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every game's options.

    `rules_version` is the version of the rules that a stored game goes on by, where that is not the newest; no option.
    """

    rules_version: str = ""

    def since(self, version: str) -> bool:
        """Whether the rules played by are of this version or a newer one: the only switch between versions."""
        return not self.rules_version or int(self.rules_version) >= int(version)

    def values(self) -> dict[str, Any]:
        """Return every option by name, as plain values that JSON can hold."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        del plain[VERSION]
        return plain

    def settled(self) -> Self:
        """Return these options with names of things outside of the program bound to what they name now.

        Whatever is built from plain values is settled. Raises `BadOptions` where something named is not there.
        """
        return self

    def contradiction(self) -> Reason | None:
        """Say which of the options contradict each other; None when they agree."""
        return None


NEAR = 0.75
"""How alike a wrong name and an option must be for it to be offered: a slip or two, for many options share a word."""


class OptionField(msgspec.Struct, frozen=True, kw_only=True):
    """One option as data, from which forms, help and docs are made. `kind` is bool, int or choice.

    `open` is set where the choices are those of this machine at this moment.
    """

    name: str
    label: str
    sentence: str
    rule: str
    group: str
    kind: Kind
    default: bool | int | str
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """Value and words of each choice."""
    open: bool = False
    lead: bool = False


T = TypeVar("T", bound=Options)


def describe(options_type: type[Options]) -> tuple[OptionField, ...]:
    """Return every option of a game in the order declared. Raises `TypeError` for a field without `About`."""
    hints = get_type_hints(options_type, include_extras=True)
    fields = (info for info in msgspec.structs.fields(options_type) if info.name != VERSION)
    return tuple(_field(info, hints[info.name]) for info in fields)


def _field(info: msgspec.structs.FieldInfo, hint: Any) -> OptionField:  # noqa: ANN401 - a type form
    if get_origin(hint) is not Annotated:
        message = f"The option {info.name} lacks its About."
        raise TypeError(message)
    bare, about = get_args(hint)[:2]
    words = _words(about)
    kind, values = _kind(bare, words if callable(about.choices) else None)
    return OptionField(
        name=info.name,
        label=about.label,
        sentence=about.sentence,
        rule=about.rule,
        group=about.group,
        kind=kind,
        default=info.default,
        least=about.least,
        most=about.most,
        choices=tuple((value, words.get(value, value.replace("_", " "))) for value in values),
        open=bare is str,
        lead=about.lead,
    )


def _words(about: About) -> Mapping[str, str]:
    given = about.choices
    return given() if callable(given) else given or {}


def _kind(bare: object, found: Mapping[str, str] | None) -> tuple[Kind, tuple[str, ...]]:
    if bare is bool:
        return "bool", ()
    if bare is int:
        return "int", ()
    if get_origin(bare) is Literal:
        return "choice", get_args(bare)
    if bare is str and found is not None:
        return "choice", tuple(found)
    message = f"An option is bool, int or a Literal of strings (str where a function gives its choices), not {bare}."
    raise TypeError(message)


def build(options_type: type[T], values: Mapping[str, object], base: T | None = None) -> T:
    """Return options from plain values laid over `base` (default: the defaults); raises `BadOptions`.

    Checks names (with a suggestion), types, ranges and contradictions; settles what is named.
    """
    fields = {field.name: field for field in describe(options_type)}
    for name, value in values.items():
        _check(fields, name, value)
    merged = {**msgspec.structs.asdict(base or options_type()), **values}
    options = msgspec.convert(merged, options_type).settled()
    check(options)
    return options


def check(options: Options) -> None:
    """Raise `BadOptions` where the options contradict each other."""
    reason = options.contradiction()
    if reason is not None:
        raise BadOptions(reason)


def _check(fields: Mapping[str, OptionField], name: str, value: object) -> None:
    if name not in fields:
        message = f"There is no option {name!r}. {hint(name, fields, near=NEAR)}"
        raise BadOptions(Reason(code="option.unknown", message=message))
    wrong = _wrong(fields[name], value)
    if wrong:
        message = f"The option {name} must be {wrong}, not {value!r}."
        raise BadOptions(Reason(code="option.value", message=message))


def _wrong(field: OptionField, value: object) -> str:
    if field.kind == "bool":
        return "" if isinstance(value, bool) else "true or false"
    if field.open:
        return "" if isinstance(value, str) else "a word"
    if field.kind == "choice":
        allowed = [choice for choice, _ in field.choices]
        return "" if value in allowed else f"one of {', '.join(allowed)}"
    if not isinstance(value, int) or isinstance(value, bool):
        return "a whole number"
    low = field.least if field.least is not None else value
    high = field.most if field.most is not None else value
    return "" if low <= value <= high else f"from {field.least} to {field.most}"
