"""What a game says has the shape its schemas promise; every field is told of."""

from __future__ import annotations

import random
from typing import Any, get_type_hints

import jsonschema_rs
import pytest

from cradle.games import GAMES
from cradle.kernel.notation import describe
from cradle.kernel.step import OVER, News, heard, play
from cradle.schema import PLACE, Book, schemas
from cradle.table.news_log import TookBack
from tests.invariants import Options, label, random_answer, tables_to_try

CASES = tables_to_try()


def validator(name: str, kind: str) -> jsonschema_rs.Validator:
    """What holds data to one of a game's schemas."""
    found = schemas(GAMES[name])
    prefix = "".join(part.capitalize() for part in name.split("-"))
    document = {"$ref": f"{PLACE}{prefix}{kind}", "components": {"schemas": found}}
    return jsonschema_rs.validator_for(document)


@pytest.mark.parametrize(("name", "seats", "options"), CASES[:: len(CASES) // 12], ids=label)
def test_views_moves_and_news_have_their_shape(name: str, seats: int, options: Options) -> None:
    view, move, news = (validator(name, kind) for kind in ("View", "Move", "News"))
    game, rng = GAMES[name], random.Random(seats)
    s: Any = game.new(seats, options)
    while s.turn != OVER:
        answer = random_answer(s, rng)
        move.validate(describe(answer))
        s.news = []
        play(s, answer)
        seat = rng.choice([None, *range(seats)])
        for each in s.news:
            if (told := heard(each, seat)) is not None:
                news.validate(describe(told))
        if rng.randrange(20) == 0 or s.turn == OVER:
            view.validate(game.view(s, seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_field_that_nobody_declared_is_found(name: str) -> None:
    game = GAMES[name]
    seen = game.view(game.new(2, {}), None)
    assert validator(name, "View").is_valid(seen)
    assert not validator(name, "View").is_valid(seen | {"secret": 1})
    assert not validator(name, "View").is_valid(seen | {"phase": "tea"})


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_news_is_listed(name: str) -> None:
    listed = set(GAMES[name].news.values())
    modules = {kind.__module__ for kind in listed}
    assert listed == {kind for kind in News.__subclasses__() if kind.__module__ in modules}


def test_a_table_adds_its_own_news() -> None:
    found = schemas(GAMES["hadara"], TookBack)["HadaraNews"]
    assert found["discriminator"]["mapping"]["took-back"] == f"{PLACE}HadaraTookBackNews"


def test_names_of_one_topic_are_told_apart() -> None:
    found = schemas(GAMES["hadara"])
    assert found["HadaraSideName"]["enum"] == ["A", "B"]
    assert found["HadaraCarveMove"]["properties"]["side"]["enum"] == ["up", "down"]


def test_a_dict_by_any_string_may_have_any_key() -> None:
    assert Book("").of_type(dict[str, int])["additionalProperties"] == {"type": "integer"}


@pytest.mark.parametrize("name", GAMES)
def test_the_type_of_a_view_is_at_hand(name: str) -> None:
    game = GAMES[name]
    assert game.view(game.new(2, {}), None).keys() == get_type_hints(game.view_type).keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_view_is_told_of(name: str) -> None:
    views = (each for key, each in schemas(GAMES[name]).items() if key.endswith("View"))
    for view in views:
        for field, told in view["properties"].items():
            assert told.get("description"), field
