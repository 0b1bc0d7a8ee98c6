"""Count in docs/rules/components.md how far the printed numbers can be trusted.

`--check` writes nothing and fails if the counts are stale.
"""

import sys
from collections import Counter
from pathlib import Path

from cradle.games import GAMES

PAGE = Path(__file__).parent.parent / "docs" / "rules" / "components.md"
WORDS = ("rulebook", "reported", "inferred", "reconstructed")
MARK = "<!-- counted by scripts/components_docs.py -->\n"


def weakest(provenance: str) -> str:
    """The weakest word in a row's provenance."""
    return max((word for word in WORDS if word in provenance), key=WORDS.index)


def section(name: str) -> list[str]:
    """One game's files, with the number of rows of each trust."""
    game = GAMES[name]
    lines = [
        f"\n## {name}\n",
        f"| file | {' | '.join(WORDS)} |",
        "| --- |" + " ---: |" * len(WORDS),
    ]
    for file, rows in game.rows(game.components).items():
        counts = Counter(weakest(row["provenance"]) for row in rows)
        lines.append(f"| `{file}` | {' | '.join(str(counts[word] or '') for word in WORDS)} |")
    return lines


def page() -> str:
    """The page with its counts made again; what stands above the mark is written by hand."""
    prose = PAGE.read_text("utf-8").partition(MARK)[0]
    return prose + MARK + "\n".join(line for name in GAMES for line in section(name)) + "\n"


def main(check: bool) -> int:
    """Write the page, or say whether it is fresh."""
    fresh = page()
    if not check:
        PAGE.write_text(fresh, "utf-8", newline="\n")
    elif PAGE.read_text("utf-8") != fresh:
        print("docs/rules/components.md is stale: run python scripts/components_docs.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
