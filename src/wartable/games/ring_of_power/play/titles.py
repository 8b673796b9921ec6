"""What special rules, and the flags that they and triggers raise, are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.engine.words import capitalised
from wartable.games.ring_of_power.vocabulary import effects

if TYPE_CHECKING:
    from wartable.games.ring_of_power.campaign.world import World


def flag_words(world: World, flag: str) -> str:
    """Return what a flag is called: as its trigger, or the special rule that raises it, else by its key."""
    titles = {trigger.flag: trigger.title for trigger in world.scenario.triggers}
    rules = {do.flag: rule for rule in world.scenario.rules for do in rule.then if isinstance(do, effects.Raise)}
    return titles.get(flag) or (rule_title(rules[flag]) if flag in rules else capitalised(flag.replace("_", " ")))


def rule_title(rule: effects.SpecialRule) -> str:
    """Return what a special rule is called: by its title or that of what it brings, else by its key."""
    titles = filter(None, (rule.title, *(getattr(effect, "title", "") for effect in rule.then)))
    return next(titles, capitalised(rule.id.replace("_", " ")))
