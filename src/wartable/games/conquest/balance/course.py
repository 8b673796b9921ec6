"""The course of a turn: neutral army, purchases, draft, attacks, objective, maneuver, card (`balance-of-power 18`)."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from wartable.engine.chance import Drawn, Rolled
from wartable.engine.values import Action, Seat
from wartable.games.conquest.balance import casualties, collecting, events, revival, shop, sites, stars, tanks, tasks
from wartable.games.conquest.balance.actions import Buy, Collect, Done, FormTank, Give, MoveTanks
from wartable.games.conquest.balance.dice import struck
from wartable.games.conquest.balance.draft import after_stars
from wartable.games.conquest.balance.effects import NEUTRAL
from wartable.games.conquest.balance.income import draft_of
from wartable.games.conquest.balance.neutral import raid_pairs
from wartable.games.conquest.balance.opening import Opening
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import neutral_lives, unheld
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.status import heir_of, measures_of, over_limit, rolling, standing
from wartable.games.conquest.balance.tanks import move_tanks
from wartable.games.conquest.core.actions import Attack, Fortify, Place, Trade
from wartable.games.conquest.core.battle import Exchange
from wartable.games.conquest.core.events import Traded, TurnBegan
from wartable.games.conquest.core.play import Play, shifted
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import (
    Attacking,
    Drawing,
    Fortifying,
    MovingIn,
    Reinforcing,
    Rolling,
    SetUpPlacing,
)
from wartable.games.conquest.core.turn import Tell, drawn
from wartable.games.conquest.core.ways import can_fortify


class BalanceCourse(Play[BalanceRules, BalanceState], Opening):
    """What differs from the family: more phases, piles, objectives, a neutral army."""

    CONQUEST = "All opponents are eliminated."
    MEASURES = ("territories and cities", "cards", "armies")

    # --- the turn begins

    def begin_turn(self, rules: BalanceRules, state: BalanceState, seat: int, turn: int, tell: Tell) -> BalanceState:
        """Begin with the neutral army, if there is one and the seat is losing."""
        after = replace(
            state,
            agenda=(),
            step=state.step + 1,
            seat=seat,
            turn=turn,
            to_place=0,
            placed=0,
            conquered=False,
            began=state.held[seat],
            rolls=(),
            moves=0,
            effects=state.effects.turn_begins(seat),
        )
        if tell is not None:
            tell.append(TurnBegan(seat, turn, rules.income(after, seat)))
        return self.command(rules, after, tell)

    def command(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Let the losing player raise neutral armies (`balance-of-power 22`); the others go shopping."""
        if not rules.neutral or not neutral_lives(state):
            return self.open_shop(rules, state, tell)
        losing = standing(rules, state).losing
        if len(losing) > 1:
            return replace(state, agenda=(tasks.TieRoll(Seat(state.seat)),))
        if state.seat not in losing:
            return self.open_shop(rules, state, tell)
        if revival.row_of(rules.tables.neutral, state.piles[NEUTRAL]) is not None:
            return replace(state, agenda=(tasks.Revival(Seat(state.seat)),))
        return self.raise_neutral(rules, state, (), tell)

    def part(self, rules: BalanceRules, state: BalanceState, seat: int, answer: Rolled, tell: Tell) -> BalanceState:
        """Part those who are level by a die each (`balance-of-power 20`)."""
        level = rolling(rules, state)
        rolls = list(state.rolls or ((),) * state.seats)
        for each, face in zip(level, answer.faces, strict=True):
            rolls[each] = (*rolls[each], face)
        if tell is not None:
            tell.append(events.StandingRolled(level, answer.faces))
        after = replace(state, rolls=tuple(rolls), agenda=state.agenda[1:])
        return self.overflow(rules, after, tell) if over_limit(rules, after) else self.command(rules, after, tell)

    # --- phase 1: the neutral army

    def revive(self, rules: BalanceRules, state: BalanceState, seat: int, answer: Rolled, tell: Tell) -> BalanceState:
        """Bring casualties of the neutral army back (`balance-of-power 24`)."""
        return self.raise_neutral(rules, state, answer.faces, tell)

    def raise_neutral(
        self, rules: BalanceRules, state: BalanceState, faces: tuple[int, ...], tell: Tell
    ) -> BalanceState:
        """Hand over the armies of the supply and of the pile (`balance-of-power 23`)."""
        table = rules.tables.neutral
        back = revival.revived(table, state.piles[NEUTRAL], sum(faces)) if faces else 0
        if tell is not None:
            tell.append(events.NeutralRaised(state.seat, table.reinforcements, faces, back))
        return replace(
            state,
            agenda=(tasks.NeutralPlacing(Seat(state.seat)),),
            to_place=table.reinforcements + back,
            piles=casualties.spent(state.piles, NEUTRAL, back),
        )

    def place_neutral(
        self, rules: BalanceRules, state: BalanceState, seat: int, action: Place, tell: Tell
    ) -> BalanceState:
        """Put neutral armies on a neutral territory (`balance-of-power 25`)."""
        armies, left = list(state.armies), state.to_place - action.count
        armies[rules.board.index[action.space]] += action.count
        if tell is not None:
            tell.append(events.NeutralPlaced(seat, action.space, action.count))
        after = replace(state, armies=tuple(armies), to_place=left)
        return after if left else self.open_raid(rules, after, tell)

    def open_raid(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Let the neutral army attack once, if it can; armies that were not placed are discarded."""
        after = replace(state, to_place=0, agenda=(tasks.Raiding(Seat(state.seat)),))
        return after if raid_pairs(rules, after) else self.open_shop(rules, after, tell)

    def attack(self, rules: BalanceRules, state: BalanceState, seat: Seat, action: Attack, tell: Tell) -> BalanceState:
        """Send the dice for; the neutral army's first roll binds it to this attack."""
        after = super().attack(rules, state, seat, action, tell)
        fight = after.fight
        if fight is None or type(state.agenda[0]) is not tasks.Raiding:
            return after
        return replace(after, agenda=(fight, tasks.Raiding(fight.seat, fight.source, fight.target), *state.agenda[1:]))

    # --- phase 2: special combat actions

    def open_shop(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Let the seat buy, as long as there is something that it could."""
        if state.options.actions and any(True for _ in shop.open_rows(rules, state)):
            return replace(state, agenda=(tasks.Shopping(Seat(state.seat)),))
        return self.close_shop(rules, state, tell)

    def buy(self, rules: BalanceRules, state: BalanceState, seat: int, action: Buy, tell: Tell) -> BalanceState:
        """Carry a purchase out, then go on buying."""
        after = shop.buy(rules, state, action, tell)
        return self.open_shop(rules, after, tell) if type(after.agenda[0]) is tasks.Shopping else after

    def fallout(self, rules: BalanceRules, state: BalanceState, seat: int, answer: Rolled, tell: Tell) -> BalanceState:
        """Roll for the territories beside a bomb."""
        return self.open_shop(rules, shop.answer_bomb(rules, state, answer, tell), tell)

    def spy(self, rules: BalanceRules, state: BalanceState, seat: int, answer: Drawn, tell: Tell) -> BalanceState:
        """Take the card spied out."""
        return self.overflow(rules, shop.take(rules, state, answer, tell), tell)

    def close_shop(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Go on to the reward of a maneuver before the draft, or to the draft."""
        if collecting.starts_with_maneuver(state) and tanks.can_maneuver(rules, state, state.seat):
            return replace(state, agenda=(tasks.EarlyManeuver(Seat(state.seat)),))
        return self.draft(rules, state, tell)

    # --- phase 3: draft

    def draft(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Hand the seat its draft (`balance-of-power 55`), less where it was sabotaged (49)."""
        whole, armies = draft_of(rules, state, state.seat), rules.income(state, state.seat)
        if tell is not None:
            tell.append(events.Drafted(state.seat, armies, whole))
            tell.extend(sites.served(rules, state, "barracks"))
        seat = Seat(state.seat)
        turn = (Reinforcing(seat), Attacking(seat))
        return replace(state, agenda=turn, to_place=armies, placed=0, drafted=whole)

    def trade(self, rules: BalanceRules, state: BalanceState, seat: int, action: Trade, tell: Tell) -> BalanceState:
        """Turn in stars for armies (`balance-of-power 32`)."""
        index = rules.cards.index
        given = [index[name] for name in action.cards]
        worth = stars.worth(rules.tables.stars, sum(rules.stars[card] for card in given)) or 0
        cut = state.effects.sabotaged >> seat & 1
        gained = after_stars(rules.tables.draft.sabotage, state.drafted, worth) if cut else worth
        if tell is not None:
            tell.append(Traded(seat, action.cards, gained, None))
        cards = replace(state.cards.passed(given, seat), sets=state.cards.sets + 1)
        return replace(state, cards=cards, to_place=state.to_place + gained, drafted=state.drafted + worth)

    def place(self, rules: BalanceRules, state: BalanceState, seat: int, action: Place, tell: Tell) -> BalanceState:
        """Put armies on an own territory; with the last one attacking begins, unless tanks may be formed."""
        step = type(state.agenda[0])
        if step is tasks.NeutralPlacing:
            return self.place_neutral(rules, state, seat, action, tell)
        after = super().place(rules, state, seat, action, tell)
        if step is SetUpPlacing or after.to_place:
            return after
        return replace(after, agenda=state.agenda) if tanks.can_form(rules, after) else self.open_attacks(after)

    def open_attacks(self, state: BalanceState) -> BalanceState:
        """End the draft, and the sabotage of it."""
        return replace(
            state,
            agenda=(Attacking(Seat(state.seat)),),
            drafted=0,
            effects=state.effects.drafted(state.seat),
        )

    # --- battles

    def rolled(
        self, rules: BalanceRules, state: BalanceState, fight: Rolling, result: Exchange, tell: Tell
    ) -> BalanceState:
        """Put the dead on their piles (`balance-of-power 30`); the neutral army's attack goes on, or is over."""
        attacker, defender = state.owner(fight.source), state.owner(fight.target)
        dead = {attacker: result.attacker_loss, defender: result.defender_loss}
        after = replace(state, piles=casualties.fallen(state.piles, dead, rules.tables.piles.most))
        after = struck(after, fight.target)
        if attacker != NOBODY or after.fight is not None or not after.armies[fight.target]:
            return after
        return after if after.armies[fight.source] > rules.stay else self.open_shop(rules, after, tell)

    def conquer(
        self, rules: BalanceRules, state: BalanceState, fight: Rolling, survivors: int, tell: Tell
    ) -> BalanceState:
        """Hand the space over: bans on its general lapse, the last neutral army may be gone."""
        loser = state.owner(fight.target)
        after = replace(state, effects=state.effects.changed_hands(fight.target))
        if loser == NOBODY and unheld(after) == 1 << fight.target:
            if tell is not None:
                tell.append(events.NeutralGone())
            emptied = casualties.emptied(after.piles, NEUTRAL)
            after = replace(after, piles=emptied, effects=after.effects.without_neutral())
        after = super().conquer(rules, after, fight, survivors, tell)
        if tell is not None:
            tell.extend(sites.taken(rules, after, fight.target))
        return after

    def lose_pieces(self, rules: BalanceRules, state: BalanceState, space: int, owner: int, tell: Tell) -> BalanceState:
        """Destroy the tanks of a conquered territory."""
        return tanks.lose_tanks(rules, state, space, owner, tell)

    def eliminate(self, rules: BalanceRules, state: BalanceState, loser: int, by: int, tell: Tell) -> BalanceState:
        """Take a seat out of the game; cards and objectives go to the conqueror, the pile to nobody."""
        after = super().eliminate(rules, state, loser, by, tell)
        after = replace(after, piles=casualties.emptied(after.piles, loser), effects=after.effects.left_game(loser))
        if by == NOBODY:
            return collecting.drop_objectives(after, loser)
        return collecting.seize_objectives(after, loser, tell)

    def moved_in(self, rules: BalanceRules, state: BalanceState, entry: MovingIn, tell: Tell) -> BalanceState:
        """Go on after a conquest: cards beyond the limit are given away, the neutral army's attack is over."""
        if state.owner(entry.target) == NOBODY:
            return self.open_shop(rules, state, tell)
        return self.overflow(rules, state, tell)

    # --- cards

    def take_card(self, rules: BalanceRules, state: BalanceState, seat: int, answer: Drawn, tell: Tell) -> BalanceState:
        """Give the seat the card drawn; those beyond the limit are given away."""
        cards = drawn(rules.cards, state.cards, seat, answer.index, tell)
        return self.overflow(rules, replace(state, cards=cards, agenda=state.agenda[1:]), tell)

    def overflow(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """Have cards beyond the limit given away (`balance-of-power 34`), then go on where the card came."""
        if over_limit(rules, state):
            first = tasks.TieRoll if len(standing(rules, state).losing) > 1 else tasks.Giving
            return replace(state, agenda=(first(Seat(state.seat)), *state.agenda))
        if state.agenda and type(state.agenda[0]) is tasks.Shopping:
            return self.open_shop(rules, state, tell)
        return self.go_on(rules, state, tell)

    def give(self, rules: BalanceRules, state: BalanceState, seat: int, action: Give, tell: Tell) -> BalanceState:
        """Give a card to the losing player, or off."""
        card, to = rules.cards.index[action.card], heir_of(rules, state)
        if tell is not None:
            tell.append(events.CardGiven(seat, to))
            audience = None if to == NOBODY else (Seat(seat), Seat(to))
            tell.append(events.CardHanded(seat, to, action.card, audience=audience))
        cards = state.cards.passed((card,), seat, to)
        return self.overflow(rules, replace(state, cards=cards, agenda=state.agenda[1:]), tell)

    # --- phases 5 and 6: objective, maneuver, card

    def end_attacks(
        self, rules: BalanceRules, state: BalanceState, seat: int, action: Action, tell: Tell
    ) -> BalanceState:
        """Go on to an objective that was reached."""
        if collecting.collectable(rules, state):
            return replace(state, agenda=(tasks.Collecting(Seat(seat)),))
        return self.last_moves(rules, state, seat, tell)

    def collect(self, rules: BalanceRules, state: BalanceState, seat: int, action: Collect, tell: Tell) -> BalanceState:
        """Collect one objective, the turn's only one."""
        return self.last_moves(rules, collecting.collect(rules, state, action, tell), seat, tell)

    def last_moves(self, rules: BalanceRules, state: BalanceState, seat: int, tell: Tell) -> BalanceState:
        """Let the seat move, or change its tanks, if it can; else the turn ends."""
        if can_fortify(rules, state, seat) or tanks.can_form(rules, state) or tanks.with_tanks(state):
            return replace(state, agenda=(Fortifying(Seat(seat)),))
        return self.close_turn(rules, state, seat, tell)

    def fortify(self, rules: BalanceRules, state: BalanceState, seat: int, action: Fortify, tell: Tell) -> BalanceState:
        """Move armies (`balance-of-power 61`)."""
        return self.moved_once(rules, shifted(rules, state, seat, action, tell), seat, tell)

    def move_tanks(
        self, rules: BalanceRules, state: BalanceState, seat: int, action: MoveTanks, tell: Tell
    ) -> BalanceState:
        """Move tanks (`balance-of-power 66`)."""
        return self.moved_once(rules, move_tanks(rules, state, action, tell), seat, tell)

    def moved_once(self, rules: BalanceRules, state: BalanceState, seat: int, tell: Tell) -> BalanceState:
        """Go on after a move: the draft after one before it, another one as a reward, or the end of the turn."""
        if type(state.agenda[0]) is tasks.EarlyManeuver:
            return self.draft(rules, state, tell)
        after = replace(state, moves=state.moves + 1)
        if after.moves < collecting.maneuvers(after) and tanks.can_maneuver(rules, after, seat):
            return after
        return self.close_turn(rules, after, seat, tell)

    def form(self, rules: BalanceRules, state: BalanceState, seat: int, action: FormTank, tell: Tell) -> BalanceState:
        """Form a tank; when the draft is placed and no other can be formed, attacking begins."""
        after = tanks.form_tank(rules, state, action, tell)
        if type(after.agenda[0]) is Reinforcing and not after.to_place and not tanks.can_form(rules, after):
            return self.open_attacks(after)
        return after

    def end_turn(self, rules: BalanceRules, state: BalanceState, seat: int, action: Action, tell: Tell) -> BalanceState:
        """End the turn; an objective that was reached is not left lying."""
        if type(state.agenda[0]) is Attacking and collecting.collectable(rules, state):
            return replace(state, agenda=(tasks.Collecting(Seat(seat)),))
        return self.close_turn(rules, state, seat, tell)

    def close_turn(self, rules: BalanceRules, state: BalanceState, seat: int, tell: Tell) -> BalanceState:
        """Look for a victory, then draw the card that was earned (`balance-of-power 33`, 58)."""
        state = self.award(rules, state, (seat,), tell)
        if state.victory:
            return state
        if collecting.earns_card(state) and rules.cards.drawable(state.cards):
            if tell is not None and not state.conquered:
                tell.extend(islice(sites.served(rules, state, "listening_post"), 1))  # several bring one card
            return replace(state, agenda=(Drawing(Seat(seat)),))
        return self.pass_on(rules, state, tell)

    def pass_on(self, rules: BalanceRules, state: BalanceState, tell: Tell) -> BalanceState:
        """End the turn and what lasted until then."""
        return super().pass_on(rules, replace(state, effects=state.effects.turn_ends(state.seat)), tell)

    def measured(self, rules: BalanceRules, state: BalanceState) -> tuple[tuple[int, ...], ...]:
        """Return what makes a seat winning when time is up, dice apart (`balance-of-power 19`, 20)."""
        return tuple((0, 0, 0) if measure is None else measure[:-1] for measure in measures_of(rules, state))

    def done(self, rules: BalanceRules, state: BalanceState, seat: int, action: Done, tell: Tell) -> BalanceState:
        """Go on to the next phase."""
        match state.agenda[0]:
            case tasks.NeutralPlacing():
                return self.open_raid(rules, state, tell)
            case tasks.Raiding():
                return self.open_shop(rules, state, tell)
            case tasks.Shopping():
                return self.close_shop(rules, state, tell)
            case tasks.EarlyManeuver():
                return self.draft(rules, state, tell)
            case Reinforcing():
                return self.open_attacks(state)
            case _:
                return self.last_moves(rules, state, seat, tell)
