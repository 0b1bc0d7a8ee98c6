"""Leaving, coming back and kicking: who is told, who is host then, and what a refusal leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from cradle.server.app import Parts
from cradle.server.store.receipts import Key
from cradle.server.tables import seats
from cradle.server.tables.notices import person_topic
from tests.server.parts import FREE, ME, guests, join, new_table, with_parts
from tests.server.running import test_settings


@pytest.mark.parametrize("kicked", [False, True])
def test_who_leaves_or_is_kicked_before_the_start_is_told(tmp_path: Path, kicked: bool) -> None:
    async def work(parts: Parts) -> None:
        ada, ben = await guests(parts, "ada", "ben")
        table = (await new_table(parts, ada, ME, FREE, FREE)).id
        await join(parts, table, ben)
        with parts.notices.listen(person_topic("ben")) as listener:
            if kicked:
                await seats.set_seat(parts.tables, Key("ada", table), ada, 1, FREE)
            else:
                await seats.leave(parts.tables, Key("ben", table))
            assert listener.called.is_set()
            listener.called.clear()
            await seats.set_seat(parts.tables, Key("ada", table), ada, 2, FREE)
            assert not listener.called.is_set()

    with_parts(test_settings(tmp_path), work)
