"""Who sits where: people at the keyboard, and bots."""

from __future__ import annotations

from random import Random

from cradle.bots import BotFailed, Seen, bot_names, check_bot, make_bot
from cradle.bots.hints import HINT_BUDGET, HINTER, why
from cradle.bots.interface import Bot, Weighed
from cradle.games import GAMES
from cradle.kernel.game import BadOption
from cradle.kernel.step import Move
from cradle.table import BadSetup, Table
from cradle.terminal.saves import Save

HUMAN = "human"
RANDOM = "random"
NOT_LISTED = ("learned", "program")  # bots that need weights, or a command


def read_seats(game: str, text: str) -> list[str]:
    """Seats as they are typed: `human,random`, `human:Ana`, or a number of players."""
    who = [each.strip() for each in text.split(",")]
    if text.isascii() and text.isdecimal():
        who = [HUMAN, *[RANDOM] * (int(text[:2]) - 1)]
    for each in who:
        check_seat(each, game)
    allowed = GAMES[game].seats
    if len(who) not in allowed:
        low, high = allowed[0], allowed[-1]
        raise BadSetup("bad-seats", game=game, low=low, high=high, seats=len(who))
    return who


def check_seat(who: str, game: str) -> None:
    """A seat is a person or a bot that can play this game, or it is refused."""
    if is_human(who):
        return
    try:
        check_bot(who, game)
    except BadOption as error:
        if who.partition(":")[0] in {*bot_names(), *NOT_LISTED}:
            raise BadSetup("bad-seat", seat=who, reason=str(error)) from None
        known = ", ".join([HUMAN, *bot_names()])
        raise BadSetup("unknown-seat", seat=who, known=known) from None


def is_human(who: str) -> bool:
    """Whether a person sits here: `human`, or `human:Ana`."""
    return who == HUMAN or who.startswith(f"{HUMAN}:")


def names_of(who: list[str], person: str) -> list[str]:
    """A name for every seat; `person` is what somebody without one is called."""
    return [_name(each, number, person) for number, each in enumerate(who, 1)]


def _name(who: str, number: int, person: str) -> str:
    kind, _, rest = who.partition(":")
    if kind == HUMAN:
        return rest.strip() or f"{person} {number}"
    return f"{kind.capitalize()} {number}"


class Bots:
    """The bots of one table. Random ones depend on seed and ply alone, as the dice do."""

    def __init__(self, save: Save) -> None:
        self.save = save
        self.made: dict[int, Bot] = {}
        self.failed: set[int] = set()

    def is_quick(self, seat: int) -> bool:
        """Whether nobody will notice how long it takes."""
        return self.save.who[seat] == RANDOM

    def choose(self, seat: int) -> Move:
        """The move of a bot; a legal one also if the bot fails."""
        table = self.save.table
        self.failed.discard(seat)
        try:
            return self._bot(seat).choose(_seen(table, seat))
        except BotFailed:
            self.failed.add(seat)
            return self._luck(seat).choice(table.moves(seat))

    def _bot(self, seat: int) -> Bot:
        if self.save.who[seat] == RANDOM:
            return make_bot(RANDOM, self._fate(seat))
        if seat not in self.made:
            self.made[seat] = make_bot(self.save.who[seat], f"{self.save.seed}/{seat}")
        return self.made[seat]

    def _fate(self, seat: int) -> str:
        return f"{self.save.seed}/{seat}/{len(self.save.table.entries)}"

    def _luck(self, seat: int) -> Random:
        return Random(self._fate(seat))

    def close(self) -> None:
        """Let all bots go."""
        for bot in self.made.values():
            bot.close()


def _seen(table: Table, seat: int) -> Seen:
    return Seen.of(table.game, table.state, seat)


def hints(table: Table, seat: int, lang: str) -> list[tuple[Weighed, str]]:
    """The best moves as a bot weighs them, each with one sentence why; none if it can't tell."""
    bot, seen = make_bot(HINTER, 0), _seen(table, seat)
    try:
        weighed = bot.weigh(seen, HINT_BUDGET)
    except BotFailed:
        return []
    finally:
        bot.close()
    if len({(each.chance, each.points) for each in weighed}) < min(2, len(weighed)):
        return []
    return [(each, why(seen, each, lang)) for each in weighed[:3]]
