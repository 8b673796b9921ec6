"""Cases of the year and the money: income, adjustment, loans, bribes, assassinations and disasters, by their theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from wartable.games.machiavelli import adjustment, assassination, banking, disasters, expenses, income
from wartable.games.machiavelli.accounts import balance, principal
from wartable.games.machiavelli.cases.form import Before, Case
from wartable.games.machiavelli.cases.positions import Stated, rules_for
from wartable.games.machiavelli.money_events import Collected, Defaulted, Earned, Given, Raised, Refused
from wartable.games.machiavelli.orders import Expense, Pay, Target
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Account, Loan, Position, Power, Season
from wartable.games.machiavelli.tables import DIE

Runner: TypeAlias = Callable[[Case], Iterator[str]]


def compare(name: str, expected: object, found: object) -> Iterator[str]:
    """Yield what differs, if it does."""
    if expected != found:
        yield f"{name}: expected {expected}, found {found}"


def _held_against(case: Case, found: Mapping[str, object]) -> Iterator[str]:
    """Yield every stated fact that does not hold, and every one that nothing was found for."""
    for name, expected in (case.expect or {}).items():
        if name not in found:
            yield f"{name} is stated, and nothing reads that"
        else:
            yield from compare(name, expected, found[name])


# --- disasters


def disaster(case: Case) -> Iterator[str]:
    """Yield what differs in a case on the dice and the table of a disaster."""
    name = case.theme
    if not case.table:
        yield from _held_against(case, {"rolled": _due(case)})
        return
    rules = rules_for(replace(case, options={**case.options, "severity_die": case.severity_die}))
    severity = (case.severity,) if case.severity_die == "1d6" else _faces(case.severity)
    faces = severity + tuple(face for key in ("column", "row") for face in _faces(case.rolls.get(key, 0)))
    yield from compare("dice wanted", (), disasters.dice_wanted(rules, faces))
    year = disasters.year_of(rules, faces)
    found = disasters.struck(getattr(rules.board, name), year.row, year.column)
    yield from _held_against(case, {"effect": year.effect, "struck": list(found)})


def _due(case: Case) -> bool:
    rules = rules_for(replace(case, options={**case.options, "plague": True}))
    year = case.year if case.theme == "plague" else rules.scenario.first_year
    due = disasters.plague_due if case.theme == "plague" else disasters.famine_due
    return due(rules, Position(year=year))


def _faces(total: int) -> tuple[int, ...]:
    """Return two dice of a sum; none of 0."""
    first = max(1, total - DIE)
    return (first, total - first) if total else ()


# --- income and units


def earned(case: Case) -> Iterator[str]:
    """Yield what differs in a case on income."""
    rules, state = rules_for(case), case.state
    stated = Stated(rules)
    power = state.get("power", next(iter(case.dice), ""))
    begun = opening(rules)
    position = begun if "scenario" in state or not state else _outlined(stated, state, power, homes=())
    position = replace(position, famine=tuple(state.get("famine", ())))
    faces = _income_faces(case, rules, position)
    done = income.income(rules, position, faces, opening=bool(state.get("opening")))
    event = next(one for one in done.events if isinstance(one, Earned) and one.power == power)
    found: dict[str, object] = {"seas": event.seas, "provinces": event.provinces, "cities": event.cities}
    found |= {"variable": [die.ducats for die in event.dice], "total": event.ducats}
    yield from _held_against(case, found)


def _income_faces(case: Case, rules: Rules, position: Position) -> list[int]:
    """Return the dice that a case states by country, city or power, in the order of the rows; others show a 1."""
    given = {name: list(faces) for name, faces in case.dice.items()}
    found: list[int] = []
    for row in income.rows(rules, position):
        left = given.get(row.source) or given.get(row.power) or []
        found += [left.pop(0) if left else 1 for _ in range(row.income.dice)]
    return found


def _outlined(stated: Stated, state: Mapping[str, Any], power: Power, homes: Sequence[str]) -> Position:
    """Return the position that a state outlines: home countries are controlled as a whole, but for what is said."""
    rules = stated.rules
    lands = [place for home in homes for place in rules.scenario.countries[home].provinces]
    lands += [*state.get("control", ()), *state.get("controls_also", ())]
    provinces = dict.fromkeys(lands, power)
    given = state.get("control")
    control = cast("dict[str, dict[str, Power]]", given) if isinstance(given, dict) else {}
    cities = {place: power for place in lands if place in rules.board.counting}
    for place, facts in control.items():
        provinces[place], cities[place] = facts.get("province", power), facts.get("city", power)
    provinces |= state.get("province_controller", {})
    lines = state.get("units_oldest_first") or state.get("units", ())
    before = Before(units=list(lines), famine=state.get("famine", []))
    case = Case(id="", theme="", before=before)
    position = stated.position(case)
    sieges = [stated.siege(position.units, one["place"], one["by"]) for one in state.get("sieges", ())]
    rebels = [stated.rebellion(**one) for one in state.get("rebellions", ())]
    countries = dict.fromkeys(homes, power)
    accounts = {one: Account(treasury=state.get("treasury", 0) if one == power else 0) for one in position.accounts}
    return replace(
        position,
        provinces=provinces,
        cities=cities,
        countries=countries,
        sieges=tuple(sieges),
        rebellions=tuple(rebels),
        accounts=accounts,
    ).tidied()


def adjusted(case: Case) -> Iterator[str]:
    """Yield what differs in a case on the adjustment of units."""
    rules, state = rules_for(case), case.state
    stated, power = Stated(rules), state["power"]
    before = _outlined(stated, state, power, state.get("homes_held", (power,)))
    done = adjustment.adjust(rules, before, {power: tuple(map(stated.read.adjustment, case.adjust))})
    after = done.position
    built = [_short(event.unit) for event in done.events if isinstance(event, Raised)]
    gone = [_short(unit) for unit in before.of(power) if after.numbered(unit.number) is None]
    kept = [_short(unit) for unit in before.of(power) if after.numbered(unit.number) is not None]
    refused = [event.text.removeprefix("BUILD ") for event in done.events if isinstance(event, Refused)]
    treasury = after.accounts[power].treasury
    yield from compare("books", treasury, before.accounts[power].treasury + balance(done.events, power))
    found: dict[str, object] = {"built": built, "disbanded": gone, "kept": kept, "refused": refused}
    yield from _held_against(case, {**found, "treasury": treasury})


def _short(unit: object) -> str:
    return str(unit).partition(" ")[2]


# --- the bank


def lent(case: Case) -> Iterator[str]:
    """Yield what differs in a case on loans."""
    rules = rules_for(case)
    if case.loan:
        facts = case.loan
        loan = banking.loan_of(facts["principal"], facts["years"], facts["year"], facts["season"])
        due = {"year": loan.year, "season": loan.season}
        yield from _held_against(case, {"owed": loan.owed, "due": due})
    elif case.banking:
        yield from _banked(case, rules)
    else:
        position = _debtor(0, (Loan(case.year + 1, "spring", case.outstanding, 0),), rules, case.year)
        yield from _held_against(case, {"may_borrow": banking.credit(rules, position, _DEBTOR)})


_DEBTOR: Power = "florence"


def _debtor(treasury: int, loans: tuple[Loan, ...], rules: Rules, year: int) -> Position:
    accounts = {power: Account() for power in rules.scenario.powers}
    return Position(year=year, season="summer", accounts={**accounts, _DEBTOR: Account(treasury, loans)})


def _loan(facts: Mapping[str, Any], year: int) -> Loan:
    season, _, when = ("summer", "", str(year)) if facts["due"] == "now" else facts["due"].partition(" ")
    return Loan(int(when), cast("Season", season), facts["principal"], facts["interest"])


def _banked(case: Case, rules: Rules) -> Iterator[str]:
    loans = tuple(_loan(facts, case.year) for facts in case.loans)
    before = _debtor(case.treasury, loans, rules, case.year)
    orders = tuple(map(Stated(rules).read.banking, case.banking))
    later = replace(before, year=case.year - 1)
    paid = banking.bank(rules, later, {_DEBTOR: [one for one in orders if isinstance(one, Pay)]}).position
    done = banking.bank(rules, before, {_DEBTOR: orders})
    account = done.position.accounts[_DEBTOR]
    owing = paid.accounts[_DEBTOR]
    given = [-event.ducats for event in done.events if isinstance(event, Given) and event.power == _DEBTOR]
    taken = [-event.ducats for event in done.events if isinstance(event, Defaulted | Collected)]
    struck = _DEBTOR in done.defaulted
    interest = sum(loan.interest for loan in owing.loans)
    yield from compare("books", account.treasury, case.treasury + balance(done.events, _DEBTOR))
    yield from _held_against(
        case,
        {
            "after_payment": {"principal": principal(owing), "interest": interest},
            "may_borrow": banking.credit(rules, paid, _DEBTOR),
            "collected": sum(taken),
            "treasury": account.treasury,
            "default": account.defaulted,
            "loans_left": list(account.loans),
            "assassinated_by_bank": struck,
            "may_ever_borrow_again": not account.defaulted,
            "other_expenses": _fate(rules, done.position, struck=struck),
            "paid": sum(given),
        },
    )


def _fate(rules: Rules, position: Position, *, struck: bool) -> str:
    """Say what becomes of the expenses of a power that the bank has murdered, or not."""
    written = Expense(1, 3, "F", unit=Target(AUTONOMOUS, "G", "genoa"))
    done = expenses.spend(rules, position, {_DEBTOR: [written]}, lost=(_DEBTOR,) if struck else ())
    lost = any(isinstance(event, Refused) and event.why and event.why.code == "expense.lost" for event in done.events)
    return "lost" if lost else "kept"


# --- bribes


def bribed(case: Case) -> Iterator[str]:
    """Yield what differs in a case that states bids on one unit; whoever bids is near enough and has the money."""
    rules = rules_for(replace(case, options={**case.options, "bribe_adjacency": "off"}))
    stated = Stated(rules)
    unit = stated.unit(case.target, 1)
    target, numbers = Target(unit.owner, unit.kind, unit.place), {power: count(1) for power in rules.scenario.powers}
    orders: dict[Power, list[Expense]] = {}
    counters: list[dict[str, Any]] = [{**one, "expense": "F"} for one in case.counter_bribes]
    for bid in (*case.bids, *counters):
        expense = Expense(next(numbers[bid["by"]]), bid["ducats"], bid["expense"], unit=target)
        orders.setdefault(bid["by"], []).append(expense)
    purse = {power: sum(one.ducats for one in orders.get(power, ())) for power in rules.scenario.powers}
    position = Position(year=case.year, units=(unit,), accounts={power: Account(purse[power]) for power in purse})
    done = expenses.spend(rules, position, orders, _stated_faces(case, "tie"))
    after = done.position.numbered(1)
    result = {"removed": True} if after is None else {"owner": after.owner} if after != unit else "nothing"
    yield from _held_against(case, {"result": result})
    for power, ducats in purse.items():
        yield from compare(f"books of {power}", 0, ducats + balance(done.events, power))


# --- assassination


def attempted(case: Case) -> Iterator[str]:
    """Yield what differs in a case on the odds and the assassins of an attempt."""
    rules = rules_for(case)
    read = Stated(rules).read
    orders = {power: [read.expense(line) for line in lines] for power, lines in case.expenses.items()}
    accounts = {
        power: Account(sum(one.ducats for one in orders.get(power, ())), chits=tuple(case.chits_before.get(power, ())))
        for power in rules.scenario.powers
    }
    position = Position(year=case.year, season=_season(case), accounts=accounts)
    spent = expenses.spend(rules, position, orders)
    faces = _stated_faces(case, "assassination")
    wanted = len(assassination.attempt_dice(rules, spent.attempts))
    victims = assassination.attempt(rules, position, spent.attempts, faces).victims if wanted == len(faces) else ()
    chits = {power: list(spent.position.accounts[power].chits) for power in case.chits_before}
    found: dict[str, object] = {"rolled": bool(wanted), "success": bool(victims), "chits_after": chits}
    yield from compare("dice", len(faces), wanted)
    yield from _held_against(case, found)


def _stated_faces(case: Case, name: str) -> tuple[int, ...]:
    """Return the faces that a case states for some dice, of which there may be one or several."""
    given = case.dice.get(name, ())
    return (given,) if isinstance(given, int) else tuple(given)


def _season(case: Case) -> Season:
    return cast("Season", case.season)


RUNNERS: Mapping[str, Runner] = {
    "famine": disaster,
    "plague": disaster,
    "storm": disaster,
    "income": earned,
    "adjustment": adjusted,
    "loans": lent,
    "bribes": bribed,
    "assassination": attempted,
}
"""Runners by theme for cases that state no position to play from."""
