"""A live terminal: completion, preview, history, and colours that can be switched off."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console
from rich.text import Text

from cradle.terminal import game_loop
from cradle.terminal.helper import Helper
from cradle.terminal.line_editor import WordCompleter, WordSuggester
from cradle.terminal.screens import Live, Plain, clean, make_screen
from tests.terminal.desk import Memory, session


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def helper() -> Helper:
    words = ["forest", "field", "hunt"]

    def complete(typed: str) -> list[str]:
        return [word for word in words if word.startswith(typed)] if typed else words

    return Helper(complete, lambda typed: typed.upper())


def test_a_line_is_typed_with_completion(keys: PipeInput) -> None:
    keys.send_text("hu\t\n")
    assert Live(True, None).ask("> ", helper()) == "hunt"


def test_a_bare_line_is_typed_without_history(keys: PipeInput) -> None:
    keys.send_text("Ana\n")
    assert Live(False, None).ask("> ") == "Ana"


def test_history_is_kept_until_somebody_else_comes(keys: PipeInput, tmp_path: Path) -> None:
    live = Live(True, tmp_path / "history")
    keys.send_text("hunt\n")
    live.ask("> ", helper())
    live.console = Console(file=io.StringIO())
    live.hide()
    keys.send_text("\x1b[A\n")
    assert live.ask("> ", helper()) == ""


def test_words_and_ghost() -> None:
    found = WordCompleter(helper()).get_completions(Document("f"), CompleteEvent())
    assert [each.text for each in found] == ["forest", "field"]
    ghost = WordSuggester(helper()).get_suggestion(None, Document("hu"))  # type: ignore[arg-type]
    assert ghost is not None
    assert ghost.text == "nt"
    assert WordSuggester(helper()).get_suggestion(None, Document("f")) is None  # type: ignore[arg-type]


def test_without_colour_styles_leave_no_trace(keys: PipeInput) -> None:
    live = Live(False, None)
    live.console = Console(file=io.StringIO(), color_system=None, force_terminal=True)
    live.show([Text("people", style="bold red")])
    assert live.console.file.getvalue() == "people\n"  # type: ignore[attr-defined]


def test_plain_lines_when_piped_or_dumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(make_screen(Tty(), Tty(), True, None), Plain)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert isinstance(make_screen(io.StringIO(), Tty(), True, None), Plain)


def test_a_terminal_is_live(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert isinstance(make_screen(Tty(), Tty(), True, None), Live)


def test_typed_lines_are_cleaned() -> None:
    assert clean("  send \x1b[31m  forest\t3 \n") == "send [31m forest 3"


def test_preview_and_completion_follow_the_menu(tmp_path: Path) -> None:
    screen = Memory(["board"])
    game_loop.run(session("stone-age", ["human", "random"], tmp_path, screen))
    assert screen.helper is not None
    assert "send forest 3" in screen.helper.preview("forest 3")
    assert "Enter" in screen.helper.preview("forest")
    assert "quit" in screen.helper.preview("")
    assert screen.helper.complete("send for") == ["forest"]
    assert screen.helper.complete("fo") == ["forest", "fourth_card"]
    assert screen.helper.complete("forest ") == ["1", "2", "3", "4", "5"]
    assert screen.helper.complete("") == ["send"]
    assert screen.helper.complete("sco") == ["scores"]
    assert screen.helper.complete("lang f") == ["fr"]
    assert "S-P5" in screen.helper.complete("rules s-p")
