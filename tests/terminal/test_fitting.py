"""Everything fits: the whole picture at 100×30 through whole games, at every number of players."""

from pathlib import Path

import pytest

from cradle.terminal import game_loop, picture, scores
from cradle.terminal.layout import width_of
from cradle.terminal.menu import Menu
from cradle.terminal.session import Session
from tests.terminal.desk import Memory, each_decision, humans, session

TABLES: list[tuple[str, int, dict[str, str]]] = [
    *(("stone-age", seats, {}) for seats in (2, 3, 4)),
    *(("hadara", n, {"mode": mode}) for n in (2, 3, 4, 5) for mode in ("first", "advanced")),
]


def draw(playing: Session) -> None:
    playing.menu = Menu(playing.context(), playing.face)
    lines = picture.whole(playing)
    width, height = playing.screen.size
    assert width_of(lines) <= width, max(lines, key=lambda line: line.cell_len).plain
    assert len(lines) + picture.PROMPT_ROWS <= max(height, 30), "\n".join(x.plain for x in lines)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_the_picture_fits_100_by_30(
    game: str, seats: int, options: dict[str, str], tmp_path: Path
) -> None:
    playing = session(game, humans(seats), tmp_path, Memory(), **options)
    each_decision(playing, seats, lambda seat: draw(playing), every=3)
    end = scores.standing(playing)
    assert width_of(end) <= 100
    assert len(end) + game_loop.LEFT <= 30


@pytest.mark.parametrize("lang", ["de", "fr", "cs"])
@pytest.mark.parametrize(("game", "seats"), [("stone-age", 4), ("hadara", 5)])
def test_it_fits_in_every_language(game: str, seats: int, lang: str, tmp_path: Path) -> None:
    playing = session(game, humans(seats), tmp_path, Memory(), lang)
    each_decision(playing, 3, lambda seat: draw(playing), every=15, most=500)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 10), (160, 50)])
@pytest.mark.parametrize(("game", "seats"), [("stone-age", 4), ("hadara", 5)])
def test_other_sizes_break_nothing(
    game: str, seats: int, size: tuple[int, int], tmp_path: Path
) -> None:
    playing = session(game, humans(seats), tmp_path, Memory(size=size), "de")
    each_decision(playing, 5, lambda seat: draw(playing), every=20, most=400)


@pytest.mark.parametrize(("game", "seats"), [("stone-age", 4), ("hadara", 5)])
def test_nothing_is_cut_at_80_by_24(game: str, seats: int, tmp_path: Path) -> None:
    playing = session(game, humans(seats), tmp_path, Memory(size=(80, 24)))

    def whole(seat: int) -> None:
        board = playing.face.board(playing.context(), 80, 24)
        assert not [line.plain for line in board if line.plain.rstrip().endswith("…")]
        assert len(board) <= 15

    each_decision(playing, 5, whole, every=10, most=400)
