"""Several people at one keyboard: nobody sees another's secret."""

from pathlib import Path

from cradle.terminal import game_loop
from cradle.terminal.session import Session
from tests.terminal.desk import Memory, session

TWO = ["human:Ana", "human:Bob"]


def hands(playing: Session) -> list[list[str]]:
    """What both have drawn, as it is shown."""
    views = [playing.table.view(seat) for seat in (0, 1)]
    return [[each["card"].replace("-", " ", 1) for each in v["own"]["hand"]] for v in views]


def shown_to_others(screen: Memory, name: str, drawn: list[str]) -> list[list[str]]:
    """The pictures that show these cards and aren't made for the one who drew them."""
    return [
        picture
        for picture in screen.pictures
        if any(card in line for card in drawn for line in picture)
        and not any(f"▸ {name} ·" in line for line in picture)
    ]


def test_the_draft_is_hidden_between_people(tmp_path: Path) -> None:
    screen = Memory(["1", "", "1", "", "1"])
    playing = session("hadara", TWO, tmp_path, screen)
    game_loop.go_on(playing)  # the first player sets the wheel
    drawn = hands(playing)
    assert all(len(hand) == 2 for hand in drawn)
    game_loop.go_on(playing)
    game_loop.go_on(playing)
    assert "Pass the keyboard" in screen.text
    assert screen.hidden >= 2
    for name, hand in zip(("A Ana", "B Bob"), drawn, strict=True):
        laid = [card for card in hand if card in screen.pictures[-1]]
        assert shown_to_others(screen, name, [c for c in hand if c not in laid]) == []


def test_the_curtain_names_who_comes_next(tmp_path: Path) -> None:
    screen = Memory(["1", "1", "", "1", ""])
    game_loop.run(session("hadara", TWO, tmp_path, screen))
    curtains = [picture for picture in screen.pictures if picture and "Pass the" in picture[0]]
    assert curtains
    assert all(len(picture) == 1 for picture in curtains)


def test_without_secrets_nobody_waits(tmp_path: Path) -> None:
    screen = Memory(["hunt 1", "hunt 1", "forest 1"])
    game_loop.run(session("stone-age", TWO, tmp_path, screen))
    assert "Pass the keyboard" not in screen.text
    assert screen.typed == []


def test_one_person_among_bots_is_never_hidden(tmp_path: Path) -> None:
    screen = Memory(["1"] * 20)
    game_loop.run(session("hadara", ["human", "random", "random"], tmp_path, screen))
    assert screen.hidden == 0
