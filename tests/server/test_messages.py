"""Fifty thousand malformed messages, and OpenAPI called at random: no fault, no closed table."""

from __future__ import annotations

import json
import random
import string
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.sync.client import connect

from cradle.server.people.access import SCOPES
from tests.server.running import Player, Running, Socket

MALFORMED = 50_000
AT_ONCE = 500
TYPES = ["hello", "move", "undo", "undo-answer", "chat", "automatic", "seat", "ping", "play", ""]
FIELDS = [
    "type",
    "id",
    "text",
    "seq",
    "seat",
    "agree",
    "on",
    "token",
    "chat",
    "lobby",
    "event",
    "more",
]
TEXTS = [
    "send forest 1",
    "pay 1 wood",
    "",
    "send",
    "!back 0",
    "\u0000",
    "ж" * 300,
    "🎲",
    "a" * 9000,
]


def wild_value(rng: random.Random, depth: int = 0) -> Any:
    """Anything JSON can say."""
    kind = rng.randrange(10 if depth < 4 else 7)
    if kind < 3:
        return rng.choice([None, True, False, 0, -1, 10**30, 1.5, -0.0, 2**63])
    if kind < 7:
        return rng.choice([*TEXTS, *TYPES, "".join(rng.choices(string.printable, k=12))])
    if kind == 7:
        return [wild_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(FIELDS): wild_value(rng, depth + 1) for _ in range(rng.randrange(5))}


def malformed(rng: random.Random) -> str:
    """A message that is wrong in one of many ways; by chance it may be a refused move."""
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.choices(string.printable, k=rng.randrange(60)))
    if kind == 1:
        return "[" * rng.randrange(2000)
    if kind == 2:
        return json.dumps(wild_value(rng))
    message = {name: wild_value(rng) for name in rng.sample(FIELDS, rng.randrange(len(FIELDS)))}
    if kind > 3:
        message["type"] = rng.choice(TYPES[1:6])
        message["id"] = str(rng.randrange(10**9))
    text = json.dumps(message)
    if kind == 3:
        text = text[: rng.randrange(len(text) + 1)] + rng.choice(string.printable)
    return text


def drain(wire: Socket) -> None:
    """Say ping, and read until the answer comes: everything before it was dealt with."""
    wire.send({"type": "ping"})
    wire.until("pong", timeout=60)


def test_fifty_thousand_malformed_messages(server: Running, ada: Player, ben: Player) -> None:
    rng = random.Random(3)
    table = ada.table("stone-age", "me", "open", "me")["id"]
    ben.join(table)
    ben.post(f"/api/tables/{table}/automatic", {"on": False})
    before = ben.view(table)
    faults = server.state.metrics.faults._value.get()
    with ada.socket(table) as wire:
        for _ in range(0, MALFORMED, AT_ONCE):
            for _ in range(AT_ONCE):
                wire.send(malformed(rng))
            drain(wire)
            wire.heard.clear()
        wire.send({"type": "seat", "seat": 0})
        wire.until("play", seat=0)
    assert server.state.metrics.faults._value.get() == faults
    told = ben.get(f"/api/tables/{table}")
    assert told["state"] == "playing"
    after = ben.view(table)
    assert after["seq"] >= before["seq"]
    mover = ada if after["asked"] != [1] else ben
    view = mover.view(table)
    mover.move(table, view["moves"][0]["text"], seat=view["seat"])


def test_a_client_that_begins_badly_is_let_go(ada: Player) -> None:
    table = ada.table("stone-age", "me", "me")["id"]
    url = ada.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    for first in ('{"type": "ping"}', "nonsense", "{}", '{"type": "hello", "token": "cradle_no"}'):
        with connect(url) as connection:
            wire = Socket(connection)
            wire.send(first)
            assert wire.until("refused")["error"]["text"]
            assert wire.until("bye")["reason"] == "protocol"


def test_a_socket_at_no_table_is_refused(ada: Player) -> None:
    with ada.socket("nosuchtable") as wire:
        assert wire.until("refused")["error"]["key"] == "not-found"
        assert wire.until("bye")["reason"] == "closed"


EXAMPLES = 12
GAMES = ["stone-age", "hadara"]


def make_sensible(case: Any, own: dict[str, str], rng: random.Random) -> None:
    """Let most calls get past the first door: a table, a game and a language there are."""
    known = {**own, "game": rng.choice(GAMES), "lang": rng.choice(["en", "cs"])}
    for name in case.path_parameters or {}:
        if name in known and rng.random() < 0.8:
            case.path_parameters[name] = known[name]
    if isinstance(case.body, dict) and "game" in case.body:
        case.body |= {"game": known["game"], "options": {}}


def call_often(
    operation: Any,
    own: dict[str, str],
    headers: dict[str, str],
    rng: random.Random,
    statuses: Counter[int],
) -> None:
    """Call one operation with many made-up requests, and hold every answer to the document."""
    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def call(case: Any) -> None:
        make_sensible(case, own, rng)
        statuses[case.call_and_validate(headers=headers, checks=checks).status_code] += 1

    call()


def new_channel(person: Player) -> str:
    """The only channel of a person, to which nothing is ever sent."""
    for each in person.get("/api/me/notifications")["channels"]:
        person.http.delete(f"/api/me/channels/{each['id']}")
    wish = {"kind": "webhook", "url": "https://example.org/hook", "form": "json"}
    made: str = person.post("/api/me/channels", {"channel": wish})["id"]
    return made


@pytest.mark.xdist_group("schemathesis")  # which takes seconds to prepare in each process
@pytest.mark.parametrize("signed", [False, True])
def test_every_call_keeps_its_promises(
    server: Running, signed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """schemathesis over the OpenAPI document: statuses and shapes as declared, never a 500."""
    every = dict.fromkeys(("mail", "push", "webhook"))
    monkeypatch.setattr(server.state.sender, "transports", every)  # Offered, and never used.
    person = server.player("Schema")
    everything = {"label": "schema", "scopes": list(SCOPES)}
    token = person.post("/api/me/tokens", everything)["token"]
    headers = {"Authorization": f"Bearer {token}"} if signed else {}
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    faults = server.state.metrics.faults._value.get()
    rng, statuses, called = random.Random(2), Counter[int](), 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        if operation.path.endswith("/stream") or operation.label == "DELETE /api/me":
            continue
        own = {"table": person.table(rng.choice(GAMES), "me", "me")["id"]}
        if "{channel}" in operation.path:
            own["channel"] = new_channel(person)
        call_often(operation, own, headers, rng, statuses)
        called += 1
    assert called > 40
    assert server.state.metrics.faults._value.get() == faults
    good = statuses[200] + statuses[201] + statuses[204]
    assert good > (150 if signed else 80), statuses
    assert statuses[401] == 0 if signed else statuses[401] > 100
