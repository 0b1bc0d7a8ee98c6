"""Write docs/rules/ from the English clauses, or with --check tell whether they are stale."""

import json
import sys
from pathlib import Path
from typing import Any

from cradle.games import BUILT_IN
from cradle.i18n import title

ROOT = Path(__file__).parent.parent
CLAUSES = ROOT / "src" / "cradle" / "i18n" / "rules"
DOCS = ROOT / "docs" / "rules"
GAMES = [each.name for each in BUILT_IN]


def clause(key: str, words: dict[str, str]) -> str:
    """One clause as Markdown: its id and title, its text and, where there is one, its ruling."""
    ruling = f"\n\n*Ruling*: {words['ruling']}" if "ruling" in words else ""
    return f"**{key} {words['title']}.** {words['text']}{ruling}\n"


def page(game: str) -> str:
    """The whole page of a game, chapter by chapter."""
    book: dict[str, Any] = json.loads((CLAUSES / f"{game}.en.json").read_text(encoding="utf-8"))
    lines = [f"# {title('en', game)}: the rules, clause by clause\n"]
    for chapter in book["chapters"]:
        lines.append(f"## {chapter['id']} {chapter['title']}\n")
        lines += [clause(key, book["clauses"][key]) for key in chapter["clauses"]]
    return "\n".join(lines)


def stale() -> list[str]:
    """The games whose page is missing or differs from its clauses."""
    files = {game: DOCS / f"{game}.md" for game in GAMES}
    return [
        game
        for game, file in files.items()
        if not file.exists() or file.read_text(encoding="utf-8") != page(game)
    ]


def main(arguments: list[str]) -> int:
    """Write what is stale, or only name it and fail."""
    found = stale()
    if "--check" in arguments:
        if found:
            print(f"docs/rules is stale ({', '.join(found)}): run python scripts/rules_docs.py")
        return int(bool(found))
    for game in found:
        (DOCS / f"{game}.md").write_text(page(game), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
