"""Fair dice by the book: vectors, whole games by a second implementation, and who settles when."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cradle import Table
from cradle.games import GAMES
from cradle.server.app import Parts
from cradle.server.ops.verify import verify
from cradle.server.problems import Problem
from cradle.server.store.receipts import Key
from cradle.server.store.tables import read_table
from cradle.server.tables import creation, rematch, seats
from cradle.server.tables.continuation import Continuation, play_on
from cradle.server.tables.dice import SPAN, FairDice, commitment
from cradle.server.tables.history import Past
from cradle.server.tables.table_request import Salted, TableRequest
from cradle.table.errors import Refusal
from tests.server import fair_dice as second
from tests.server.parts import BOT, FREE, ME, add, join, kept, new_table, with_parts
from tests.server.running import test_settings

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    Path("docs/fair-dice.json").read_text("utf-8")
)
SECRET = "5a" * 32


@pytest.mark.parametrize("vector", VECTORS["points"])
def test_the_package_keeps_to_the_vectors(vector: dict[str, Any]) -> None:
    again = {vector["ply"]: vector["again"]}
    of = (vector["secret"], vector["table"], vector["salt"], again, vector["scheme"])
    dice, total = FairDice(*of), int(vector["total"])
    assert commitment(vector["secret"]) == vector["commitment"]
    assert dice.point(total, vector["ply"]) == int(vector["point"])
    tries = int(vector["message"].rpartition("|")[2])
    assert dice.message(vector["ply"], tries) == vector["message"]


@pytest.mark.parametrize("vector", VECTORS["points"])
def test_a_second_implementation_keeps_to_the_vectors(vector: dict[str, Any]) -> None:
    names = ("scheme", "table", "salt", "ply", "again")
    say = partial(second.message, **{name: vector[name] for name in names})
    total = int(vector["total"])
    found = second.point(vector["secret"], total, lambda tries: say(tries=tries))
    assert found == int(vector["point"]) == int(vector["hmac"], 16) % total
    tries = int(vector["message"].rpartition("|")[2])
    assert say(tries=tries) == vector["message"].encode()


def test_the_vectors_have_numbers_that_are_thrown_away() -> None:
    late = [each for each in VECTORS["points"] if not each["message"].endswith("|0")]
    assert {each["scheme"] for each in late} == {1, 2}
    assert all(int(each["total"]) > SPAN // 2 for each in late)


def ids_of(game: str, stars: bool = False) -> list[str]:
    """Every component that chance may bring; those with a star in the advanced game alone."""
    rules = GAMES[game]
    printed = [row for rows in rules.rows(rules.components).values() for row in rows]
    setups = [f"setup-{number}" for number in range(1, 6)]
    named = [row for row in printed if "id" in row and (stars or row.get("star") != "1")]
    return [row["id"] for row in named] + setups


def reader(vector: dict[str, Any]) -> second.Outcomes:
    first = next(iter(vector["at"].values()))
    known = second.Reader(2, ids_of(vector["game"]))
    if "building-02 uncovered" in vector["about"]:
        known.outcomes("uncover building-02")
    return known.outcomes(first)


@pytest.mark.parametrize("vector", VECTORS["outcomes"], ids=lambda each: each["about"])
def test_outcomes_lie_where_the_vectors_say(vector: dict[str, Any]) -> None:
    outcomes = reader(vector)
    assert sum(weight for _, weight in outcomes) == vector["total"]
    for place, text in vector["at"].items():
        assert second.lying_at(outcomes, int(place)) == text


def played(game: str, seats: int, scheme: int, seed: int, mode: str = "first") -> str:
    """A whole game with fair dice, and its proof."""
    salt = [f"salt {seat} é" for seat in range(seats)]
    options = {"board_order": "random", "mode": mode} if game == "hadara" else {}
    table = Table(game, seats, options=options, dice=FairDice(SECRET, "t", salt, {}, scheme))
    rng = random.Random(seed)
    while not table.over:
        seat = rng.choice(table.asked)
        table.submit(seat, rng.choice(table.moves(seat)))
    facts = {"table": "t", "commitment": commitment(SECRET), "secret": SECRET, "salt": salt}
    proof = json.dumps({"scheme": scheme, **facts, "again": {}, "from": 0})
    return f"{table.record}; fair {proof}\n"


KINDS = {
    "stone-age": {"first", "uncover", "deal", "roll"},
    "hadara": {"join", "deal", "draw", "turn"},
}


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("scheme", [1, 2])
def test_both_implementations_agree_on_every_roll_and_draw(game: str, scheme: int) -> None:
    for seed, size in enumerate((2, 4)):
        text = played(game, size, scheme, seed)
        checked = verify(text)
        assert set(checked.kinds) == KINDS[game]
        assert checked.ok
        assert second.wrong(text, size, ids_of(game)) == (checked.count, [])


@pytest.mark.parametrize("game", KINDS)
def test_a_draw_that_was_changed_is_found(game: str) -> None:
    """The first card that was drawn, in place of another that could have come."""
    *lines, proof = played(game, 2, 2, 1).splitlines()
    verb = "* draw" if game == "hadara" else "* deal"
    first = next(number for number, line in enumerate(lines) if line.startswith(verb))
    card = lines[first].split()[-1]
    kind = card.rpartition("-")[0]
    last = max(each for each in ids_of(game) if each.rpartition("-")[0] == kind and each != card)
    true, false = lines[first], lines[first].replace(card, last)
    for line, expected in ((true, 0), (false, 1)):
        text = "\n".join([*lines[:first], line, proof, ""])
        assert len(verify(text).wrong) == expected
        assert len(second.wrong(text, 2, ids_of(game))[1]) == expected


def test_both_implementations_agree_on_the_advanced_game() -> None:
    text = played("hadara", 3, 2, 5, "advanced")
    checked = verify(text)
    assert checked.ok
    assert second.wrong(text, 3, ids_of("hadara", stars=True)) == (checked.count, [])


def test_a_scheme_nobody_knows_is_refused() -> None:
    text = played("hadara", 2, 2, 1)
    with pytest.raises(Refusal, match="99"):
        verify(text.replace('"scheme": 2', '"scheme": 99'))
    with pytest.raises(Refusal):
        verify(text.replace('"scheme": 2', '"scheme": []'))
    assert not verify(text.replace('"scheme": 2', '"scheme": 1')).ok
    assert verify(played("hadara", 2, 1, 1).replace('"scheme": 1, ', "")).ok


def test_dice_are_settled_before_the_salt_of_a_table_that_starts_at_once(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        tables, ada = parts.tables, await add(parts, "ada")
        promise = await tables.promises.make("ada")
        wish = TableRequest("stone-age", [ME, BOT], salted=Salted(promise.ticket, "my salt"))
        made = (await creation.create(tables, Key("ada"), wish, ada)).table
        facts = parts.database.read_now(lambda c: read_table(c, made))
        assert facts is not None
        assert facts.state == "playing"
        assert commitment(facts.secret) == promise.commitment
        assert [each.salt for each in facts.seats] == ["my salt", ""]
        live = await tables.get(made)
        async with live.lock:
            await seats.shut(tables, live)
        text = parts.database.read_now(lambda c: Past(c, made, None, None).record())
        count, wrong = second.wrong(text, 2, ids_of("stone-age"))
        assert count == verify(text).count > 5
        assert wrong == []
        again = await tables.promises.make("ada")
        next_one = await rematch.rematch(
            tables, Key("ada", made), ada, Salted(again.ticket, "other salt")
        )
        facts = parts.database.read_now(lambda c: read_table(c, next_one.table))
        assert facts is not None
        assert commitment(facts.secret) == again.commitment
        assert [each.salt for each in facts.seats] == ["", "other salt"]

    with_parts(test_settings(tmp_path), work)


def test_a_ticket_is_for_one_person_and_one_table(tmp_path: Path) -> None:
    """Who could use one twice would know the second table's secret from the first."""

    async def work(parts: Parts) -> None:
        tables = parts.tables
        ada, ben = await add(parts, "ada"), await add(parts, "ben")
        ticket = (await tables.promises.make("ada")).ticket
        wish = TableRequest("stone-age", [ME, BOT], salted=Salted(ticket, "x"))
        for who, bad in [(ben, ticket), (ada, ticket[:-1] + "!"), (ada, "made-up"), (ada, "a.b")]:
            wrong = TableRequest("stone-age", [ME, BOT], salted=Salted(bad, "x"))
            with pytest.raises(Problem, match="bad-ticket"):
                await creation.create(tables, Key(who.id), wrong, who)
        await creation.create(tables, Key("ada", id="once"), wish, ada)
        with pytest.raises(Problem, match="ticket-used"):
            await creation.create(tables, Key("ada"), wish, ada)
        assert (await creation.create(tables, Key("ada", id="once"), wish, ada)).again

    with_parts(test_settings(tmp_path), work)


def test_no_table_starts_at_once_without_its_makers_salt(tmp_path: Path) -> None:
    """Made, played on or played again; one that waits shows its commitment, and may go without."""

    async def work(parts: Parts) -> None:
        tables, ada = parts.tables, await add(parts, "ada")
        for game in ([ME, BOT], [ME, ME], [BOT, BOT]):
            with pytest.raises(Problem, match="dice-first"):
                await creation.create(tables, Key("ada"), TableRequest("stone-age", game), ada)
        await creation.create(tables, Key("ada"), TableRequest("stone-age", [ME, FREE]), ada)
        wish = TableRequest("stone-age", [ME, BOT], start=False)
        made = (await creation.create(tables, Key("ada"), wish, ada)).table
        await seats.add_salt(tables, Key("ada", made), "mine")
        await seats.start(tables, Key("ada", made), ada, None)
        await seats.close(tables, Key("ada", made))
        with pytest.raises(Problem, match="dice-first"):
            await rematch.rematch(tables, Key("ada", made), ada)
        with pytest.raises(Problem, match="dice-first"):
            await play_on(tables, Key("ada", made), ada, Continuation(3, [ME, BOT]))

    with_parts(test_settings(tmp_path), work)


def test_who_makes_a_table_of_bots_adds_salt_for_them(tmp_path: Path) -> None:
    """Once they have seen the commitment, so that the server can't have chosen what comes."""

    async def work(parts: Parts) -> None:
        tables, ada, ben = parts.tables, await add(parts, "ada"), await add(parts, "ben")
        at_once = await new_table(parts, ada, BOT, BOT, salted=await ticket(parts, "mine"))
        later = await new_table(parts, ada, BOT, BOT, salted=None, start=False)
        with pytest.raises(Problem, match="not-yours"):
            await seats.add_salt(tables, Key("ben", later.id), "not mine")
        await seats.add_salt(tables, Key("ada", later.id), "mine")
        filled = await new_table(parts, ada, FREE, FREE, FREE, salted=None)
        await join(parts, filled.id, ben)
        await seats.start(tables, Key("ada", filled.id), ada, "novice", "mine")
        found = [
            [each.salt for each in kept(parts, it.id).seats] for it in (at_once, later, filled)
        ]
        assert found == [["mine", "mine"], ["mine", "mine"], ["", "mine", "mine"]]

    async def ticket(parts: Parts, salt: str) -> Salted:
        return Salted((await parts.tables.promises.make("ada")).ticket, salt)

    with_parts(test_settings(tmp_path), work)


def test_no_salt_for_other_dice_is_taken_when_two_ask_for_a_rematch(tmp_path: Path) -> None:
    """Who was second sits down with salt for these dice, whose commitment they have seen."""

    async def work(parts: Parts) -> None:
        tables = parts.tables
        ada, ben = await add(parts, "ada"), await add(parts, "ben")
        wish = TableRequest("stone-age", [ME, FREE])
        made = (await creation.create(tables, Key("ada"), wish, ada)).table
        await creation.join(tables, Key("ben", made), ben, None, "")
        live = await tables.get(made)
        async with live.lock:
            await seats.shut(tables, live)
        tickets = [(await tables.promises.make(name)).ticket for name in ("ada", "ben")]
        again = await asyncio.gather(
            rematch.rematch(tables, Key("ada", made, "1"), ada, Salted(tickets[0], "ada's")),
            rematch.rematch(tables, Key("ben", made, "1"), ben, Salted(tickets[1], "ben's")),
        )
        assert len({each.table for each in again}) == 1
        facts = (await tables.get(again[0].table)).facts
        first, second = (ada, ben) if facts.host == "ada" else (ben, ada)
        assert facts.state == "open"
        assert facts.kept_for(second.id)
        assert facts.id == tickets[first is ben].partition(".")[0]
        salt = {f"{first.id}'s", ""}
        assert {each.salt for each in facts.seats} == salt
        await creation.join(tables, Key(second.id, facts.id), second, None, "", "seen")
        facts = (await tables.get(facts.id)).facts
        assert facts.state == "playing"
        assert {each.salt for each in facts.seats} == {f"{first.id}'s", "seen"}

    with_parts(test_settings(tmp_path), work)


def test_the_last_to_sit_down_adds_salt(tmp_path: Path) -> None:
    async def work(parts: Parts) -> None:
        tables = parts.tables
        ada, ben = await add(parts, "ada"), await add(parts, "ben")
        wish = TableRequest("stone-age", [ME, FREE])
        made = (await creation.create(tables, Key("ada"), wish, ada)).table
        before = (await tables.get(made)).facts.secret
        await seats.add_salt(tables, Key("ada", made), "first")
        await creation.join(tables, Key("ben", made), ben, None, "", "last")
        live = await tables.get(made)
        assert live.playing
        assert live.facts.secret == before
        assert [each.salt for each in live.facts.seats] == ["first", "last"]
        assert live.table is not None
        dice = FairDice(before, made, ["first", "last"], {})
        assert isinstance(live.table.dice, FairDice)
        assert live.table.dice.start == dice.start

    with_parts(test_settings(tmp_path), work)
