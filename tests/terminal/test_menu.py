"""Menus: groups, payments with their points, cards with their prices, pages, and typed words."""

from pathlib import Path
from typing import Any

import pytest

from cradle.hadara.state import State as HadaraState
from cradle.kernel.notation import clause_of
from cradle.kernel.step import settle
from cradle.stone_age.buildings import BUY_BUILDING
from cradle.stone_age.civilization import BUY_CARD
from cradle.stone_age.gathering import ADD_TOOLS
from cradle.stone_age.state import State as StoneAgeState
from cradle.terminal.menu import Menu, completions, plain
from cradle.terminal.session import Session
from tests.terminal.desk import Memory, humans, session


def stone_age(tmp_path: Path, lang: str = "en") -> tuple[Session, StoneAgeState]:
    playing = session("stone-age", humans(2), tmp_path, Memory(), lang)
    playing.viewer = 0
    state = playing.table.state
    assert isinstance(state, StoneAgeState)
    return playing, state


def asked(playing: Session, state: Any, step: Any) -> Menu:
    """The menu of a step laid on top."""
    state.stack.append(step)
    settle(state)
    return Menu(playing.context(), playing.face)


def shown(menu: Menu, rows: int = 99) -> str:
    return "\n".join(line.plain for line in menu.lines(100, rows))


@pytest.mark.rule("S-A9")
def test_payments_for_a_building_tell_their_points(tmp_path: Path) -> None:
    playing, state = stone_age(tmp_path)
    state.tops = (25, *state.tops[1:])  # 1 to 7 resources of any kinds
    state.players[0].stock = [3, 2, 2, 2]
    menu = asked(playing, state, BUY_BUILDING[0][0])
    first = menu.choices[0].label.plain
    assert first.endswith("→ 33 points")  # 2 gold, 2 stone, 2 clay, 1 wood
    assert menu.choices[-1].label.plain.startswith("Leave")
    assert len(menu.find("2 wood 1 gold")) == 1
    assert len(menu.find("pay 1 gold 2 wood")) == 1
    assert menu.find("999") == []


def test_a_long_menu_has_pages(tmp_path: Path) -> None:
    playing, state = stone_age(tmp_path)
    state.tops = (25, *state.tops[1:])
    state.players[0].stock = [7, 7, 7, 7]
    menu = asked(playing, state, BUY_BUILDING[0][0])
    assert len(menu.choices) > 300
    first = shown(menu, 6)
    assert len(first.splitlines()) == 6
    menu.turn()
    second = shown(menu, 6)
    assert first != second
    assert "more" in second
    for _ in range(30):
        menu.turn()
        assert "of 330" in shown(menu, 6)
    assert menu.find("330") == menu.choices[329].moves


@pytest.mark.rule("S-A8")
def test_payments_for_a_card_start_with_the_cheapest(tmp_path: Path) -> None:
    playing, state = stone_age(tmp_path)
    state.players[0].stock = [2, 1, 1, 1]
    menu = asked(playing, state, BUY_CARD[0][1])
    assert menu.choices[0].label.plain.startswith("Pay 2 wood")
    assert "price 2" in playing.face.about(menu.ctx)[0].plain


@pytest.mark.rule("S-A7")
def test_tools_tell_what_they_bring(tmp_path: Path) -> None:
    playing, state = stone_age(tmp_path)
    state.players[0].tools = 3
    state.roll = (2, 3)
    menu = asked(playing, state, ADD_TOOLS[0][0])
    labels = [choice.label.plain for choice in menu.choices]
    assert labels[0].endswith("→ 1 wood")
    assert labels[1].endswith("→ 2 wood")
    assert playing.face.about(menu.ctx)[0].plain == "⚁2 ⚂3 = 5"


@pytest.mark.parametrize(("lang", "typed"), [("de", "wald 2"), ("fr", "foret 2"), ("cs", "les 2")])
def test_places_have_the_names_of_ones_language(lang: str, typed: str, tmp_path: Path) -> None:
    playing, state = stone_age(tmp_path, lang)
    playing.viewer = state.turn
    menu = Menu(playing.context(), playing.face)
    assert [move.text for move in menu.find(typed)] == ["send forest 2"]
    assert plain(typed.split()[0]) in map(plain, completions(menu.ctx, menu.moves, typed[:3]))


def test_plain_words() -> None:
    assert plain("Hliniště na Řece") == "hliniste_na_rece"


def hadara(tmp_path: Path) -> tuple[Session, HadaraState]:
    playing = session("hadara", humans(2), tmp_path, Memory())
    playing.viewer = 0
    state = playing.table.state
    assert isinstance(state, HadaraState)
    return playing, state


@pytest.mark.rule("H-U2")
def test_statues_are_grouped_when_there_are_many(tmp_path: Path) -> None:
    from cradle.hadara.statues import CARVE_STATUE

    playing, state = hadara(tmp_path)
    state.players[0].tracks[2] = 30
    menu = asked(playing, state, CARVE_STATUE[0])
    assert [len(choice.moves) for choice in menu.choices] == [8, 8, 8, 8, 1]
    assert menu.choices[-1].label.plain.strip() == "Pass"
    assert len(menu.find("1 3")) == 1
    assert len(menu.find("carve 12 income down")) == 1
    assert (
        "4 points" in Menu(playing.context(), playing.face, menu.choices[2].moves).choices[1].label
    )


@pytest.mark.rule("H-F2")
def test_cards_to_remove_are_grouped_by_colour(tmp_path: Path) -> None:
    from cradle.hadara.feeding import RemoveCards

    playing, state = hadara(tmp_path)
    player = state.players[0]
    player.cards = (0, 1, 2, 3, 4, 30, 31, 32, 33, 34, 60)
    player.counts = [5, 5, 1, 0, 0]
    menu = asked(playing, state, RemoveCards(0, 0))
    assert [len(choice.moves) for choice in menu.choices] == [5, 5, 1]
    assert "fed" in playing.face.about(menu.ctx)[0].plain


def test_medals_tell_price_and_worth(tmp_path: Path) -> None:
    from cradle.hadara.medals import BuyMedals

    playing, state = hadara(tmp_path)
    state.players[0].coins = 20
    state.players[0].tracks = [7, 1, 1, 1]
    menu = asked(playing, state, BuyMedals(0))
    assert "−2 coins now worth 4" in shown(menu)
    assert "gold" in shown(menu)


def test_every_kind_of_move_has_its_clause(tmp_path: Path) -> None:
    from cradle import i18n
    from tests.terminal.desk import each_decision

    for game, seats, options in (
        ("stone-age", 3, {"decline_any_action": True}),
        ("hadara", 3, {"mode": "advanced"}),
    ):
        playing = session(game, humans(seats), tmp_path, Memory(), **options)

        def told(seat: int, playing: Session = playing) -> None:
            ctx = playing.context()
            for move in ctx.moves:
                assert i18n.clause(playing.table.game.name, clause_of(move, ctx.step))

        each_decision(playing, 2, told, most=600)
