"""What a battle is worth: exact odds, also of a whole campaign, and with other dice."""

from __future__ import annotations

from wartable.odds import Battle, DiceRules, battle_odds, path_odds


def main() -> None:
    """Print three questions a player has before an attack."""
    plain = battle_odds(Battle(attackers=10, defenders=7))
    print(f"10 against 7: {plain.conquered:.1%}, losing {plain.attacker_losses:.1f} on average")
    walled = battle_odds(Battle(attackers=10, defenders=7, rules=DiceRules(defence_bonus=1)))
    print(f"the same against a stronghold: {walled.conquered:.1%}")
    campaign = path_odds(12, (3, 2, 2))
    print(f"12 through 3, 2 and 2: {campaign.chance:.1%}")


if __name__ == "__main__":
    main()
