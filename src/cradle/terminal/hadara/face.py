"""Hadara's moves for a person: how they are grouped and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from cradle.hadara.effects import statue_bonus
from cradle.hadara.moves import (
    Buy,
    Carve,
    Feed,
    Gold,
    Integrate,
    Lay,
    Pass,
    Plunder,
    Remove,
    Sell,
    Side,
    Silver,
)
from cradle.hadara.names import BUY, CARDS, COLOURS, DOWN, LEVELS, SELL_BONUS, STATUES, TRACKS
from cradle.hadara.numbers import FEED_PRICE, SALE_EXTRA
from cradle.kernel.step import Move
from cradle.terminal import palette
from cradle.terminal.hadara import cards as hadara_cards
from cradle.terminal.layout import joined
from cradle.terminal.sight import Sight

MANY = 9


def grouped(sight: Sight, moves: Sequence[Move]) -> list[list[Move]]:
    """Moves as they are offered: many statues by statue, many cards by colour."""
    groups: dict[object, list[Move]] = {}
    for move in moves:
        key = _key(move) if len(moves) > MANY else move
        groups.setdefault(key, []).append(move)
    return sorted(groups.values(), key=lambda group: _place_in_menu(group[0]))


def _place_in_menu(move: Move) -> int:
    """Buying stands first, passing last."""
    if isinstance(move, Pass):
        return 2
    sells = isinstance(move, Sell) or (isinstance(move, Lay) and move.deal != BUY)
    return 1 if sells else 0


def _key(move: Move) -> object:
    if isinstance(move, Carve):
        return "carve", move.statue
    if isinstance(move, Remove):
        return "remove", CARDS[move.card].partition("-")[0]
    return move


def label(sight: Sight, moves: Sequence[Move]) -> Text:
    """An entry of the menu: a group, or a move in words with what it brings."""
    move = moves[0]
    if len(moves) == 1:
        return one(sight, move)
    if isinstance(move, Carve):
        statue = sight.speech.say("carve-group", statue=STATUES[move.statue])
        return joined([statue, Text(f"({len(moves)})", palette.HEAD)])
    colour = CARDS[move.card].partition("-")[0] if isinstance(move, Remove) else ""
    text = sight.speech.say("remove-group", colour=sight.speech.term("colour", colour))
    return joined([Text(text, palette.CARD_COLOURS[colour]), Text(f"({len(moves)})", palette.HEAD)])


def one(sight: Sight, move: Move) -> Text:
    """A move in words with what it brings."""
    if isinstance(move, Lay):
        return _lay(sight, move)
    if isinstance(move, Buy):
        return _buy(sight, move)
    card = CARDS[move.card] if isinstance(move, (Sell, Remove)) else ""
    words = Text(sight.speech.move(move), style=hadara_cards.style(card) if card else "")
    outcome = _outcome(sight, move)
    return joined([words, Text(outcome, "" if outcome.startswith("−") else palette.GOOD)])


def _outcome(sight: Sight, move: Move) -> str:
    speech = sight.speech
    if isinstance(move, Sell):
        return _coins(sight, _sale(sight))
    if isinstance(move, (Plunder, Integrate)):
        colony = sight.view["colonies"][move.colony]
        paid = colony["plunder"] if isinstance(move, Plunder) else -colony["integrate"]
        return _coins(sight, paid)
    if isinstance(move, Carve):
        bonus = _bonus(sight, move.statue)
        return speech.say("points", points=bonus) if move.side == DOWN else f"+{bonus}"
    if isinstance(move, Side):
        return _side(sight, move.side)
    return _late_outcome(sight, move)


def _late_outcome(sight: Sight, move: Move) -> str:
    medals = sight.own["medals"]
    if isinstance(move, Silver):
        worth = sight.speech.say("worth", points=medals["silver_values"][TRACKS[move.track]])
        return f"{_coins(sight, -medals['silver_price'])} {worth}"
    if isinstance(move, Gold):
        worth = sight.speech.say("worth", points=medals["gold_value"])
        return f"{_coins(sight, -medals['gold_price'])} {worth}"
    if isinstance(move, Feed):
        return _coins(sight, -FEED_PRICE)
    return ""


def _lay(sight: Sight, move: Lay) -> Text:
    """What is bought or sold comes first: that is what the choice is about."""
    hand = [each["card"] for each in sight.view["own"]["hand"]]
    kept = next(card for card in hand if card != CARDS[move.card])
    buys = move.deal == BUY
    coins = -hadara_cards.price(sight, kept, sight.seat or 0) if buys else _sale(sight)
    names = {"kept": sight.speech.term("card", kept)}
    names["card"] = sight.speech.term("card", CARDS[move.card])
    key = "lay-buy" if buys else "lay-sell"
    return Text(sight.speech.say(key, **names, coins=_coins(sight, coins)))


def _buy(sight: Sight, move: Buy) -> Text:
    card = CARDS[move.card]
    printed, speech = hadara_cards.facts(sight, card), sight.speech
    coins = _coins(sight, -hadara_cards.price(sight, card, sight.seat or 0))
    return joined(
        [
            Text(speech.move(move), style=hadara_cards.style(card)),
            Text(coins),
            *hadara_cards.steps(speech, printed),
            speech.say("pt", points=printed["points"]),
        ]
    )


def _sale(sight: Sight) -> int:
    state: Any = sight.table.state
    extra = SALE_EXTRA if state.players[sight.seat or 0].effects & SELL_BONUS else 0
    return int(state.components.sale[state.epoch]) + extra


def _bonus(sight: Sight, statue: int) -> int:
    state: Any = sight.table.state
    return statue_bonus(state.components, state.players[sight.seat or 0], statue)


def _coins(sight: Sight, coins: int) -> str:
    return sight.speech.say("coins", sign="+" if coins >= 0 else "−", count=abs(coins))


def _side(sight: Sight, side: int) -> str:
    components = sight.table.setup.components
    setup = int(sight.own["setup"].rpartition("-")[2]) - 1
    card = 2 * setup + side
    steps = dict(zip(TRACKS, components.setup_steps[card], strict=True))
    short = joined(hadara_cards.steps(sight.speech, steps)).plain.replace("+", " ")
    return f"{_coins(sight, components.setup_coins[card])} · {short}"


def about(sight: Sight) -> list[Text]:
    """What the step is about: the two cards in hand, or what is short."""
    own = sight.view["own"]
    if own and own["hand"]:
        return [hadara_cards.long_line(sight, each["card"]) for each in own["hand"]]
    short = sight.view["about"].get("short")
    return [Text(sight.speech.say("about-short", count=short))] if short else []


def details(sight: Sight, seat: int) -> list[Text]:
    """A board card by card."""
    player, speech = sight.view["players"][seat], sight.speech
    cards = [card for colour in COLOURS for card in player["cards"][colour]]
    components = sight.table.setup.components
    medals = player["medals"]["silver"]
    return [
        Text(speech.say("crest", crest=speech.term("crest", player["crest"])), palette.HEAD),
        *(hadara_cards.long_line(sight, card, priced=False) for card in cards),
        *(_colony_line(sight, components, each) for each in player["colonies"]),
        *(_statue_line(sight, each) for each in player["statues"]),
        *(Text(speech.say("silver-line", track=speech.term("track", t))) for t in medals),
    ]


def _statue_line(sight: Sight, statue: dict[str, Any]) -> Text:
    track = sight.speech.term("track", statue["tile"])
    side = sight.speech.term("side", statue["side"])
    facts = {**statue, "track": track, "side": side}
    return Text(sight.speech.say("statue-line", **facts))


def _colony_line(sight: Sight, components: Any, colony: dict[str, Any]) -> Text:
    speech = sight.speech
    level = LEVELS.index(colony["colony"])
    if colony["plundered"]:
        points = speech.say("points", points=components.points_front[level])
        return Text(speech.say("plundered-line", colony=colony["colony"], points=points))
    reverse = level * 5 + int(colony["reverse"].rpartition("-")[2]) - 1
    steps = dict(zip(TRACKS, components.colony_steps[reverse], strict=True))
    points = speech.say("points", points=components.points_back[reverse])
    line = Text(speech.say("integrated-line", colony=colony["colony"], points=points) + " · ")
    return line.append_text(joined(hadara_cards.steps(speech, steps)))


def stage(view: dict[str, Any]) -> object:
    """What changes when a new chapter of the game begins."""
    return view["epoch"], view["phase"]


def has_secrets(view: dict[str, Any]) -> bool:
    """Whether the picture of this view tells what the others may not know (H-K1)."""
    return bool(view["own"]["hand"] or view["own"]["sealed"])
