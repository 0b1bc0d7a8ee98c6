"""Write what the games say about themselves into the pages that show it.

The tables of docs/notation.md and docs/views.md are made from the classes. `--check` writes
nothing and fails if they are stale.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from cradle.description import SpokenFacts, describe_game
from cradle.games import GAMES
from cradle.kernel.notation import verb
from cradle.schema import Book, camel

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ("notation.md", "views.md", "positions.md")
BLOCK = re.compile(r"<!-- (\w+): ([\w-]+) -->\n.*?<!-- /\1 -->\n", re.DOTALL)


def moves(game: str) -> Iterator[str]:
    """A table of a game's verbs."""
    told = describe_game(GAMES[game])
    yield from ("| move | clause | |", "| --- | --- | --- |")
    for word, facts in told["moves"].items():
        yield f"| `{usage(word, facts)}` | {clause(facts)} | {doc(GAMES[game].grammar[word])} |"


def steps(game: str) -> Iterator[str]:
    """A table of the steps at which somebody answers."""
    kinds = {verb(kind): kind for kind in GAMES[game].kinds.values()}
    yield from ("| step | who answers | clause | |", "| --- | --- | --- | --- |")
    for word, facts in describe_game(GAMES[game])["steps"].items():
        who = {"one": "a seat", "several": "several seats at once", "chance": "chance"}
        said = re.sub(r"^[HS]-[^:]*: ", "", doc(kinds[word]))
        yield f"| `{word}` | {who[facts['asks']]} | {facts['clause']} | {said} |"


def news(game: str) -> Iterator[str]:
    """A table of all that can be told."""
    yield from ("| news | fields | clause | |", "| --- | --- | --- | --- |")
    for word, facts in describe_game(GAMES[game])["news"].items():
        fields = ", ".join(f"`{field['name']}`" for field in facts["fields"]) or "–"
        yield f"| `{word}` | {fields} | {clause(facts)} | {doc(GAMES[game].news[word])} |"


def view(game: str) -> Iterator[str]:
    """The types of a view, the whole first."""
    return _types(game, GAMES[game].view_type, Book(camel(game)))


def position(game: str) -> Iterator[str]:
    """The types of a position, the whole first."""
    positions = GAMES[game].positions
    assert positions is not None
    return _types(game, positions.type, Book(camel(game), whole=False))


def _types(game: str, top: Any, book: Book) -> Iterator[str]:
    """A type and those in it, field by field."""
    book.of_type(top)
    found = book.schemas
    for kind in typed_dicts(top):
        name = camel(game) + kind.__name__
        yield from (f"**{name}** {doc(kind)}", "", "| field | type | |", "| --- | --- | --- |")
        for field, schema in found[name]["properties"].items():
            optional = "" if field in found[name]["required"] else "?"
            yield f"| `{field}{optional}` | {shape(schema)} | {schema.get('description', '')} |"
        yield ""


def typed_dicts(kind: Any) -> list[Any]:
    """A type and all TypedDicts in it, each once, in reading order."""
    found = [kind] if is_typeddict(kind) else []
    hints: Iterable[Any] = get_args(kind)
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True).values()
    elif get_origin(kind) is None:
        hints = ()
    return list(dict.fromkeys([*found, *(each for hint in hints for each in typed_dicts(hint))]))


def usage(word: str, facts: SpokenFacts) -> str:
    """How a verb is used: `send PLACE COUNT`."""
    return " ".join([word, *(field["name"].upper() for field in facts["fields"])])


def clause(facts: SpokenFacts) -> str:
    """The clause or clauses behind a verb."""
    if facts["by"] is not None:
        return ", ".join(dict.fromkeys(facts["by"]["clauses"].values()))
    return facts["clause"] or "its step’s"


def shape(schema: dict[str, Any]) -> str:
    """A schema in a word or two."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"{_words(name)}" if name.endswith("Name") else f"**{name}**"
    if "anyOf" in schema:
        return " or ".join(shape(each) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " ".join(f"`{each}`" for each in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {shape(schema['items'])}"
    if schema.get("type") == "object":
        return f"object by name of {shape(next(iter(schema['properties'].values())))}"
    return str(schema["type"])


def _words(name: str) -> str:
    games = "|".join(camel(game) for game in GAMES)
    topic = re.sub(rf"^({games})|Name$", "", name)
    return re.sub(r"(?<!^)([A-Z])", r" \1", topic).lower()


def doc(kind: type) -> str:
    """The first sentence a class says about itself."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def fresh(text: str) -> str:
    """A page with its tables made again."""
    makers = {"moves": moves, "steps": steps, "news": news, "view": view, "position": position}

    def block(found: re.Match[str]) -> str:
        body = "\n".join(makers[found[1]](found[2])).rstrip()
        return f"<!-- {found[1]}: {found[2]} -->\n{body}\n<!-- /{found[1]} -->\n"

    return BLOCK.sub(block, text)


def main(check: bool) -> int:
    """Write the pages, or say whether they are fresh."""
    stale = [name for name in PAGES if fresh(text := (DOCS / name).read_text("utf-8")) != text]
    for name in stale:
        if check:
            print(f"docs/{name} is stale: run python scripts/game_docs.py")
        else:
            page = DOCS / name
            page.write_text(fresh(page.read_text("utf-8")), "utf-8", newline="\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
