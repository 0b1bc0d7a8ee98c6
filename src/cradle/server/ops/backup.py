"""Everything in one file, taken while the server runs; the same file for every database."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, LargeBinary, Table, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError, StatementError

from cradle.server.store.database import with_snapshots
from cradle.server.store.revisions import forms, newest, upgrade
from cradle.server.store.schema import METADATA
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, trouble

FORMAT = 1
AT_ONCE = 500
Row = tuple[str, dict[str, Any]]


def save(engine: Engine, file: Path) -> int:
    """Write everything as it is at one moment; how many rows that was."""
    if file.is_dir():
        raise BadFile(file, "is-folder")
    if file.exists() and not file.is_file():
        raise BadFile(file, Refusal("not-written", reason="no plain file"))
    partial = file.with_name(file.name + ".partial")
    try:
        rows = _write(engine, partial)
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BadFile(file, Refusal("not-written", reason=error.strerror)) from None
    return rows


def _write(engine: Engine, file: Path) -> int:
    """Write a file for our eyes only: a backup holds every secret."""
    file.unlink(missing_ok=True)
    file.touch(0o600)
    rows = 0
    with (
        with_snapshots(engine).connect() as connection,
        gzip.open(file, "wt", encoding="utf-8") as out,
    ):
        out.write(json.dumps({"cradle": FORMAT, "form": newest()}) + "\n")
        for line in _lines(connection):
            out.write(json.dumps(line) + "\n")
            rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")
    return rows


def _lines(connection: Connection) -> Iterator[list[Any]]:
    for table in METADATA.sorted_tables:
        order = list(table.primary_key.columns)
        for row in connection.execute(select(table).order_by(*order)):
            plain = [base64.b64encode(v).decode() if isinstance(v, bytes) else v for v in row]
            yield [table.name, plain]


def check(file: Path) -> int:
    """Whether a file is a whole backup, or `BadFile`; how many rows it has."""
    return sum(1 for _ in _rows(file))


def restore(engine: Engine, file: Path) -> int:
    """Read a backup into an empty database, all or nothing; how many rows that was."""
    check(file)
    upgrade(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for table in METADATA.sorted_tables:
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise Refusal("restore-full", table=table.name)
        try:
            return _insert(connection, _rows(file))
        except (IntegrityError, DataError) as error:
            raise BadFile(file, "restore-form") from error
        except StatementError as error:
            if isinstance(error.orig, TypeError | ValueError):
                raise BadFile(file, "restore-form") from None
            raise


def _insert(connection: Connection, rows: Iterator[Row]) -> int:
    count = 0
    for table, some in groupby(rows, key=lambda row: row[0]):
        while chunk := [values for _, values in islice(some, AT_ONCE)]:
            connection.execute(insert(METADATA.tables[table]), chunk)
            count += len(chunk)
    return count


def _rows(file: Path) -> Iterator[Row]:
    """All rows of a backup with their tables; `BadFile` if it isn't whole."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from _checked(lines)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise BadFile(file, trouble(error)) from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError) as error:
        raise BadFile(file, "restore-form") from error


def _checked(lines: Iterator[str]) -> Iterator[Row]:
    head = json.loads(next(lines, ""))
    if head not in [{"cradle": FORMAT, "form": form} for form in forms()]:
        raise ValueError
    count, end = 0, None
    for line in lines:
        if end is not None:
            raise ValueError
        plain = json.loads(line)
        if isinstance(plain, dict):
            end = plain
        else:
            count += 1
            yield plain[0], _row(METADATA.tables[plain[0]], plain[1])
    if end != {"rows": count}:
        raise ValueError


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
