"""What never changes while the server runs: games, texts, rules."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Response

from cradle import __version__, i18n
from cradle.bots import LEVELS
from cradle.description import describe_game
from cradle.games import GAMES
from cradle.i18n.catalogue import catalogue
from cradle.server.http.conditional import Known, unless_known
from cradle.server.http.dependencies import REFUSALS, TheSettings
from cradle.server.http.encodings import VARY, AcceptEncoding, best
from cradle.server.http.shapes import games as shapes
from cradle.server.http.shapes.fields import Game
from cradle.server.http.shapes.hosting import About
from cradle.server.problems import missing
from cradle.table.setup import components_hash

router = APIRouter(prefix="/api", tags=["facts"], responses=REFUSALS)
Lang = Annotated[str, Path(max_length=8)]


def game_summary(name: str) -> dict[str, Any]:
    """What somebody who chooses a game has to know."""
    game = GAMES[name]
    options = {
        option: {
            "choices": list(each.choices),
            "default": each.choices[0],
            "order_of": list(each.order_of),
        }
        for option, each in game.options.items()
    }
    return {
        "game": name,
        "version": game.version,
        "seats": list(game.seats),
        "options": options,
        "titles": {lang: i18n.title(lang, name) for lang in i18n.LANGUAGES},
    }


@lru_cache(maxsize=100)
def all_games(names: tuple[str, ...]) -> bytes:
    """The summaries of these games as JSON."""
    return orjson.dumps([game_summary(name) for name in names])


@lru_cache(maxsize=100)
def game_facts(name: str) -> bytes:
    """A game's facts as JSON."""
    game = GAMES[name]
    facts = {
        "hash": components_hash(game, game.components),
        "components": dict(game.rows(game.components)),
        "description": describe_game(game),
    }
    return orjson.dumps(game_summary(name) | facts)


@lru_cache(maxsize=100)
def rules_text(game: str, lang: str) -> bytes:
    """A game's rules in a language as JSON."""
    clauses = {
        name: {"title": each.title, "text": each.text, "ruling": each.ruling}
        for name, each in i18n.clauses(game, lang).items()
    }
    chapters = [{"title": title, "clauses": ids} for title, ids in i18n.chapters(game, lang)]
    return orjson.dumps({"chapters": chapters, "clauses": clauses})


@lru_cache(maxsize=100)
def all_texts(lang: str) -> bytes:
    """A language's whole catalogue, English where it has no text of its own."""
    return orjson.dumps(dict(catalogue("en")) | dict(catalogue(lang)))


@lru_cache(maxsize=100)
def compressed(content: bytes) -> bytes:
    """The same content, a fraction of its size."""
    return gzip.compress(content, mtime=0)


def unchanging(content: bytes, known: str | None, accepted: str | None) -> Response:
    """Content that a client may keep, and ask about by its tag."""
    coding = best(accepted, ["gzip"])
    body = compressed(content) if coding else content
    coded = {"Content-Encoding": coding} if coding else {}
    return unless_known(body, known, {"Cache-Control": "no-cache"} | VARY | coded)


@router.get("/about", response_model=About)
async def about(settings: TheSettings) -> Any:
    """What this server is."""
    return {
        "version": __version__,
        "games": list(GAMES),
        "languages": list(i18n.LANGUAGES),
        "levels": list(LEVELS),
        "limits": {
            "requests": settings.requests,
            "messages": settings.messages,
            "sockets": settings.sockets,
            "tables": settings.tables,
            "think_ms": settings.think_ms,
        },
        "reset": bool(settings.mail),
        "openid": settings.openid_name if settings.openid else None,
    }


@router.get("/games", response_model=list[shapes.GameSummary])
async def games(known: Known = None, accepted: AcceptEncoding = None) -> Any:
    """The games that can be played here: seats, options, titles."""
    return unchanging(all_games(tuple(GAMES)), known, accepted)


@router.get("/games/{game}", response_model=shapes.GameFacts)
async def facts(game: Game, known: Known = None, accepted: AcceptEncoding = None) -> Any:
    """A game's facts: seats, options, components."""
    if game not in GAMES:
        raise missing()
    return unchanging(game_facts(game), known, accepted)


@router.get("/texts/{lang}", response_model=dict[str, str])
async def texts(lang: Lang, known: Known = None, accepted: AcceptEncoding = None) -> Any:
    """All texts of a language."""
    if lang not in i18n.LANGUAGES:
        raise missing()
    return unchanging(all_texts(lang), known, accepted)


@router.get("/rules/{game}/{lang}", response_model=shapes.Rules)
async def rules(
    game: Game, lang: Lang, known: Known = None, accepted: AcceptEncoding = None
) -> Any:
    """The rules of a game in a language."""
    if game not in GAMES or lang not in i18n.LANGUAGES:
        raise missing()
    return unchanging(rules_text(game, lang), known, accepted)
