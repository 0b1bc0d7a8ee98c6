"""Playing over plain HTTP: view, moves, undo, previews, hints, odds, chat, reactions, notes."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from cradle.server.http import auth
from cradle.server.http.dependencies import (
    REFUSALS,
    Act,
    SeatQuery,
    Somebody,
    TheDatabase,
    TheLimits,
    TheOrigin,
    TheTable,
    TheTables,
    TheThinkers,
    Visitor,
    id_of,
    lean,
)
from cradle.server.http.shapes import messages, odds as odds_shapes, play, tables as shapes
from cradle.server.problems import Problem, forbidden
from cradle.server.store import notes
from cradle.server.store.chat import line, lines as chat_lines
from cradle.server.store.log import Answer
from cradle.server.store.receipts import Key
from cradle.server.tables import (
    answers,
    chat,
    hints as bot_hints,
    odds,
    previews,
    reactions,
    undo as taking_back,
)
from cradle.server.tables.live import LiveTable
from cradle.server.tables.messages import eyes, play_message

router = APIRouter(prefix="/api", tags=["play"], responses=REFUSALS)
Texts = Annotated[list[str], Query(max_length=previews.MOST)]
Question = Annotated[str, Query(min_length=1, max_length=100)]
Since = Annotated[int, Query(ge=0, le=10**9)]


@router.get("/tables/{table}/view", response_model=play.Play)
async def read_view(
    tables: TheTables, live: TheTable, person: Visitor, seat: SeatQuery = None, since: Since = 0
) -> Any:
    """Where a table stands for me, and what happened since."""

    async def work(live: LiveTable) -> dict[str, Any]:
        if live.table is None:
            raise Problem(409, "not-playing")
        return play_message(live, live.table, eyes(live.facts, id_of(person), seat), since)

    return lean(await tables.at(live.id, work))


@router.post("/tables/{table}/moves", response_model=messages.Done)
async def move(
    tables: TheTables, live: TheTable, me: Somebody, origin: TheOrigin, body: shapes.NewMove
) -> Any:
    """Answer; kept for good when this comes back."""
    answer = Answer(body.seat, body.text, me.id, body.id)
    receipt = await answers.take(tables, live.id, answer, body.seq, origin)
    return lean(messages.plain_receipt(body.id, receipt))


@router.post("/tables/{table}/undo", response_model=messages.Done)
async def undo(tables: TheTables, live: TheTable, me: Somebody, body: shapes.NewUndo) -> Any:
    """Take back, or ask the others."""
    receipt = await taking_back.undo(tables, Key(me.id, live.id, body.id), body.seat)
    return lean(messages.plain_receipt(body.id, receipt))


@router.post("/tables/{table}/undo-answer", response_model=shapes.Table)
async def undo_answer(live: TheTable, act: Act, body: shapes.Agree) -> Any:
    """Agree to a request to take back, or not."""
    return await act(taking_back.agree(act.tables, act.key(live.id, body), body.agree))


@router.get("/tables/{table}/hints", response_model=list[play.Hint])
async def hints(
    tables: TheTables,
    thinkers: TheThinkers,
    request: Request,
    live: TheTable,
    me: Somebody,
    seat: SeatQuery = None,
) -> Any:
    """What a strong bot would do with what I know."""
    lang = auth.language_of(request, me)
    return lean(await bot_hints.hints(tables, thinkers, live.id, me.id, seat, lang))


@router.get("/tables/{table}/previews", response_model=play.Previews)
async def read_previews(
    tables: TheTables, live: TheTable, me: Somebody, text: Texts, seat: SeatQuery = None
) -> Any:
    """What these moves of mine would bring, as far as no dice and no secrets stand in between."""
    return lean(await previews.preview(tables, live.id, me.id, seat, text))


@router.get("/tables/{table}/odds", response_model=odds_shapes.Odds)
async def read_odds(
    tables: TheTables, live: TheTable, me: Somebody, about: Question, seat: SeatQuery = None
) -> Any:
    """Exact odds of dice and cards to come, for a seat of mine."""
    return lean(await odds.answer(tables, live.id, me.id, seat, about))


@router.get("/tables/{table}/odds/questions", response_model=odds_shapes.OddsQuestions)
async def read_odds_questions(
    tables: TheTables, live: TheTable, me: Somebody, seat: SeatQuery = None
) -> Any:
    """What can be asked about odds now, for a seat of mine."""
    return lean(await odds.questions(tables, live.id, me.id, seat))


@router.get("/tables/{table}/chat", response_model=list[play.Line])
async def read_chat(
    database: TheDatabase, live: TheTable, person: Visitor, after: Since = 0
) -> Any:
    """What was said, but for those whom I don't hear."""
    viewer = id_of(person)
    return lean(await database.read(lambda c: chat_lines(c, live.id, after, viewer)))


@router.post("/tables/{table}/chat", response_model=play.Line, status_code=201)
async def say(
    tables: TheTables, limits: TheLimits, live: TheTable, me: Somebody, body: shapes.NewLine
) -> Any:
    """Say something."""
    limits.take("chat", me.id)
    said = await tables.act(chat.say(tables, live, me, body.text, body.id))
    return lean(await tables.database.read(lambda c: line(c, live.id, said.number)), 201)


@router.post("/tables/{table}/reactions", status_code=204)
async def react(
    tables: TheTables, limits: TheLimits, live: TheTable, me: Somebody, body: play.NewReaction
) -> None:
    """Show a small sign to all who are at a table now."""
    limits.take("reaction", me.id)
    await reactions.react(tables, live.id, me, body.reaction)


@router.get("/tables/{table}/notes", response_model=play.Notes)
async def read_notes(database: TheDatabase, live: TheTable, me: Somebody) -> Any:
    """What I have written down at a table."""
    return lean({"text": await database.read(partial(notes.read, person=me.id, table=live.id))})


@router.put("/tables/{table}/notes", response_model=play.Notes)
async def write_notes(database: TheDatabase, live: TheTable, me: Somebody, body: play.Notes) -> Any:
    """Write down what nobody else will see, at a table where I have a seat."""
    if me.id not in live.facts.people():
        raise forbidden()
    work = partial(notes.keep, person=me.id, table=live.id, text=body.text)
    await database.write(work)
    return lean({"text": body.text})
