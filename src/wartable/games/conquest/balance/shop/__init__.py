"""The shop of special combat actions: what can be bought, for what, and what it does (`balance-of-power 36` to 54)."""

from __future__ import annotations

from wartable.games.conquest.balance.shop.cards import spy_request, take
from wartable.games.conquest.balance.shop.events import EVENT_TYPES
from wartable.games.conquest.balance.shop.lines import EffectLine, lines
from wartable.games.conquest.balance.shop.rows import Funds, ShopRow, funds, prices, rows
from wartable.games.conquest.balance.shop.strikes import answer_bomb, bomb_request
from wartable.games.conquest.balance.shop.trade import buy, choices, open_rows, refuse, sample

__all__ = [
    "EVENT_TYPES",
    "EffectLine",
    "Funds",
    "ShopRow",
    "answer_bomb",
    "bomb_request",
    "buy",
    "choices",
    "funds",
    "lines",
    "open_rows",
    "prices",
    "refuse",
    "rows",
    "sample",
    "spy_request",
    "take",
]
