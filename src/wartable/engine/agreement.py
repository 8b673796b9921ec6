"""Whether the options of a game agree, and what would make them agree.

Options disagree in three ways: somebody set one that has no effect beside the others (its `needs` are not met), the
value of one asks for what the others do not give (`demands`), or the game finds a contradiction that no table can say
(`Options.contradictions`).

Ways out are found by trying. Of the first conflict each option in turn gets the first other value that settles it;
where that leaves conflicts, the search goes on with the first of those, shortest ways first, and never touches an
option twice. So every way that is offered has been tried: after it, all options agree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import msgspec

from wartable.engine.errors import Conflict, Disagreement, Reason
from wartable.engine.needs import Need, Value, parts_of
from wartable.engine.optionfield import OptionField

if TYPE_CHECKING:
    from wartable.engine.options import Options

CODE = "option.contradiction"
MOST_WAYS = 4
"""Ways out that are offered."""
MOST_TRIED = 200
"""Sets of changes that are tried before a search gives up; so many conflicts at once are best undone by hand."""


def disagreement(
    options: Options, fields: Mapping[str, OptionField], base: Options, chosen: frozenset[str] = frozenset()
) -> Disagreement | None:
    """Say where options disagree, None when they agree; `chosen` are those that somebody set otherwise than `base`."""
    search = _Search(options, fields, base, chosen)
    found = tuple(search.conflicts({}))
    return Disagreement(conflicts=found, ways=tuple(search.ways())) if found else None


class _Search:
    def __init__(
        self, options: Options, fields: Mapping[str, OptionField], base: Options, chosen: frozenset[str]
    ) -> None:
        self.options, self.fields, self.base, self.chosen = options, fields, base, chosen

    def conflicts(self, changes: Mapping[str, Value]) -> Iterator[Conflict]:
        """Yield what is wrong after some changes."""
        options = msgspec.structs.replace(self.options, **changes) if changes else self.options
        for name, field in self.fields.items():
            if name in self.chosen or name in changes:
                yield from self._idle(options, field)
            yield from _demanding(options, field)
        yield from options.contradictions()

    def _idle(self, options: Options, field: OptionField) -> Iterator[Conflict]:
        value = getattr(options, field.name)
        if value in (*field.defaults(), getattr(self.base, field.name)):
            return
        lacking = next((one for one in field.needs if not one.met(options)), None)
        if lacking:
            yield _conflict(field, lacking, f"{field.label} has no effect: {lacking.why}.")

    def ways(self) -> list[dict[str, Value]]:
        """Return sets of changes after each of which everything agrees; none of them contains another.

        Small sets come first. Where so much is wrong that none is found among them, one is looked for that settles
        most with every change.
        """
        return self._smallest() or self._straight()

    def _straight(self) -> list[dict[str, Value]]:
        """Go on from wherever least is left to settle, up to the first set after which everything agrees."""
        heap: list[tuple[int, int, dict[str, Value]]] = [(len(tuple(self.conflicts({}))), 0, {})]
        for tried in range(1, MOST_TRIED):
            if not heap:
                break
            left, _, changes = heappop(heap)
            if not left:
                return [changes]
            for number, (name, value) in enumerate(self._steps(next(self.conflicts(changes)), changes)):
                further = {**changes, name: value}
                heappush(heap, (len(tuple(self.conflicts(further))), tried * MOST_TRIED + number, further))
        return []

    def _smallest(self) -> list[dict[str, Value]]:
        found: list[dict[str, Value]] = []
        queue: deque[dict[str, Value]] = deque([{}])
        tried = 0
        while queue and tried < MOST_TRIED and len(found) < MOST_WAYS:
            changes = queue.popleft()
            tried += 1
            if any(way.items() <= changes.items() for way in found):
                continue
            first = next(self.conflicts(changes), None)
            if first is None:
                found.append(changes)
            else:
                queue.extend({**changes, name: value} for name, value in self._steps(first, changes))
        return found

    def _steps(self, conflict: Conflict, changes: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
        """Yield for each option of a conflict the first other value that settles it."""
        for name in conflict.options:
            if name in changes:
                continue
            for value in self._others(name):
                left = self.conflicts({**changes, name: value})
                if all(one.options != conflict.options for one in left):
                    yield name, value
                    break

    def _others(self, name: str) -> Iterator[Value]:
        """Yield the other values of an option that are worth trying, those that are usual first."""
        field, now = self.fields[name], getattr(self.options, name)
        usual = (getattr(self.base, name), *field.defaults())
        for value in dict.fromkeys((*usual, *_possible(field, now))):
            if value != now and not field.wrong(value):
                yield value


def _demanding(options: Options, field: OptionField) -> Iterator[Conflict]:
    chosen = parts_of(getattr(options, field.name))
    for one in field.demands:
        if one.value in chosen:
            for lacking in (each for each in one.needs if not each.met(options)):
                what = "" if field.kind == "bool" else f" ({field.words(one.value)})"
                yield _conflict(field, lacking, f"{field.label}{what} does not go with the rest: {lacking.why}.")


def _conflict(field: OptionField, lacking: Need, message: str) -> Conflict:
    return Conflict(options=(field.name, *lacking.names()), reason=Reason(code=CODE, message=message, rule=field.rule))


def _possible(field: OptionField, now: Any) -> Iterator[Value]:  # noqa: ANN401 - a value of any option
    """Yield the values of an option worth trying; of what depends on the machine, none but the usual ones."""
    words = tuple(value for value, _ in field.choices)
    if field.kind == "bool":
        yield from (True, False)
    elif field.kind == "int":
        yield from (one for one in (field.offer, field.least, field.most) if one is not None)
    elif field.kind == "set":
        yield from (tuple(word for word in words if word in now and word != less) for less in words)
        yield from (tuple(word for word in words if word in now or word == more) for more in words)
        yield from ((word,) for word in words)
    elif not field.open:
        yield from words
