"""Whoever sends is killed at every point of the way: who has how many, under how many names.

Between the last word to the other side and the note that it has answered nobody can know. What is
known again by its name goes out once more; what would be shown twice doesn't.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from cradle.server.notifications.push import write_key
from cradle.server.settings import ServerSettings
from cradle.server.store import channels, outbox
from cradle.server.store.channels import Channel
from cradle.server.store.people import add_guest
from cradle.server.store.revisions import opened
from cradle.server.store.schema import OUTBOX
from cradle.server.timestamps import now_ms
from tests.server.postbox import Postbox
from tests.server.running import test_settings
from tests.server.target import Target, listening
from tests.server.test_push import Browser
from tests.server.test_webhooks import SECRET

pytestmark = pytest.mark.long
HERE = Path(__file__).with_name("dying_sender.py")
ONCE = {"mail": 1, "push": 1, "json": 1, "slack": 1}
# How often each has come, and what is known of the message to a chat service.
POINTS = {
    "claimed": (ONCE, "sent"),
    "begun": (ONCE | {"slack": 0}, "unknown"),
    "taken": ({"mail": 2, "push": 2, "json": 2, "slack": 1}, "unknown"),
    "noted": (ONCE, "sent"),
}


@pytest.fixture
def target() -> Iterator[Target]:
    with listening() as found:
        yield found


@pytest.fixture
def switched_on(tmp_path: Path, postbox: Postbox) -> ServerSettings:
    """A host's settings with everything switched on."""
    write_key(tmp_path / "push.pem")
    site = {"site": "https://games.example.org", "contact": "host@example.org"}
    mail = {"mail": f"smtp://127.0.0.1:{postbox.port}", "mail_from": "cradle@example.org"}
    ways = {"push_key": str(tmp_path / "push.pem"), "webhooks": True, "private_targets": True}
    return test_settings(tmp_path, **site, **mail, **ways)


def lay_out(connection: Connection, target: Target) -> None:
    """Somebody with a channel of every kind, and a message to each."""
    add_guest(connection, "ben", "Ben", {}, 1)
    browser: Any = Browser(f"{target.url}/push").subscription()["channel"]
    ways: dict[str, tuple[str, str, dict[str, str]]] = {
        "mail": ("mail", "ben@example.org", {"token": "xyz"}),
        "push": ("push", browser["endpoint"], browser["keys"]),
        "json": ("webhook", f"{target.url}/json", {"form": "json", "secret": SECRET}),
        "slack": ("webhook", f"{target.url}/slack", {"form": "slack", "secret": SECRET}),
    }
    for name, (kind, address, secrets) in ways.items():
        about = {"id": name, "person": "ben", "kind": kind, "address": address, "label": name}
        made = Channel(**about, secrets=secrets, created_at=1, confirmed_at=1)  # type: ignore[arg-type]
        outbox.add_own(connection, channels.add(connection, made), "test", now_ms() - 1)


def run(point: str, settings: ServerSettings) -> int:
    text = settings.model_dump_json()
    return subprocess.run([sys.executable, str(HERE), point, text], timeout=120).returncode


def names(postbox: Postbox, target: Target) -> dict[str, list[str]]:
    """Under which names each way has got something, however often."""
    found = {way: list[str]() for way in ONCE}
    found["mail"] = [str(mail["Message-ID"]) for mail in postbox.got]
    for call in target.calls:
        name = call.headers.get("topic") or call.headers["idempotency-key"]
        found[call.path.removeprefix("/")].append(name)
    return found


@pytest.mark.parametrize("point", POINTS)
def test_who_is_killed_tells_nothing_twice_that_is_shown_twice(
    switched_on: ServerSettings, postbox: Postbox, target: Target, point: str
) -> None:
    expected, chat = POINTS[point]
    engine = opened(switched_on)
    with engine.begin() as connection:
        lay_out(connection, target)
    assert run(point, switched_on) == -signal.SIGKILL
    assert run("", switched_on) == 0
    got = names(postbox, target)
    assert {way: len(some) for way, some in got.items()} == expected
    assert all(len(set(some)) <= 1 for some in got.values())
    with engine.connect() as connection:
        rows = connection.execute(select(OUTBOX.c.channel, OUTBOX.c.outcome)).all()
    engine.dispose()
    assert dict(map(tuple, rows)) == dict.fromkeys(ONCE, "sent") | {"slack": chat}
