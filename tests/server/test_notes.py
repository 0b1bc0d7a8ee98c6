"""Notes of one's own at a table: kept for their writer, and told to nobody else."""

from __future__ import annotations

from pathlib import Path

from tests.server.running import Player, Running, test_settings

SECRET = "Belo always hunts first"


def keep(player: Player, table: str, text: str, status: int = 200) -> None:
    answer = player.http.put(f"/api/tables/{table}/notes", json={"text": text})
    assert answer.status_code == status, answer.text


def test_notes_outlive_a_restart_and_are_their_writers_alone(tmp_path: Path) -> None:
    with Running(test_settings(tmp_path)) as server:
        ada, belo = server.player("Ada"), server.player("Belo")
        table = ada.table("stone-age", "me", "open")["id"]
        belo.join(table)
        keep(ada, table, SECRET)
        keep(belo, table, "mine")
        cookies = ada.http.cookies
    with Running(test_settings(tmp_path)) as server:
        ada = server.player(None)
        ada.http.cookies = cookies
        path = f"/api/tables/{table}"
        assert ada.get(f"{path}/notes") == {"text": SECRET}
        for other in (server.player("Watcher"), server.player(None)):
            for each in ("", "/view", "/history", "/chat", "/record"):
                assert SECRET not in other.http.get(f"{path}{each}").text
        assert server.player("Watcher").get(f"{path}/notes") == {"text": ""}
        assert server.player(None).get(f"{path}/notes", 401)["error"]["key"] == "who-are-you"


def test_notes_are_for_those_with_a_seat_and_have_an_end(server: Running, ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    keep(server.player("Watcher"), table, "hello", 403)
    keep(ada, table, "x" * 4000)
    keep(ada, table, "x" * 4001, 422)
    keep(ada, table, "a\x00b", 422)
    assert ada.get(f"/api/tables/{table}/notes") == {"text": "x" * 4000}
    keep(ada, table, "")
    assert ada.get(f"/api/tables/{table}/notes") == {"text": ""}
