"""The game of the day: once for everybody, compared afterwards, and closed until then."""

from __future__ import annotations

import itertools
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import Connection

from cradle.server.app import ROUTES, Parts
from cradle.server.http.routes import daily as routes
from cradle.server.http.shapes import daily as shapes
from cradle.server.ops.verify import verify
from cradle.server.problems import Problem
from cradle.server.store.facts import Score
from cradle.server.store.log import Answer
from cradle.server.store.lucks import Result
from cradle.server.tables import daily, shared_luck, undo
from cradle.server.tables.answers import carry_out
from cradle.server.tables.history import Past
from cradle.server.tables.live import LiveTable
from cradle.server.timestamps import DAY_MS, day_now
from tests.server.parts import add, with_parts
from tests.server.running import Json, Player, Running, test_settings

GAME = "stone-age"
DAYS = itertools.count(day_now() + 1)  # A day of its own for each test.
# The host of a duplicate ends a table of it unseen (tests/server/test_duplicates.py).
PATHS = sorted(
    (method, route.path)
    for module in ROUTES
    for route in module.router.routes
    if isinstance(route, APIRoute) and "{table}" in route.path and "{duplicate}" not in route.path
    for method in route.methods or ()
)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> int:
    """A day on which nobody has played, with bots that don't think long."""
    today = next(DAYS)
    for module in (daily, routes):
        monkeypatch.setattr(module, "day_now", lambda: today)
    monkeypatch.setattr(daily, "MASTER", "novice")
    monkeypatch.setattr(daily, "BOTS", ("novice", "novice"))
    return today


def pass_over(monkeypatch: pytest.MonkeyPatch, day: int) -> None:
    """Let the luck of a day be told."""
    late = (day + 1) * DAY_MS + shared_luck.GRACE_MS
    for module in (daily, shared_luck):
        monkeypatch.setattr(module, "now_ms", lambda: late)


def begin(player: Player) -> Json:
    made: Json = player.post(f"/api/daily/{GAME}")
    return made


def ask(player: Player, method: str, path: str, table: str) -> Any:
    """Call a route of a table, whatever else it would want to know."""
    where = path.replace("{table}", table).replace("{seat}", "0").replace("{ply}", "0")
    body: Json | None = None if method == "GET" else {}
    return player.http.request(method, where, json=body)


@pytest.mark.usefixtures("day")
def test_everybody_plays_the_same_game_once(server: Running) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    games = {each["game"]: each for each in ada.get("/api/daily")}
    shapes.DailyGame.model_validate(games[GAME])
    assert games[GAME]["table"] is None
    first, second = begin(ada), begin(ben)
    assert first["id"] != second["id"]
    assert first["luck"] == second["luck"]
    assert first["dice"] == second["dice"]
    assert first["dice"]["commitment"] == games[GAME]["commitment"]
    assert (first["visibility"], first["rated"], first["dice"]["secret"]) == ("link", False, None)
    views = [player.view(table["id"])["view"] for player, table in ((ada, first), (ben, second))]
    assert views[0]["cards"] == views[1]["cards"]
    assert views[0]["buildings"] == views[1]["buildings"]
    assert begin(ada)["id"] == first["id"]
    ada.post(f"/api/tables/{first['id']}/close")
    assert begin(ada)["id"] == first["id"]
    found = next(each for each in ada.get("/api/daily") if each["game"] == GAME)
    assert (found["table"], found["state"]) == (first["id"], "closed")


def test_another_day_is_another_game(
    server: Running, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.player("Ada")
    first = begin(ada)
    monkeypatch.setattr(daily, "day_now", lambda: day + 1000)
    second = begin(ada)
    assert first["id"] != second["id"]
    assert first["dice"]["commitment"] != second["dice"]["commitment"]


def test_there_is_no_daily_game_of_what_nobody_plays(ada: Player) -> None:
    assert ada.post("/api/daily/chess", status=404)["error"]["key"] == "not-found"
    assert ada.get("/api/daily/chess/standings", 404)["error"]["key"] == "not-found"


@pytest.mark.usefixtures("day")
def test_no_route_shows_a_table_to_those_who_may_still_play(server: Running) -> None:
    ada, ben, nobody = server.player("Ada"), server.player("Ben"), server.player(None)
    theirs, own = begin(ben)["id"], begin(ada)["id"]
    assert len(PATHS) > 25
    for viewer in (ada, nobody):
        for method, path in PATHS:
            answer = ask(viewer, method, path, theirs)
            assert (answer.status_code, answer.json()["error"]["key"]) == (403, "luck-closed"), path
        with viewer.socket(theirs) as wire:
            assert wire.until("refused")["error"]["key"] == "luck-closed"
            assert {each["type"] for each in wire.heard} == {"refused"}
    assert ada.get(f"/api/tables/{own}")["id"] == own
    # Who has ended theirs sees those that have ended, and none that run.
    ada.post(f"/api/tables/{own}/close")
    assert ada.get(f"/api/tables/{theirs}/view", 403)["error"]["key"] == "luck-closed"
    ben.post(f"/api/tables/{theirs}/close")
    assert ada.view(theirs)["view"]
    assert nobody.get(f"/api/tables/{theirs}/view", 403)["error"]["key"] == "luck-closed"


def test_nothing_tells_the_secret_before_nobody_can_play(
    server: Running, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = server.player("Ada"), server.player("Ben")
    own = begin(ada)["id"]
    live = server.state.tables.memory.lives[own]
    secret = live.facts.secret
    ada.post(f"/api/tables/{own}/close")
    for method, path in PATHS:
        if path not in ("/api/tables/{table}/stream", "/api/tables/{table}/rematch"):
            assert secret not in ask(ada, method, path, own).text, path
    for path in ("/api/me/tables", "/api/daily", "/api/tables", "/api/archive", "/api/me/analyses"):
        assert secret not in ada.http.get(path).text
    table = f"/api/tables/{own}"
    assert "; fair" not in ada.http.get(f"{table}/record").text
    assert ada.post(f"{table}/verify", status=409)["error"]["key"] == "luck-untold"
    assert ada.post(f"{table}/what-if", {"ply": 1}, 409)["error"]["key"] == "luck-untold"
    wish = {"ply": 1, "seats": [{"kind": "me"}] * 3}
    assert ada.post(f"{table}/play-on", wish, 409)["error"]["key"] == "luck-untold"
    pass_over(monkeypatch, day)
    assert ben.get(f"{table}/dice")["secret"] == secret
    assert ada.post(f"{table}/verify")["ok"]
    assert verify(ben.http.get(f"{table}/record").text).ok
    assert ben.post(f"{table}/what-if", {"ply": 1})["from"]["table"] == own


@pytest.mark.usefixtures("day")
def test_nobody_is_helped(server: Running) -> None:
    ada = server.player("Ada")
    table = f"/api/tables/{begin(ada)['id']}"
    assert ada.get(f"{table}/hints", 409)["error"]["key"] == "luck-no-hints"
    assert ada.get(f"{table}/odds/questions", 409)["error"]["key"] == "luck-no-odds"
    assert not ada.get(f"{table}/previews", text="send forest 3")["expected"]
    assert ada.post(f"{table}/leave", status=409)["error"]["key"] == "daily-no-stand-in"


def test_standings_are_closed_until_ones_own_end(
    server: Running, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, nobody = server.player("Ada"), server.player("Ben"), server.player(None)
    own = begin(ada)["id"]
    path = f"/api/daily/{GAME}/standings"
    for viewer in (ada, ben, nobody):
        assert viewer.get(path, 403)["error"]["key"] == "luck-closed"
    ada.post(f"/api/tables/{own}/close")
    told = ada.get(path)
    shapes.DailyStandings.model_validate(told)
    assert (told["players"], told["mine"], told["told"]) == (0, None, False)
    assert ben.get(path, 403)["error"]["key"] == "luck-closed"
    pass_over(monkeypatch, day)
    assert nobody.get(path, day=day)["told"]
    assert nobody.get(path, 403, day=day + 5)["error"]["key"] == "luck-closed"


async def play_out(parts: Parts, table: str, rng: random.Random, forget: int = 0) -> None:
    """Answer at random for all seats; every so many answers the table is loaded anew."""

    async def answer(live: LiveTable) -> bool:
        played = live.table
        assert played is not None
        if played.over:
            return False
        seat = rng.choice(played.asked)
        await carry_out(parts.tables, live, Answer(seat, rng.choice(played.moves(seat)).text))
        return True

    for number in itertools.count(1):
        if not await parts.tables.at(table, answer):
            return
        if forget and number % forget == 0:
            parts.tables.memory.forget(await parts.tables.get(table))


def test_nothing_is_taken_back_from_the_command_line_either(tmp_path: Path, day: int) -> None:
    async def work(parts: Parts) -> None:
        table = (await daily.begin(parts.tables, await add(parts, "ada"), GAME, "x")).table
        with pytest.raises(Problem, match="luck-no-undo"):
            await parts.tables.at(table, lambda live: undo.take_back(parts.tables, live, 0, None))

    with_parts(test_settings(tmp_path), work)


def test_games_are_compared_with_the_best_and_with_the_master(
    tmp_path: Path, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where tables were loaded anew in between, all luck follows from the day's secret."""

    async def work(parts: Parts) -> None:
        people = [await add(parts, name) for name in ("ada", "ben", "cat")]
        made = [(await daily.begin(parts.tables, each, GAME, "x")).table for each in people]
        tell = partial(daily.standings, game=GAME, day=day)
        for seed, table in enumerate(made[:2]):
            await play_out(parts, table, random.Random(seed), forget=60)
        read = parts.database.read_now
        house = read(lambda c: daily.table_of(c, shared_luck.daily_luck(GAME, day), "house"))
        assert house is not None
        assert [seat.level for seat in house.seats] == ["novice"] * 3
        await play_out(parts, house.id, random.Random(9))
        told = read(partial(tell, viewer="ada"))
        shapes.DailyStandings.model_validate(told)
        assert told["players"] == 2
        assert [each["rank"] for each in told["best"]] == [1, 2]
        assert told["best"][0]["points"] >= told["best"][1]["points"]
        assert sum(bar["count"] for bar in told["bars"]) == 2
        assert told["mine"]["table"] == made[0]
        assert told["master"]["table"] == house.id
        check_parting(parts, made[0], house.id, told["master"]["parted"])
        rival = read(partial(tell, viewer="ada"))["winner"]
        assert (rival is None) == (told["best"][0]["mine"])
        with pytest.raises(Problem, match="luck-closed"):
            read(partial(tell, viewer="cat"))
        pass_over(monkeypatch, day)
        for table in (*made[:2], house.id):
            assert verify(read(partial(record_of, table=table))).ok
        assert read(partial(tell, viewer=None))["mine"] is None

    with_parts(test_settings(tmp_path), work)


def record_of(connection: Connection, table: str) -> str:
    return Past(connection, table, None, None).record()


def check_parting(parts: Parts, mine: str, other: str, parted: Json) -> None:
    """Up to where they part, the answers are the same; there they aren't."""
    first, second = (
        parts.database.read_now(partial(daily.answers, table=table)) for table in (mine, other)
    )
    place = [ply for ply, _ in first].index(parted["ply"])
    assert [text for _, text in first[:place]] == [text for _, text in second[:place]]
    assert first[place][1] == parted["made"]["text"]
    assert second[place][1] == parted["theirs"]["text"] != parted["made"]["text"]


def scores(*totals: int) -> list[Score]:
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    return [
        Score(seat=seat, total=total, rank=rank, tie=0, parts={})
        for seat, (total, rank) in enumerate(zip(totals, ranks, strict=True))
    ]


def test_places_go_by_points_then_by_the_lead() -> None:
    games = {"a": (90, 80, 70), "b": (100, 120, 70), "c": (90, 60, 50), "d": (90, 50, 60)}
    results = [Result(name, name, name, scores(*totals)) for name, totals in games.items()]
    places = daily.ranked(results)
    found = [(each.table, each.rank, each.lead, each.won) for each in places]
    tied = [("c", 2, 30, True), ("d", 2, 30, True)]
    assert found == [("b", 1, -20, False), *tied, ("a", 4, 10, True)]


def test_bars_have_no_gaps_and_are_never_too_many() -> None:
    assert daily.bars([]) == []
    told = daily.bars([101, 109, 130, 99])
    expected = [(90, 99, 1), (100, 109, 2), (110, 119, 0), (120, 129, 0), (130, 139, 1)]
    assert [(bar["least"], bar["most"], bar["count"]) for bar in told] == expected
    rng = random.Random(2)
    for _ in range(50):
        points = [rng.randrange(-20, rng.randrange(-10, 400)) for _ in range(rng.randrange(1, 9))]
        told = daily.bars(points)
        assert len(told) <= daily.MOST_BARS
        assert [bar["count"] for bar in told] == [
            sum(bar["least"] <= each <= bar["most"] for each in points) for bar in told
        ]
        assert sum(bar["count"] for bar in told) == len(points)
        assert all(a["most"] + 1 == b["least"] for a, b in itertools.pairwise(told))
