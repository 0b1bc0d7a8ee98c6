"""What Hadara answers about cards to come: `blue-2-05`."""

from __future__ import annotations

from cradle.hadara.names import CARD, CARD_BIT, CARD_COLOUR, CARD_EPOCH, CARD_GROUP
from cradle.hadara.numbers import DRAWN
from cradle.hadara.state import State
from cradle.odds.forecast import Answers, Forecast, Questions, Topic, draws, end


def forecast(s: State, seat: int, words: list[str]) -> Forecast:
    """H-A2: whether a card is among the next ones of its stack that anybody draws.

    All cards of its group that the seat hasn't seen are equally likely, those in the box and
    in others' hands included.
    """
    card = CARD.read(words)
    end(words)
    hidden = _hidden_from(s, seat, CARD_GROUP[card])
    pool = s.pools[CARD_GROUP[card]]
    unseen = bool(pool & CARD_BIT[card]) or card in hidden
    return draws(CARD.plain(card), "H-A2", pool.bit_count() + len(hidden), _left(s, card), unseen)


def questions(s: State, seat: int) -> Questions:
    """The cards that may still come, as far as the seat knows."""
    coming = tuple(name for name in CARD.names if any(forecast(s, seat, [name]).ways))
    return Questions((Topic("draws", CARD.topic, coming),))


def _hidden_from(s: State, seat: int, group: int) -> list[int]:
    """The cards of a group that others hold, or sold unseen."""
    others = [player for other, player in enumerate(s.players) if other != seat]
    held = [card for player in others for card in player.hand + player.sold]
    return [card for card in held if CARD_GROUP[card] == group]


def _left(s: State, card: int) -> int:
    """How many cards of a card's stack are still drawn."""
    epoch = CARD_EPOCH[card]
    if epoch == s.epoch:
        return s.heights[CARD_COLOUR[card]]
    return DRAWN * s.seats if epoch > s.epoch else 0


ANSWERS = Answers(forecast, questions, ("blue-2-05",))
