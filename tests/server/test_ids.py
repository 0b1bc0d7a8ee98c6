"""Once means once: whatever was done under an id is done, for as long as its table is there."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from benchmarks.fuzz import some_tables
from cradle.server.app import Parts
from cradle.server.settings import ServerSettings
from cradle.server.store.database import Database, make_engine
from cradle.server.store.log import Answer, append
from cradle.server.store.receipts import Key, Receipt
from cradle.server.store.schema import MOVES, RECEIPTS
from cradle.server.tables import creation
from cradle.server.tables.promises import Promise
from cradle.server.tables.table_request import TableRequest
from tests.server.parts import BOT, ME, add, with_parts
from tests.server.running import Json, Player, Running, salted
from tests.server.waits import until

MANY = 10_000


def facts(player: Player, table: str) -> Json:
    """What everybody sees of a table, without what only time changes."""
    found: Json = player.get(f"/api/tables/{table}")
    return found


def tables_of(player: Player) -> list[str]:
    return [each["id"] for each in player.get("/api/me/tables")]


def first_move(player: Player, table: str) -> Json:
    """A move with a name."""
    view = player.view(table)
    return {"text": view["moves"][0]["text"], "id": "one", "seat": view["seat"]}


def test_a_move_is_taken_once(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        move = first_move(ada, table)
        first = ada.move(table, **move)
        assert not first["again"]
        for number in range(100):  # Longer than anything in memory ever remembered.
            view = ada.view(table)
            ada.move(table, view["moves"][0]["text"], id=f"m{number}")
        before = facts(ada, table)
        again = ada.move(table, **move)
        assert (again["seq"], again["again"]) == (first["seq"], True)
        assert facts(ada, table) == before
    with Running(settings):
        assert ada.move(table, **move) == again
        assert facts(ada, table)["seq"] == before["seq"]


def test_a_move_that_is_legal_again_is_still_taken_once(settings: ServerSettings) -> None:
    """After it was taken back, the same move would be a good one."""
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        move = first_move(ada, table)
        first = ada.move(table, **move)
        ada.post(f"/api/tables/{table}/undo", {"id": "back"})
        before = facts(ada, table)
        again = ada.move(table, **move)
        assert (again["seq"], again["again"]) == (first["seq"], True)
        assert facts(ada, table) == before
        assert not ada.move(table, **move | {"id": "two"})["again"]


def test_an_undo_is_done_once(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        for _ in range(6):
            ada.move(table, ada.view(table)["moves"][0]["text"])
        first = ada.post(f"/api/tables/{table}/undo", {"id": "one", "seat": 0})
        before = facts(ada, table)
        again = ada.post(f"/api/tables/{table}/undo", {"id": "one", "seat": 0})
        assert again == first | {"again": True}
        with ada.socket(table) as wire:
            wire.send({"type": "undo", "id": "one", "seat": 0})
            assert wire.until("done") == again
        until(lambda: facts(ada, table) == before)  # when the socket is seen to have gone
    with Running(settings):
        assert ada.post(f"/api/tables/{table}/undo", {"id": "one", "seat": 0}) == again
        assert facts(ada, table)["seq"] == before["seq"]


def test_a_request_to_take_back_and_its_answers_are_taken_once(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada, ben = server.player("Ada"), server.player("Ben")
        table = ada.table("hadara", "me", "open")["id"]
        ben.join(table)
        undo, answer = f"/api/tables/{table}/undo", f"/api/tables/{table}/undo-answer"
        for player in (ada, ben) * 3:
            moves = player.view(table)["moves"]
            if moves:
                player.move(table, moves[0]["text"])
        asked = ada.post(undo, {"id": "please"})
        assert not asked["done"]
        ben.post(answer, {"agree": False, "id": "no"})
        assert ada.post(undo, {"id": "please"}) == asked | {"again": True}
        assert facts(ada, table)["undo"] is None
        ada.post(undo, {"id": "please!"})
        ben.post(answer, {"agree": False, "id": "no"})
        assert facts(ada, table)["undo"] is not None
        seq = facts(ada, table)["seq"]
        ben.post(answer, {"agree": True, "id": "well"})
        ben.post(answer, {"agree": True, "id": "well"})
        assert facts(ada, table)["seq"] > seq


def test_a_line_of_chat_is_said_once(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "open")["id"]
        chat = f"/api/tables/{table}/chat"
        first = ada.post(chat, {"text": "hello", "id": "one"})
        for number in range(3):
            ada.post(chat, {"text": f"{number}", "id": f"{number}"})
        assert ada.post(chat, {"text": "hello", "id": "one"}) == first
        with ada.socket(table) as wire:
            wire.send({"type": "chat", "text": "hello", "id": "one"})
            assert wire.until("done")["again"]
        assert len(ada.get(chat)) == 4
    with Running(settings):
        assert ada.post(chat, {"text": "hello", "id": "one"}) == first


def test_seats_change_once(settings: ServerSettings) -> None:
    """A repeat that comes late doesn't sit down anew, throw out the next one, or leave again."""
    with Running(settings) as server:
        ada, ben, cleo = (server.player(name) for name in ("Ada", "Ben", "Cleo"))
        table = ada.table("stone-age", "me", "open", "open")["id"]
        at = f"/api/tables/{table}"
        ben.post(f"{at}/join", {"seat": 1, "id": "in"})
        ben.post(f"{at}/leave", {"id": "out"})
        ben.post(f"{at}/join", {"seat": 1, "id": "in"})
        assert facts(ada, table)["seats"][1]["kind"] == "open"
        ada.http.put(f"{at}/seats/1", json={"kind": "open", "id": "kick"})
        cleo.post(f"{at}/join", {"seat": 1, "id": "in"})
        ada.http.put(f"{at}/seats/1", json={"kind": "open", "id": "kick"})
        assert facts(ada, table)["seats"][1]["person"] == cleo.id
        ada.post(f"{at}/salt", {"salt": "old", "id": "s1"})
        ada.post(f"{at}/salt", {"salt": "new", "id": "s2"})
        ada.post(f"{at}/salt", {"salt": "old", "id": "s1"})
        assert facts(ada, table)["seats"][0]["salt"] == "new"
        ada.post(f"{at}/start", {"fill": "novice", "id": "go"})
        ada.post(f"{at}/start", {"fill": "novice", "id": "go"})
        cleo.post(f"{at}/leave", {"id": "out"})
        cleo.post(f"{at}/return", {"id": "back"})
        cleo.post(f"{at}/leave", {"id": "out"})
        assert facts(ada, table)["seats"][1]["stand_in"] is None
    with Running(settings):
        cleo.post(f"{at}/leave", {"id": "out"})
        assert facts(ada, table)["seats"][1]["stand_in"] is None


def test_a_table_is_made_once(settings: ServerSettings) -> None:
    """Whether wished for, uploaded, played on from, or played again."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    record = some_tables()[0].record
    with Running(settings) as server:
        ada = server.player()
        wish = {"game": "stone-age", "seats": seats, "id": "1", "dice": ada.dice()}
        game = ada.post("/api/tables", wish)["id"]
        calls: dict[str, tuple[str, Json]] = {
            "wish": ("/api/tables", wish),
            "open": ("/api/tables", {"game": "hadara", "seats": seats, "start": False, "id": "2"}),
            "upload": ("/api/records", {"text": record, "id": "3"}),
            "what-if": (f"/api/tables/{game}/what-if", {"ply": 1, "id": "1"}),
        }
        made = {name: ada.post(*call)["id"] for name, call in calls.items()}
        assert made["wish"] == game
        ada.post(f"/api/tables/{game}/close", {"id": "end"})
        calls["rematch"] = (f"/api/tables/{game}/rematch", {"id": "1", "dice": ada.dice()})
        made["rematch"] = ada.post(*calls["rematch"])["id"]
        assert facts(ada, made["rematch"])["state"] == "playing"
        count = len(tables_of(ada))
        assert {name: ada.post(*call)["id"] for name, call in calls.items()} == made
    with Running(settings):
        assert {name: ada.post(*call)["id"] for name, call in calls.items()} == made
        assert len(tables_of(ada)) == count


def test_acts_that_are_remembered_are_bounded(settings: ServerSettings) -> None:
    """For each person and table; what was done is still known, and what has no id costs nothing."""
    with Running(settings.model_copy(update={"acts": 3})) as server:
        ada, ben = server.player("Ada"), server.player("Ben")
        table = ada.table("stone-age", "me", "open", "open")["id"]
        at = f"/api/tables/{table}"
        for number in range(3):
            ada.post(f"{at}/salt", {"salt": str(number), "id": str(number)})
        more: dict[str, Json] = {"salt": {"salt": "x"}, "automatic": {"on": False}}
        for act, body in more.items():
            refused = ada.post(f"{at}/{act}", body | {"id": "more"}, 409)
            assert refused["error"]["key"] == "too-many-acts"
        mine = facts(ada, table)["seats"][0]
        assert (mine["salt"], mine["automatic"]) == ("2", True)
        ada.post(f"{at}/salt", {"salt": "0", "id": "0"})
        assert facts(ada, table)["seats"][0]["salt"] == "2"
        ada.post(f"{at}/salt", {"salt": "no id"})
        ben.join(table, id="0")
        ada.post(f"/api/tables/{ada.table('stone-age', 'me', 'open')['id']}/close", {"id": "0"})
        count = select(func.count()).select_from(RECEIPTS).where(RECEIPTS.c.person == ada.id)
        assert server.state.database.read_now(lambda c: c.execute(count).scalar_one()) == 4


def test_an_id_is_its_senders_own(settings: ServerSettings) -> None:
    """Nobody is answered with somebody else's table, line or move."""
    wish = {"game": "stone-age", "seats": [{"kind": "me"}, {"kind": "open"}], "id": "1"}
    with Running(settings) as server:
        ada, ben = server.player("Ada"), server.player("Ben")
        assert ada.post("/api/tables", wish)["id"] != ben.post("/api/tables", wish)["id"]
        table = ada.post("/api/tables", wish)["id"]
        ben.join(table, id="1")
        for player in (ada, ben):
            assert player.post(f"/api/tables/{table}/chat", {"text": "hi", "id": "1"})["person"]
        assert len(ada.get(f"/api/tables/{table}/chat")) == 2


def test_after_ten_thousand_other_moves_an_id_is_still_known(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        move = first_move(ada, table)
        first = ada.move(table, **move)
        database: Database = server.state.database

        def write(connection: Connection) -> None:
            last = connection.execute(select(func.max(MOVES.c.seq))).scalar_one()
            rows = [Answer(0, "later", ada.id, f"m{number}") for number in range(MANY)]
            append(connection, table, last, rows, 0)

        database.write_now(write)
        assert ada.move(table, **move) == first | {"again": True}


def test_the_database_itself_refuses_an_id_twice(settings: ServerSettings) -> None:
    with Running(settings) as server:
        ada = server.player()
        table = ada.table("stone-age", "me", "me")["id"]
        ada.move(table, ada.view(table)["moves"][0]["text"], id="one")
        database = Database(make_engine(settings.url))
        row = [Answer(0, "again", ada.id, "one")]
        with pytest.raises(IntegrityError):
            database.write_now(lambda c: append(c, table, 1000, row, 0))
        database.close()


def test_a_table_that_was_made_meanwhile_is_the_one_asked_for(
    settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who gave up waiting and asks again hears of the table, not that its ticket is used."""

    async def work(parts: Parts) -> None:
        ada = await add(parts, "ada")
        key = Key(ada.id, id="one")
        wish = TableRequest("stone-age", (ME, BOT), salted=await salted(parts.tables, ada))
        redeem, first = parts.tables.promises.redeem, list[Receipt]()

        async def redeem_late(person: str, ticket: str) -> Promise:
            monkeypatch.undo()
            first.append(await creation.create(parts.tables, key, wish, ada))
            return await redeem(person, ticket)

        monkeypatch.setattr(parts.tables.promises, "redeem", redeem_late)
        again = await creation.create(parts.tables, key, wish, ada)
        assert again.table == first[0].table

    with_parts(settings, work)
