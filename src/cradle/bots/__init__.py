"""Bots: they see only `Seen`, never the true state.

bot = make_bot("skilled", seed=1)
move = bot.choose(Seen.of(game, state, seat))
"""

from cradle.bots.interface import Bot, BotFailed, Budget, Seen, Weighed
from cradle.bots.levels import LEVELS
from cradle.bots.registry import bot_names, check_bot, make_bot
from cradle.bots.settings import UnknownBot

__all__ = [
    "LEVELS",
    "Bot",
    "BotFailed",
    "Budget",
    "Seen",
    "UnknownBot",
    "Weighed",
    "bot_names",
    "check_bot",
    "make_bot",
]
