"""What Stone Age answers: `hunt 3`, `forest 2 none`, `food 4`, `card-12`, `building-05`."""

from __future__ import annotations

from cradle.kernel.notation import BadText, Many
from cradle.kernel.step import OVER, Move, moves
from cradle.odds.forecast import Answers, Forecast, Questions, Topic, draws, end
from cradle.odds.stone_age.dice import at_least, sums
from cradle.stone_age.components import (
    FIELD,
    GOODS,
    HUNT,
    HUT,
    MOST_AGRICULTURE,
    MOST_PEOPLE,
    OPEN_CARDS,
    PIPS,
    PLACES,
)
from cradle.stone_age.feeding import ReplaceFood
from cradle.stone_age.gathering import open_tools, tool_choices, tool_pips
from cradle.stone_age.moves import (
    BUILDING_NAME,
    CARD_NAME,
    GOOD,
    NUMBER,
    PLACE,
    TOOL,
    VISITED,
    Send,
    Visit,
    use,
)
from cradle.stone_age.state import NOTHING, Player, State

FOOD = "food"
TOOLS = Many(TOOL)


def forecast(s: State, seat: int, words: list[str]) -> Forecast:
    """The answer to a question by its first word: a place, food, a card or a building."""
    first = words[0] if words else ""
    if first == FOOD:
        return _missing(s, seat, words[1:])
    if first in CARD_NAME.index:
        return _card(s, seat, words)
    if first in BUILDING_NAME.index:
        return _building(s, words)
    return _gathered(s.players[seat], words)


def questions(s: State, seat: int) -> Questions:
    """All that can be asked with the people and tools there are, and the cards that may come."""
    player = s.players[seat]
    counts, tools = tuple(range(1, player.people + 1)), tuple(tool_choices(player))
    gathering = tuple(name for name, row in zip(PLACE.names, PLACES, strict=False) if row.pips)
    coming = (
        tuple(name for name in each.names if any(forecast(s, seat, [name]).ways))
        for each in (CARD_NAME, BUILDING_NAME)
    )
    topics = (
        Topic("goods", PLACE.topic, gathering, counts, more=tools if len(tools) > 1 else ()),
        Topic("missing", GOOD.topic, (FOOD,), counts, may_lack=True),
        Topic("draws", CARD_NAME.topic, next(coming)),
        Topic("draws", BUILDING_NAME.topic, next(coming)),
    )
    about = {move.text: _about(player, move) for move in moves(s, seat)}
    return Questions(topics, {text: found for text, found in about.items() if found})


def _about(player: Player, move: Move) -> str:
    """The question about the place that a move sends people to, or visits."""
    if not isinstance(move, Send | Visit) or move.place >= len(PLACES):
        return ""
    people = move.count if isinstance(move, Send) else player.at[move.place]
    return f"{PLACE.plain(move.place)} {people}" if PLACES[move.place].pips else ""


def _gathered(player: Player, words: list[str]) -> Forecast:
    """S-A5 to S-A7: what so many people bring from a place with the tools named, or all open."""
    first = words[0] if words else ""
    place = PLACE.read(words)
    if not PLACES[place : place + 1] or not PLACES[place].pips:
        raise BadText("unknown-word", topic=PLACE.topic, word=first)
    good = PLACES[place].good
    people = _people(words)
    ways = at_least(sums(people), PIPS[good], tool_pips(_tools(player, words)))
    return Forecast("goods", GOODS[good], VISITED[place], ways, 6**people)


def _people(words: list[str]) -> int:
    people = NUMBER.read(words)
    if not 1 <= people <= MOST_PEOPLE:
        raise BadText("unknown-word", topic="number", word=str(people))
    return people


def _tools(player: Player, words: list[str]) -> tuple[int, ...]:
    """S-A7: the tools that a question names, which must be open; all open ones are best."""
    if not words:
        return tuple(open_tools(player))
    said = " ".join(words)
    tools = TOOLS.read(words)
    if use(tools) not in tool_choices(player):
        raise BadText("unknown-word", topic=TOOL.topic, word=said)
    return tools


def _missing(s: State, seat: int, words: list[str]) -> Forecast:
    """S-F1: the food that will be missing with what is there, grown and hunted until then.

    The hunters are those named, or those on the hunt; all open tools help them. Who stands on
    the field and in the hut counts as done.
    """
    player = s.players[seat]
    hunters = _people(words) if words else player.at[HUNT]
    end(words)
    tools = tool_pips(tuple(open_tools(player))) if hunters else 0
    pips, need = PIPS[PLACES[HUNT].good], _need(s, seat)
    counted = sums(hunters).items()
    ways = (
        sum(count for rolled, count in counted if (rolled + tools) // pips <= need - missing)
        for missing in range(1, need + 1)
    )
    return Forecast("missing", FOOD, "S-F1", tuple(filter(None, ways)), 6**hunters)


def _need(s: State, seat: int) -> int:
    """The food to be hunted until the next feeding."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, ReplaceFood) and top.seat == seat:
        return top.missing
    player = s.players[seat]
    people = min(MOST_PEOPLE, player.people + bool(player.at[HUT]))
    grown = min(MOST_AGRICULTURE, player.agriculture + bool(player.at[FIELD]))
    return people - player.food - grown


def _card(s: State, seat: int, words: list[str]) -> Forecast:
    """S-N1: whether a card is among the next ones of the stack; others' hidden cards may be it."""
    card = CARD_NAME.read(words)
    end(words)
    others = [player.hidden for other, player in enumerate(s.players) if other != seat]
    hidden = [] if s.turn == OVER else [each for each in others if each != NOTHING]
    unseen = card in s.deck or card in hidden
    most = 0 if s.turn == OVER else min(OPEN_CARDS, len(s.deck))
    return draws(CARD_NAME.plain(card), "S-N1", len(s.deck) + len(hidden), most, unseen)


def _building(s: State, words: list[str]) -> Forecast:
    """S-A10: whether a building is among the next ones turned up, of whatever stack."""
    building = BUILDING_NAME.read(words)
    end(words)
    covered = sum(s.heights) - sum(top != NOTHING for top in s.tops)
    most = 0 if s.turn == OVER else min(s.seats, covered)
    unseen = building in s.unseen
    return draws(BUILDING_NAME.plain(building), "S-A10", len(s.unseen), most, unseen)


ANSWERS = Answers(
    forecast, questions, ("hunt 3", "forest 2 none", "food", "card-12", "building-05")
)
