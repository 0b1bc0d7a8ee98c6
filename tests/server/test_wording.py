"""What messages say: of a table, nothing but what everybody may know."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from cradle.i18n import LANGUAGES
from cradle.server.notifications.message import Outgoing
from cradle.server.notifications.relevance import Judged
from cradle.server.notifications.wording import word
from cradle.server.store.channels import EVENTS, Channel
from cradle.server.store.facts import SeatFacts, TableFacts, TableShown
from cradle.server.store.outbox import Waiting
from cradle.server.store.people import Person

CHANNEL = Channel(id="c", person="ben", kind="mail", address="", label="", created_at=0)
# What says where the game stands; `state` and who sits there may be told.
OF_THE_GAME: dict[str, Any] = {"asked": [0], "round": 9, "seq": 99, "ply": 99, "scores": [1]}


def table() -> TableFacts:
    seats = [
        SeatFacts.new(0, "person", person="ada", shown="Ada"),
        SeatFacts.new(1, "person", person="ben", shown="Ben"),
        SeatFacts.new(2, "bot", level="novice", shown="novice"),
    ]
    about: dict[str, Any] = {"id": "table1", "game": "hadara", "kind": "game", "state": "playing"}
    about |= {"visibility": "link", "host": "ada", "options": {}, "rules": 1, "hash": ""}
    about |= {"created_at": 0, "moved_at": 0, "secret": "s", "scheme": 1, "invite": "i"}
    return TableFacts.new(seats, **about)


def told(event: str, facts: TableFacts, language: str = "en") -> Outgoing:
    row = Waiting("id", "c", "ben", event, facts.id, 0, 0, 1)
    ben = Person("ben", "Ben", None, 0, {"language": language})
    return word("key", CHANNEL, ben, [Judged(row, facts, "Ada", told=True)])


@pytest.mark.parametrize("event", EVENTS)
def test_a_message_tells_nothing_of_the_game(event: str) -> None:
    """Tables that differ in anything but game, host and people give equal messages."""
    facts = table()
    shown = {each.name for each in fields(TableShown)} | {"seats", "size"}
    hidden: dict[str, Any] = {each.name: 7 for each in fields(TableFacts) if each.name not in shown}
    other = replace(facts, **OF_THE_GAME, **hidden)
    assert told(event, facts) == told(event, other)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_says_who_plays_what_in_every_language(event: str, language: str) -> None:
    message = told(event, table(), language)
    text = message.items[0].text
    assert message.language == language
    assert "Hadara" in text
    assert "Ada" in text
    assert "Ben" not in text
    assert "{" not in text + message.title
