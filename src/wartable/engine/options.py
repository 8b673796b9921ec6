"""Options of a game as one frozen struct: described, defaulted, checked, and turned into forms.

A field is declared with its type and an `About`, which keeps what people need to know beside it::

    class RiskOptions(Options, frozen=True, kw_only=True):
        groups = ("Battle", "Cards")
        dice: Annotated[int, About("Attack dice", "The most dice an attacker rolls.", rule="D8", most=3)] = 3

- A choice is a `Literal` of strings. Where only the machine knows what can be chosen, such as the maps installed, it is
  a `str` whose `About.choices` is a function that says so; then `Options.settled` refuses what there is not.
- A set, of which several may be chosen, is a `tuple` of such a `Literal`; `least` and `most` count what is chosen.
- An option that counts only beside certain values of others says so in `needs`; a value of it that asks for something,
  in `demands` (`wartable.engine.needs`, `wartable.engine.agreement`). What only code can tell is a contradiction.
- A default that differs with the number of seats is given in `by_seats`, and the field begins as `BY_SEATS`.

`build` makes options from what somebody chose, and is strict. `read` takes those that were stored when a game was made:
what has no effect by now is left as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from wartable.engine.agreement import disagreement
from wartable.engine.errors import BadOptions, Conflict, Reason
from wartable.engine.needs import Need, Scalar, Value, plain
from wartable.engine.optionfield import Demand, Kind, OptionField
from wartable.engine.words import hint

BY_SEATS: Any = msgspec.UNSET
"""What a field with a default by the number of seats begins as; `Options.for_seats` puts the value in its place."""


class About(msgspec.Struct, frozen=True):
    """What a form shows of an option: label, one sentence, rule number, range for numbers, words for choices.

    `choices` as a function is asked anew whenever the option is described. `lead`: it is what one chooses first of all,
    so that a form shows it before the others. `seats` are the numbers of players with whom it matters at all.
    `by_seats` gives defaults, each from that number of seats on. `offer` is the number that is proposed where the usual
    one will not do.
    """

    label: str
    sentence: str
    rule: str = ""
    least: int | None = None
    most: int | None = None
    choices: Mapping[str, str] | Callable[[], Mapping[str, str]] | None = None
    group: str = ""
    lead: bool = False
    needs: tuple[Need, ...] = ()
    demands: Mapping[Scalar, tuple[Need, ...]] = {}
    seats: tuple[int, ...] = ()
    by_seats: Mapping[int, Value] = {}
    offer: int | None = None


T = TypeVar("T", bound="Options")


VERSION = "rules_version"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every game's options.

    `rules_version` is the version of the rules that a stored game goes on by, where that is not the newest; no option.
    """

    groups: ClassVar[tuple[str, ...]] = ()
    """The titles of the groups in which options are shown, in order; none: as they come."""
    fixed: ClassVar[tuple[str, ...]] = ()
    """Fields that a game built on the options of another settles itself: they keep their defaults, and are no options
    of it."""

    rules_version: str = ""

    def since(self, version: str) -> bool:
        """Whether the rules played by are of this version or a newer one: the only switch between versions."""
        return not self.rules_version or int(self.rules_version) >= int(version)

    def values(self) -> dict[str, Any]:
        """Return every option by name, as JSON holds it; a default that waits for the seats is left out."""
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {name: value for name, value in found.items() if name not in {VERSION, *self.fixed}}

    def settled(self) -> Self:
        """Return these options with names of things outside of the program bound to what they name now.

        Whatever is built from plain values is settled. Raises `BadOptions` where something named is not there.
        """
        return self

    def files(self) -> Mapping[str, str]:
        """Return the texts of the user's own files that these options name, for a record to carry, by names."""
        return {}

    @classmethod
    def lend(cls, values: Mapping[str, object], files: Mapping[str, str]) -> None:
        """Let what options name be found in this process, from files that a record carries, as `files` gave them.

        Raises `WartableError` where they are not what the values name.
        """

    def contradictions(self) -> Iterable[Conflict]:
        """Return the contradictions that neither `needs` nor `demands` can say, as between a map and a goal."""
        return ()

    def for_seats(self, seats: int) -> Self:
        """Return these options with the defaults for so many seats where nothing else was chosen."""
        given = {
            name: field.default_for(seats)
            for name, field in _seat_dependent(type(self)).items()
            if getattr(self, name) is BY_SEATS
        }
        return msgspec.structs.replace(self, **given) if given else self


NEAR = 0.75
"""How alike a wrong name and an option must be for it to be offered: a slip or two, for many options share a word."""


def describe(options_type: type[Options]) -> tuple[OptionField, ...]:
    """Return every option of a game by groups, each in the order declared.

    Raises `TypeError` for a field without `About`, or one that speaks of others that there are not.
    """
    return tuple(_with_choices(field, find) for field, find in _declared(options_type))


Found: TypeAlias = Callable[[], Mapping[str, str]] | None


@cache
def _declared(options_type: type[Options]) -> tuple[tuple[OptionField, Found], ...]:
    """Return the fields in order; beside those whose choices depend on the machine the function that finds them."""
    hints = get_type_hints(options_type, include_extras=True)
    apart = {VERSION, *options_type.fixed}
    infos = (info for info in msgspec.structs.fields(options_type) if info.name not in apart)
    made = [_field(info, hints[info.name]) for info in infos]
    by_name = {field.name: field for field, _ in made}
    for field in by_name.values():
        _check_declaration(field, by_name, options_type.groups)
    if options_type.groups:
        made.sort(key=lambda one: options_type.groups.index(one[0].group))
    return tuple(made)


@cache
def _seat_dependent(options_type: type[Options]) -> dict[str, OptionField]:
    return {field.name: field for field, _ in _declared(options_type) if field.by_seats}


def _with_choices(field: OptionField, find: Found) -> OptionField:
    return msgspec.structs.replace(field, choices=tuple(find().items())) if find else field


def _field(info: msgspec.structs.FieldInfo, hint: Any) -> tuple[OptionField, Found]:  # noqa: ANN401 - a type form
    if get_origin(hint) is not Annotated:
        message = f"The option {info.name} lacks its About."
        raise TypeError(message)
    bare: Any = get_args(hint)[0]
    about: About = get_args(hint)[1]
    find = about.choices if callable(about.choices) else None
    words = {} if callable(about.choices) else about.choices or {}
    kind, values = _kind(bare, found=find is not None)
    by_seats = tuple(sorted(about.by_seats.items()))
    field = OptionField(
        name=info.name,
        label=about.label,
        sentence=about.sentence,
        rule=about.rule,
        group=about.group,
        kind=kind,
        default=by_seats[0][1] if info.default is BY_SEATS and by_seats else info.default,
        least=about.least,
        most=about.most,
        choices=tuple((value, words.get(value, value.replace("_", " "))) for value in values),
        open=bare is str,
        lead=about.lead,
        needs=about.needs,
        demands=tuple(Demand(value, needs) for value, needs in about.demands.items()),
        seats=about.seats,
        by_seats=by_seats,
        offer=about.offer,
    )
    return field, find


def _kind(bare: object, *, found: bool) -> tuple[Kind, tuple[str, ...]]:
    if bare is bool:
        return "bool", ()
    if bare is int:
        return "int", ()
    if get_origin(bare) is Literal:
        return "choice", get_args(bare)
    if get_origin(bare) is tuple and get_origin(get_args(bare)[0]) is Literal:
        return "set", get_args(get_args(bare)[0])
    if bare is str and found:
        return "choice", ()
    message = (
        "An option is bool, int, a Literal of strings (str where a function gives its choices), or a tuple of such a "
        f"Literal, not {bare}."
    )
    raise TypeError(message)


def _check_declaration(field: OptionField, fields: Mapping[str, OptionField], groups: tuple[str, ...]) -> None:
    """Raise `TypeError` where an option speaks of a group, an option, a value or a default that there is not."""
    wrong: list[str] = []
    if groups and field.group not in groups:
        wrong.append(f"its group {field.group!r} is none of {groups}")
    if (field.default is BY_SEATS) or any(field.wrong(value) for value in field.defaults()):
        wrong.append(f"it cannot have its default {field.defaults()}")
    wrong += [f"it cannot be {one.value!r}" for one in field.demands if not field.can_hold(one.value)]
    for need in (*field.needs, *(need for one in field.demands for need in one.needs)):
        for has in need.any_of:
            other = fields.get(has.option)
            if other is None or not all(other.can_hold(value) for value in has.values):
                wrong.append(f"{has.option} cannot be {has.values}")
    if wrong:
        message = f"The option {field.name} is declared wrongly: {'; '.join(wrong)}."
        raise TypeError(message)


def build(options_type: type[T], values: Mapping[str, object], base: T | None = None) -> T:
    """Return options from plain values laid over `base` (default: the defaults); raises `BadOptions`.

    Checks names (with a suggestion), types and ranges, that what was chosen has an effect, and that all agree; the
    refusal says with which changes they would. Settles what is named.
    """
    under = base or options_type()
    options = _converted(options_type, values, under)
    chosen = frozenset(name for name in values if getattr(options, name) != getattr(under, name))
    _agree(options, under, chosen)
    return options


def read(options_type: type[T], values: Mapping[str, object]) -> T:
    """Return options as they were stored, with defaults for what is not among them; raises `BadOptions`.

    Checks names, types and ranges, and contradictions, but not whether each option has an effect.
    """
    options = _converted(options_type, values, options_type())
    check(options)
    return options


def check(options: Options) -> None:
    """Raise `BadOptions` where the options contradict each other."""
    _agree(options, type(options)(), frozenset())


def _converted(options_type: type[T], values: Mapping[str, object], under: T) -> T:
    fields = {field.name: field for field in describe(options_type)}
    given = {name: _checked(fields, name, value) for name, value in values.items()}
    merged = {**msgspec.structs.asdict(under), **given}
    kept = {name: value for name, value in merged.items() if value is not BY_SEATS}
    return msgspec.convert(kept, options_type).settled()


def _agree(options: Options, base: Options, chosen: frozenset[str]) -> None:
    """Raise `BadOptions` with all conflicts and the ways out. Where seats matter, the fewest are taken."""
    fields = {field.name: field for field, _ in _declared(type(options))}
    found = disagreement(options.for_seats(0), fields, base.for_seats(0), chosen)
    if found is not None:
        ways = tuple(told(way) for way in found.ways)
        raise BadOptions(msgspec.structs.replace(found.conflicts[0].reason, fix=ways), found)


def usual(options: Options, field: OptionField) -> str:
    """Write the value that some options have, or each of those by seats: `5 from 2 seats on, 4 from 4 on`."""
    value = getattr(options, field.name)
    return field.usual() if value is BY_SEATS else plain(value)


def told(values: Mapping[str, Value]) -> str:
    """Write values as the command line takes them: `cards=fixed, turn_limit=40`."""
    return ", ".join(f"{name}={plain(value)}" for name, value in values.items())


def _checked(fields: Mapping[str, OptionField], name: str, value: object) -> object:
    """Return a value, those of a set in the order declared."""
    if name not in fields:
        message = f"There is no option {name!r}. {hint(name, fields, near=NEAR)}"
        raise BadOptions(Reason(code="option.unknown", message=message))
    field = fields[name]
    wrong = field.wrong(value)
    if wrong:
        written = "none" if value in ((), []) else repr(value)
        message = f"The option {name} must be {wrong}, not {written}."
        raise BadOptions(Reason(code="option.value", message=message))
    return field.ordered(value)
