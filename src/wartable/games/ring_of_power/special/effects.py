"""What effects of the vocabulary do. Those of standing rules and of battles are only read where they count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.agenda import Ids
from wartable.games.ring_of_power.campaign.deployment import around_middle, made_of, on_points
from wartable.games.ring_of_power.campaign.events import (
    Broken,
    Change,
    Changed,
    GameEnded,
    HandedOver,
    Moved,
    Raised,
    Summoned,
)
from wartable.games.ring_of_power.campaign.figures import Scene, able, enemies_of, pace_for
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Closed, Damage, Ending, Figure, RingState
from wartable.games.ring_of_power.combat.values import Modifier
from wartable.games.ring_of_power.scenario import Group, Point
from wartable.games.ring_of_power.special.conditions import matching
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.travel import travel
from wartable.games.ring_of_power.vocabulary import conditions, effects


def do(run: Run, effect: effects.Effect, it: Ids) -> None:
    """Do one effect to the figures that a rule is being applied to."""
    if not isinstance(effect, effects.Standing):
        _DOERS[type(effect)](run, effect, it)


def _who(run: Run, who: conditions.Who, it: Ids) -> tuple[Figure, ...]:
    return matching(Scene(run.world, run.state, it), who)


def _ids(figures: Iterable[Figure]) -> Ids:
    return tuple(figure.id for figure in figures)


def raise_flag(run: Run, flag: str) -> None:
    """Raise a flag, if it is not raised yet."""
    if flag not in dict(run.state.flags):
        run.change(flags=(*run.state.flags, (flag, run.state.turn)))
        run.say(Raised(flag=flag))


def _lower(run: Run, effect: effects.Lower, _: Ids) -> None:
    run.change(flags=tuple(pair for pair in run.state.flags if pair[0] != effect.flag))
    run.say(Raised(flag=effect.flag, up=False))


def add_to(run: Run, counter: str, number: int) -> None:
    """Add to a counter."""
    counters = dict(run.state.counters)
    counters[counter] = counters.get(counter, 0) + number
    run.change(counters=tuple(sorted(counters.items())))


def _harm(run: Run, effect: effects.Harm, it: Ids) -> None:
    figures = _who(run, effect.who, it)
    if effect.each_rolls and figures:
        run.push(agenda.HarmRolls(_ids(figures), effect.each_rolls, effect.how))
    else:
        harm(run, figures, effect.how)


def harm(run: Run, figures: Iterable[Figure], how: str) -> None:
    """Kill or wound figures: by default characters are wounded and everybody else dies."""
    spared = [one for one in figures if how == "wound" or (how == "harm" and run.world.kind(one).character)]
    if spared:
        _change(run, spared, "wounded", wounded=True)
    kept = set(_ids(spared))
    run.remove([one.id for one in figures if one.id not in kept], "dead")


def _stop(run: Run, effect: effects.Stop, it: Ids) -> None:
    _change(run, _who(run, effect.who, it), "stopped", moved=run.state.turn, still_until=run.state.turn)


def _change(run: Run, some: Iterable[Figure], what: Change, **fields: int | bool) -> None:
    """Put other values into fields of some figures, and tell it."""
    figures = _ids(some)
    run.alter(figures, **fields)
    run.say(Changed(figures=figures, names=run.names(figures), what=what))


def breach(run: Run, keys: Iterable[str]) -> None:
    """Break gates and walls (K8)."""
    damage = {part.key: part for part in run.state.damage}
    for key in keys:
        old = damage.get(key, Damage(key))
        if not old.broken:
            damage[key] = msgspec.structs.replace(old, broken=True)
            run.say(Broken(key=key))
    run.change(damage=tuple(damage[key] for key in sorted(damage)))


def _muster(run: Run, effect: effects.Muster, it: Ids) -> None:
    """Summon figures; those for whom there is no room do not come."""
    if effect.from_garrison:
        _from_garrison(run, effect, it)
        return
    if effect.once:
        if effect.once in dict(run.state.flags):
            return
        raise_flag(run, effect.once)
    owner = run.world.index[effect.player]
    made: list[Figure] = []
    for unit, count in effect.units.items():
        group = Group(unit=unit, count=count)
        made += made_of(run.world, group, owner, run.state.next_id + len(made))
    leaves = run.state.turn + effect.turns if effect.turns else 0
    ready = [msgspec.structs.replace(one, leaves=leaves, leaves_on_victory=effect.until_victory) for one in made]
    _put_down(run, ready, _muster_point(run, effect, it), owner, fresh=True)


def _from_garrison(run: Run, effect: effects.Muster, it: Ids) -> None:
    """Let figures come out of a garrison, as many of each unit as there are and are asked for.

    Whom they carry comes along; a weapon whose crew comes out stays within (L6).
    """
    owner = run.world.index[effect.player]
    inside = [one for one in run.state.figures if one.inside == effect.from_garrison and one.owner == owner]
    fit = [one for one in inside if able(run.world, one)]
    chosen = [one for unit, count in effect.units.items() for one in [f for f in fit if f.unit == unit][:count]]
    out = [msgspec.structs.replace(one, inside="", tower=False) for one in chosen]
    _put_down(run, out, _muster_point(run, effect, it), owner, fresh=False)
    gone = [one.id for one in run.present(_ids(chosen)) if not one.inside]
    run.bring_along(gone)
    run.leave_weapons(gone)


def _muster_point(run: Run, effect: effects.Muster, it: Ids) -> Point:
    if effect.at:
        return run.world.place(effect.at).centre
    present = run.present(it)
    return present[0].point if present else run.world.place(effect.from_garrison).centre


def _put_down(run: Run, figures: list[Figure], middle: Point, owner: int, *, fresh: bool) -> None:
    taken = [figure.point for figure in run.state.figures if figure.in_field]
    points = around_middle(run.world, middle, figures, taken)
    stood = on_points(figures, points)
    if fresh:
        run.add(stood)
    else:
        run.put(stood)
    if stood:
        ids = _ids(stood)
        run.say(Summoned(player=owner, figures=ids, names=run.names(ids)))


def _leave(run: Run, effect: effects.Leave, it: Ids) -> None:
    figures = _who(run, effect.who, it)
    fields = {"wizardry": effect.wizardry, "leadership": effect.leadership}
    run.alter(_ids(figures), **{name: value for name, value in fields.items() if value is not None})
    back = run.state.turn + effect.turns if effect.turns else 0
    run.remove(_ids(figures), "left", back=back, at=effect.at)


def _modify(run: Run, effect: effects.Modify, it: Ids) -> None:
    """Change figures of the combat that is about to begin."""

    def boosted(clash: agenda.Clash) -> agenda.Clash:
        battle = clash.everybody
        chosen = matching(Scene(run.world, run.state, it, battle), effect.who)
        boost = agenda.Boost(
            _ids(f for f in chosen if f.id in battle), msgspec.convert(effect, Modifier, from_attributes=True)
        )
        return msgspec.structs.replace(clash, boosts=(*clash.boosts, boost)) if boost.figures else clash

    _change_clash(run, boosted)


def _strike(run: Run, effect: effects.Strike, it: Ids) -> None:
    scene = Scene(run.world, run.state, it)
    struck = {scene.lineup.force[figure.id] for figure in matching(scene, effect.who)}
    teams = (_ids(scene.lineup.members[number]) for number in sorted(struck))
    run.push(*(agenda.StrikeRolls(team, effect.dice, effect.attack, effect.tags) for team in teams))


def _become(run: Run, effect: effects.Become, it: Ids) -> None:
    kind = run.world.units[effect.unit]
    run.alter(_ids(_who(run, effect.who, it)), unit=effect.unit, mounted=kind.mounted is not None)


def _vanish(run: Run, effect: effects.Vanish, it: Ids) -> None:
    """Take figures out of the combat that is about to begin; they stay where they are."""
    _change_clash(run, lambda clash: clash.without(_ids(_who(run, effect.who, it))))


def _change_clash(run: Run, changed: Callable[[agenda.Clash], agenda.Clash]) -> None:
    """Change the combat that is next on the agenda, if there is one."""
    coming = next((task for task in run.state.agenda if isinstance(task, agenda.Clash)), None)
    if coming is not None:
        run.change(agenda=tuple(changed(coming) if task is coming else task for task in run.state.agenda))


def _give(run: Run, effect: effects.Give, it: Ids) -> None:
    takers = [one for one in _who(run, effect.who, it) if one.holds != effect.item]
    if takers:
        hand_over(run, effect.item, takers[0].id)


def _duel(run: Run, effect: effects.Duel, it: Ids) -> None:
    one, other = _first(run, effect.one), _first(run, effect.other)
    if one is None or other is None:
        return
    adds = (
        run.world.wizardry(one) if effect.one_adds is None else effect.one_adds,
        run.world.wizardry(other) if effect.other_adds is None else effect.other_adds,
    )
    run.push(agenda.DuelRolls(one.id, other.id, adds, effect.win, effect.lose, effect.tie, it))


def _first(run: Run, unit: str) -> Figure | None:
    return next((figure for figure in run.state.figures if figure.unit == unit), None)


def _rush(run: Run, effect: effects.Rush, it: Ids) -> None:
    goal = run.world.place(effect.toward).centre
    rushing = [one for one in _who(run, effect.who, it) if one.in_field and not one.wounded]
    for figure in rushing:
        others = [other.point for other in run.state.figures if other.in_field and other.id != figure.id]
        who = around([enemy.point for enemy in enemies_of(run.world, run.state, figure.owner)], taken=others)
        way = travel(run.world.ground, pace_for(run.world, figure), [goal]).march(figure.point, who)
        if way is not None:
            run.alter([figure.id], x=way.end[0], y=way.end[1])
            path = (figure.id, way.points)
            run.say(Moved(player=figure.owner, paths=(path,), names=run.names([figure.id])))
    run.bring_along(_ids(rushing))
    run.leave_weapons(_ids(rushing))


def _lend(run: Run, effect: effects.Lend, it: Ids) -> None:
    _change(run, _who(run, effect.who, it), "lent", lent_to=run.world.index[effect.player])


def _destroy(run: Run, effect: effects.Destroy, _: Ids) -> None:
    run.change(destroyed=(*run.state.destroyed, effect.item))
    run.alter(_ids(f for f in run.state.figures if f.holds == effect.item), holds="")


def _seize(run: Run, effect: effects.Seize, _: Ids) -> None:
    taker = _first(run, effect.by)
    if taker is not None:
        run.push(agenda.SeizeRolls(effect.item, taker.id))


def holder_of(state: RingState, item: str) -> Figure | None:
    """Return the figure that holds an item, or None."""
    return next((figure for figure in state.figures if figure.holds == item), None)


def hand_over(run: Run, item: str, to: int) -> None:
    """Give an item to a figure, from whoever holds it."""
    holder = holder_of(run.state, item)
    if holder is not None:
        run.alter([holder.id], holds="")
    run.alter([to], holds=item)
    run.say(HandedOver(item=item, by=holder.id if holder else 0, to=to))


def corruption(item: str) -> str:
    """Return the name of the counter of an item's corruption."""
    return f"corruption_{item}"


def end(run: Run, ending: Ending) -> None:
    """End the campaign."""
    run.change(ending=ending, phase="over", agenda=(), mover=-1)
    run.say(GameEnded(winner=ending.winner, grade=ending.grade, sentence=ending.sentence))


_DOERS: Mapping[type, Callable[[Run, Any, Ids], None]] = {
    effects.Raise: lambda run, effect, _: raise_flag(run, effect.flag),
    effects.Lower: _lower,
    effects.Count: lambda run, effect, _: add_to(run, effect.counter, effect.by),
    effects.Harm: _harm,
    effects.Stop: _stop,
    effects.Close: lambda run, effect, _: run.change(
        closed=(*run.state.closed, Closed(effect.area, run.state.turn + effect.turns))
    ),
    effects.Breach: lambda run, effect, _: breach(run, [way.key for way in run.world.ground.ways_of(effect.place)]),
    effects.Muster: _muster,
    effects.Leave: _leave,
    effects.Modify: _modify,
    effects.Strike: _strike,
    effects.Become: _become,
    effects.Vanish: _vanish,
    effects.Give: _give,
    effects.RollFor: lambda run, effect, it: run.push(agenda.RollFor(effect.target, effect.then, effect.otherwise, it)),
    effects.Duel: _duel,
    effects.Rush: _rush,
    effects.Lend: _lend,
    effects.Points: lambda run, effect, _: run.score(run.world.index[effect.player], effect.points, "special"),
    effects.Double: lambda run, effect, _: run.change(doubled=(*run.state.doubled, run.world.index[effect.player])),
    effects.Destroy: _destroy,
    effects.Seize: _seize,
    effects.Corrupt: lambda run, effect, _: add_to(run, corruption(effect.item), effect.by),
    effects.Win: lambda run, effect, _: end(run, Ending(effect.side, effect.grade, "")),
}
