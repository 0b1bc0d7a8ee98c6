"""Saved games: kept after every move, and one clear line for a broken file."""

import json
from pathlib import Path

import pytest

from cradle.cli import main
from cradle.table import Refusal
from cradle.terminal import game_loop, saves
from cradle.terminal.game_loop import INTERRUPTED
from tests.terminal.desk import Memory, piped, session


def test_every_move_is_kept(tmp_path: Path) -> None:
    screen = Memory(["hunt 1", "forest 2"])
    playing = session("stone-age", ["human", "random"], tmp_path, screen)
    kept: list[int] = []
    write = playing.keep

    def keep() -> None:
        write()
        kept.append(len(json.loads(playing.path.read_text("utf-8"))["table"]["record"]))

    playing.keep = keep  # type: ignore[method-assign]
    game_loop.run(playing)
    assert kept[-1] == len(playing.table.entries)
    assert len(kept) > 3
    assert kept == sorted(kept)


def test_ctrl_c_keeps_the_game_too(tmp_path: Path) -> None:
    class Interrupted(Memory):
        def ask(self, prompt: str, helper: object = None) -> str:
            raise KeyboardInterrupt

    screen = Interrupted()
    playing = session("hadara", ["human", "random"], tmp_path, screen)
    assert game_loop.run(playing) == INTERRUPTED
    assert saves.read(playing.path).table.record == playing.table.record
    assert str(playing.path) in screen.text


def good(tmp_path: Path) -> dict[str, object]:
    path = tmp_path / "good.json"
    piped([f"save {path}"])
    found: dict[str, object] = json.loads(path.read_text("utf-8"))
    return found


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"cradle": 1}',
        b'{"cradle": 2}',
        b'{"cradle": 1, "who": [], "seed": 1, "lang": "en", "tables": "", "table": {}}',
    ],
)
def test_a_broken_file_is_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    assert main(["play", "--resume", str(path)]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("who", ["human"]),
        ("who", [1, 2]),
        ("who", ["human", "nobody"]),
        ("seed", "7"),
        ("table", {}),
        ("tables", "/no/such/folder"),
    ],
)
def test_a_changed_file_is_one_line(
    part: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(good(tmp_path) | {part: value}), encoding="utf-8")
    assert main(["play", "--resume", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_file_or_a_folder_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (tmp_path / "none.json", tmp_path, Path("last")):
        assert main(["play", "--resume", str(name), "--lang", "en"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_said_first_and_last(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be", encoding="utf-8")
    shown = piped(["hunt 1", "forest 1"])
    assert shown.count("can’t be written") == 2  # with the first picture, and on leaving
    assert "saved after every move" not in shown
    assert "--resume" not in shown
    assert "sent 1 person to the hunt" in shown


def test_a_folder_that_can_be_written_again_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    screen = Memory(["hunt 1"])
    playing = session("stone-age", ["human", "random"], tmp_path, screen)
    playing.path = tmp_path / "file" / "game.json"
    playing.keep()
    assert "written" in str(playing.trouble)
    (tmp_path / "file").unlink()
    game_loop.run(playing)
    assert not playing.trouble
    assert saves.read(playing.path).table.record == playing.table.record


def test_resume_goes_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["hadara"], ["--seats", "2"], ["--seed", "0"], ["--components", "x"]):
        assert main(["play", "--resume", "last", "--lang", "en", *more]) == 2
        assert "--resume continues a game as it is" in capsys.readouterr().err


def test_a_bot_that_gives_no_answer_is_told_of(tmp_path: Path) -> None:
    shown = piped(["hunt 1", "forest 1"], seats=f"human,program:{tmp_path}/nothing")
    assert shown.count("gives no answer") >= 1


def test_saving_elsewhere_may_fail_with_one_line(tmp_path: Path) -> None:
    shown = piped([f"save {tmp_path}"])
    assert "✗" in shown


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "human,nobody"},
        {"seats": "human"},
        {"seats": "9"},
        {"game": "chess"},
        {"option": ["nonsense"]},
        {"option": ["repeat_hunting=maybe"]},
        {"components": "/no/such/folder", "game": "hadara"},
        {"seats": "human:" + "x" * 99 + ",random"},
    ],
)
def test_a_wrong_setup_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        piped([], **wrong)
    assert "\n" not in str(refused.value)
