"""Typing a line in a terminal, with completion, history and a preview of what it would do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from cradle.terminal.helper import Helper

STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "prompt": "bold"})


class WordCompleter(Completer):
    """Completes the word being typed."""

    def __init__(self, helper: Helper) -> None:
        self.helper = helper

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor
        started = "" if typed.endswith(" ") or not typed else typed.split(" ")[-1]
        for word in self.helper.complete(typed):
            yield Completion(word, start_position=-len(started))


class WordSuggester(AutoSuggest):
    """Shows the rest of a word, in grey, as soon as only one is left."""

    def __init__(self, helper: Helper) -> None:
        self.helper = helper

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        typed = document.text
        if not typed or typed.endswith(" "):
            return None
        found = self.helper.complete(typed)
        return Suggestion(found[0][len(typed.split(" ")[-1]) :]) if len(found) == 1 else None


class LineEditor:
    """Asks for lines."""

    def __init__(self, colour: bool, history: Path | None) -> None:
        self.colour = colour
        self.depth = None if colour else ColorDepth.DEPTH_1_BIT
        self.session = self._session(FileHistory(str(history)) if history else InMemoryHistory())
        self.bare = self._session(DummyHistory())

    def _session(self, history: History) -> PromptSession[str]:
        return PromptSession(
            history=history,
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
            style=STYLE,
            color_depth=self.depth,
        )

    def forget(self) -> None:
        """Nobody can look up what somebody else has typed."""
        self.session = self._session(InMemoryHistory())

    def ask(self, prompt: str, helper: Helper | None) -> str:
        """One typed line."""
        if helper is None:
            return self.bare.prompt(prompt)
        preview = helper.preview
        return self.session.prompt(
            prompt,
            completer=WordCompleter(helper),
            auto_suggest=WordSuggester(helper)
            if self.colour
            else None,  # it must look unlike the typed
            bottom_toolbar=lambda: preview(self.session.default_buffer.text),
        )
