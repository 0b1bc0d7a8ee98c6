"""Hadara's moves for a person: how they are grouped and named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from cradle.hadara.cards import sale
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
from cradle.hadara.names import BUY, CARDS, COLOURS, DOWN, LEVELS, STATUES, TRACKS
from cradle.hadara.numbers import FEED_PRICE
from cradle.kernel.step import Move
from cradle.terminal import palette
from cradle.terminal.context import Context
from cradle.terminal.hadara import cards as hadara_cards
from cradle.terminal.hadara.colours import CARD_COLOURS
from cradle.terminal.layout import joined

MANY = 9


def grouped(ctx: Context, moves: Sequence[Move]) -> list[list[Move]]:
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


def label(ctx: Context, moves: Sequence[Move]) -> Text:
    """An entry of the menu: a group, or a move in words with what it brings."""
    move = moves[0]
    if len(moves) == 1:
        return one(ctx, move)
    if isinstance(move, Carve):
        statue = ctx.texts.say("carve-group", statue=STATUES[move.statue])
        return joined([statue, Text(f"({len(moves)})", palette.HEAD)])
    colour = CARDS[move.card].partition("-")[0] if isinstance(move, Remove) else ""
    text = ctx.texts.say("remove-group", colour=ctx.texts.term("colour", colour))
    return joined([Text(text, CARD_COLOURS[colour]), Text(f"({len(moves)})", palette.HEAD)])


def one(ctx: Context, move: Move) -> Text:
    """A move in words with what it brings."""
    if isinstance(move, Lay):
        return _lay(ctx, move)
    if isinstance(move, Buy):
        return _buy(ctx, move)
    card = CARDS[move.card] if isinstance(move, (Sell, Remove)) else ""
    words = Text(ctx.texts.move(move), style=hadara_cards.style(card) if card else "")
    outcome = _outcome(ctx, move)
    return joined([words, Text(outcome, "" if outcome.startswith("−") else palette.GOOD)])


def _outcome(ctx: Context, move: Move) -> str:
    texts = ctx.texts
    if isinstance(move, Sell):
        return _coins(ctx, _sale(ctx))
    if isinstance(move, (Plunder, Integrate)):
        colony = ctx.view["colonies"][move.colony]
        paid = colony["plunder"] if isinstance(move, Plunder) else -colony["integrate"]
        return _coins(ctx, paid)
    if isinstance(move, Carve):
        bonus = _bonus(ctx, move.statue)
        return texts.say("points", points=bonus) if move.side == DOWN else f"+{bonus}"
    if isinstance(move, Side):
        return _side(ctx, move.side)
    return _late_outcome(ctx, move)


def _late_outcome(ctx: Context, move: Move) -> str:
    medals = ctx.own["medals"]
    if isinstance(move, Silver):
        worth = ctx.texts.say("worth", points=medals["silver_values"][TRACKS[move.track]])
        return f"{_coins(ctx, -medals['silver_price'])} {worth}"
    if isinstance(move, Gold):
        worth = ctx.texts.say("worth", points=medals["gold_value"])
        return f"{_coins(ctx, -medals['gold_price'])} {worth}"
    if isinstance(move, Feed):
        return _coins(ctx, -FEED_PRICE)
    return ""


def _lay(ctx: Context, move: Lay) -> Text:
    """What is bought or sold comes first: that is what the choice is about."""
    hand = [each["card"] for each in ctx.view["own"]["hand"]]
    kept = next(card for card in hand if card != CARDS[move.card])
    buys = move.deal == BUY
    coins = -hadara_cards.price(ctx, kept, ctx.seat or 0) if buys else _sale(ctx)
    names = {"kept": ctx.texts.term("card", kept)}
    names["card"] = ctx.texts.term("card", CARDS[move.card])
    key = "lay-buy" if buys else "lay-sell"
    return Text(ctx.texts.say(key, **names, coins=_coins(ctx, coins)))


def _buy(ctx: Context, move: Buy) -> Text:
    card = CARDS[move.card]
    printed, texts = hadara_cards.facts(ctx, card), ctx.texts
    coins = _coins(ctx, -hadara_cards.price(ctx, card, ctx.seat or 0))
    return joined(
        [
            Text(texts.move(move), style=hadara_cards.style(card)),
            Text(coins),
            *hadara_cards.steps(texts, printed),
            texts.say("pt", points=printed["points"]),
        ]
    )


def _sale(ctx: Context) -> int:
    state: Any = ctx.table.state
    return sale(state, state.players[ctx.seat or 0].effects)


def _bonus(ctx: Context, statue: int) -> int:
    state: Any = ctx.table.state
    return statue_bonus(state.components, state.players[ctx.seat or 0], statue)


def _coins(ctx: Context, coins: int) -> str:
    return ctx.texts.say("coins", sign="+" if coins >= 0 else "−", count=abs(coins))


def _side(ctx: Context, side: int) -> str:
    components = ctx.table.setup.components
    setup = int(ctx.own["setup"].rpartition("-")[2]) - 1
    card = 2 * setup + side
    steps = dict(zip(TRACKS, components.setup_steps[card], strict=True))
    short = joined(hadara_cards.steps(ctx.texts, steps)).plain.replace("+", " ")
    return f"{_coins(ctx, components.setup_coins[card])} · {short}"


def about(ctx: Context) -> list[Text]:
    """What the step is about: the two cards in hand, or what is short."""
    own = ctx.view["own"]
    if own and own["hand"]:
        return [hadara_cards.long_line(ctx, each["card"]) for each in own["hand"]]
    short = ctx.view["about"].get("short")
    return [Text(ctx.texts.say("about-short", count=short))] if short else []


def details(ctx: Context, seat: int) -> list[Text]:
    """A board card by card."""
    player, texts = ctx.view["players"][seat], ctx.texts
    cards = [card for colour in COLOURS for card in player["cards"][colour]]
    components = ctx.table.setup.components
    medals = player["medals"]["silver"]
    return [
        Text(texts.say("crest", crest=texts.term("crest", player["crest"])), palette.HEAD),
        *(hadara_cards.long_line(ctx, card, priced=False) for card in cards),
        *(_colony_line(ctx, components, each) for each in player["colonies"]),
        *(_statue_line(ctx, each) for each in player["statues"]),
        *(Text(texts.say("silver-line", track=texts.term("track", t))) for t in medals),
    ]


def _statue_line(ctx: Context, statue: dict[str, Any]) -> Text:
    track = ctx.texts.term("track", statue["tile"])
    side = ctx.texts.term("side", statue["side"])
    facts = {**statue, "track": track, "side": side}
    return Text(ctx.texts.say("statue-line", **facts))


def _colony_line(ctx: Context, components: Any, colony: dict[str, Any]) -> Text:
    texts = ctx.texts
    level = LEVELS.index(colony["colony"])
    if colony["plundered"]:
        points = texts.say("points", points=components.points_front[level])
        return Text(texts.say("plundered-line", colony=colony["colony"], points=points))
    reverse = level * 5 + int(colony["reverse"].rpartition("-")[2]) - 1
    steps = dict(zip(TRACKS, components.colony_steps[reverse], strict=True))
    points = texts.say("points", points=components.points_back[reverse])
    line = Text(texts.say("integrated-line", colony=colony["colony"], points=points) + " · ")
    return line.append_text(joined(hadara_cards.steps(texts, steps)))


def chapter(ctx: Context) -> object:
    """What changes when a new chapter of the game begins."""
    return ctx.view["epoch"], ctx.view["phase"]


def has_secrets(ctx: Context) -> bool:
    """Whether the picture tells what the others may not know (H-K1)."""
    return bool(ctx.view["own"]["hand"] or ctx.view["own"]["sealed"])
