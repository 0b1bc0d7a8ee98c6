"""Odds as lines: what to expect, and the chance of each amount."""

from __future__ import annotations

from fractions import Fraction

from rich.text import Text

from cradle import i18n, odds
from cradle.odds.forecast import Forecast
from cradle.terminal.layout import Block, wrapped
from cradle.terminal.session import Session
from cradle.terminal.texts import Texts

HALF = Fraction(1, 200)  # less than half a percent isn't nothing


def lines(session: Session, seat: int, question: str) -> Block:
    """The answer to a question about odds."""
    found, texts = odds.ask(session.table, seat, question), session.texts
    chances = Text("  " + "  ".join(_chances(found)))
    shown = [Text(_head(texts, found)), *([chances] if any(found.ways) else [])]
    return [line for each in shown for line in wrapped(each, session.screen.size[0], indent=2)]


def usage(session: Session) -> str:
    """What can be asked, where something can."""
    asked = [f"odds {each}" for each in odds.examples(session.table.game.name)]
    return session.texts.say("odds-usage", questions=", ".join(asked)) if asked else ""


def _head(texts: Texts, found: Forecast) -> str:
    facts = {"name": texts.term("good", found.name), "clause": found.clause}
    if found.expected is not None:
        mark = i18n.say(texts.lang, "common.decimal-mark")
        mean = f"{float(found.expected):.2f}".replace(".", mark)
        return texts.say(f"odds.{found.kind}", expected=mean, **facts)
    return texts.say("odds.draws" if any(found.ways) else "odds.never", **facts)


def _chances(found: Forecast) -> list[str]:
    least = "" if found.kind == "draws" else "≥"
    amounts = range(1, len(found.ways) + 1)
    return [f"{least}{amount}: {percent(found.chance(amount))}" for amount in amounts]


def percent(chance: Fraction) -> str:
    """A chance in whole percents; what is possible, or not sure, never looks otherwise."""
    if 0 < chance < HALF:
        return "<1 %"
    if 1 - HALF < chance < 1:
        return ">99 %"
    return f"{round(100 * chance)} %"
