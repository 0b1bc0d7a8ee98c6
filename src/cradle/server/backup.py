"""Everything in one file, taken while the server runs; the same file for every database."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, LargeBinary, Table, func, insert, select

from cradle.server.config import BadSetting
from cradle.server.store.database import with_snapshots
from cradle.server.store.migrate import forms, newest, upgrade
from cradle.server.store.schema import METADATA
from cradle.table.errors import Refusal

FORMAT = 1
AT_ONCE = 500


def save(engine: Engine, file: Path) -> int:
    """Write everything as it is at one moment; how many rows that was."""
    partial = _fresh(file.with_name(file.name + ".partial"))
    rows = 0
    with (
        with_snapshots(engine).connect() as connection,
        gzip.open(partial, "wt", encoding="utf-8") as out,
    ):
        out.write(json.dumps({"cradle": FORMAT, "form": newest()}) + "\n")
        for line in _lines(connection):
            out.write(json.dumps(line) + "\n")
            rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")
    partial.replace(file)
    return rows


def _fresh(file: Path) -> Path:
    """An empty file for our eyes only: a backup holds every secret."""
    try:
        file.unlink(missing_ok=True)
        file.touch(0o600)
    except OSError as error:
        raise BadSetting(f"{file}: {error.strerror}") from None
    return file


def _lines(connection: Connection) -> Iterator[list[Any]]:
    for table in METADATA.sorted_tables:
        order = list(table.primary_key.columns)
        for row in connection.execute(select(table).order_by(*order)):
            plain = [base64.b64encode(v).decode() if isinstance(v, bytes) else v for v in row]
            yield [table.name, plain]


def restore(engine: Engine, file: Path) -> int:
    """Read a backup into an empty database, all or nothing; how many rows that was."""
    upgrade(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for table in METADATA.sorted_tables:
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise Refusal("restore-full", table=table.name)
        return _read(connection, file)


def _read(connection: Connection, file: Path) -> int:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            if head not in [{"cradle": FORMAT, "form": form} for form in forms()]:
                raise Refusal("restore-form")
            return _insert(connection, lines)
    except FileNotFoundError as error:
        raise BadSetting(f"{file}: {error.strerror}") from None
    except (OSError, EOFError, StopIteration, ValueError, KeyError, TypeError) as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal("restore-form") from None


def _insert(connection: Connection, lines: Iterator[str]) -> int:
    waiting: list[dict[str, Any]] = []
    current: Table | None = None
    rows, ended = 0, False
    for line in lines:
        plain = json.loads(line)
        if ended:
            raise Refusal("restore-form")
        if isinstance(plain, dict):
            ended = plain == {"rows": rows}
            continue
        table = METADATA.tables[plain[0]]
        if waiting and (table is not current or len(waiting) >= AT_ONCE):
            connection.execute(insert(current), waiting)  # type: ignore[arg-type]
            waiting = []
        current = table
        waiting.append(_row(table, plain[1]))
        rows += 1
    if waiting and current is not None:
        connection.execute(insert(current), waiting)
    if not ended:
        raise Refusal("restore-form")
    return rows


def _row(table: Table, values: list[Any]) -> dict[str, Any]:
    """The row of these values; what an older form lacks comes last, and has a default."""
    columns = list(table.columns)
    if any(column.server_default is None for column in columns[len(values) :]):
        raise ValueError(table.name)
    pairs = zip(columns[: len(values)], values, strict=True)
    return {
        column.name: base64.b64decode(value)
        if isinstance(column.type, LargeBinary) and value is not None
        else value
        for column, value in pairs
    }
