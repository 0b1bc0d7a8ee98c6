"""Everything in one file, taken while the server runs; the same file for every database.

A first line names the revision of the schema and the columns of each table, then comes one row a
line, then how many there were. A file of an older revision is read into a database of that very
revision, which then goes the same way as any other.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, LargeBinary, MetaData, Table, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError, StatementError

from cradle.server.store.database import with_snapshots
from cradle.server.store.revisions import NEWEST, migrate_within, newest, revisions
from cradle.table.errors import Refusal
from cradle.table.files import BadFile, trouble

FORMAT = 2
WITHOUT_COLUMNS = 1  # Older files: values stand in the order of the columns.
AT_ONCE = 500
Row = tuple[str, list[Any]]
# What reading a file may end with that isn't a whole backup.
DAMAGED = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, IndexError)


@dataclass(frozen=True)
class Head:
    """The first line: of which revision, and which columns (None: all, in their order)."""

    revision: str
    columns: dict[str, list[str]] | None


def tables_of(connection: Connection) -> MetaData:
    """The tables as they are in this database, whatever its revision."""
    found = MetaData()
    found.reflect(connection)
    return found


def kept(found: MetaData) -> list[Table]:
    """The tables that hold what is ours, each after those it refers to."""
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


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
        raise BadFile(file, Refusal("not-written", reason=error.strerror)) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
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
        tables = kept(tables_of(connection))
        columns = {table.name: table.columns.keys() for table in tables}
        out.write(json.dumps({"cradle": FORMAT, "form": newest(), "columns": columns}) + "\n")
        for line in _lines(connection, tables):
            out.write(json.dumps(line) + "\n")
            rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")
    return rows


def _lines(connection: Connection, tables: list[Table]) -> Iterator[list[Any]]:
    for table in tables:
        order = list(table.primary_key.columns)
        for row in connection.execute(select(table).order_by(*order)):
            plain = [base64.b64encode(v).decode() if isinstance(v, bytes) else v for v in row]
            yield [table.name, plain]


def check(file: Path) -> int:
    """Whether a file is a whole backup, or `BadFile`; how many rows it has."""
    return sum(1 for _ in _read(file)) - 1


def restore(engine: Engine, file: Path) -> int:
    """Read a backup into an empty database, all or nothing; how many rows that was."""
    check(file)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _clear(connection)
        try:
            return _restore(connection, _read(file))
        except (IntegrityError, DataError, KeyError, ValueError, TypeError) as error:
            raise BadFile(file, "restore-form") from error
        except StatementError as error:
            if isinstance(error.orig, TypeError | ValueError):
                raise BadFile(file, "restore-form") from None
            raise


def _clear(connection: Connection) -> None:
    """Drop all tables, if there is nothing in them."""
    found = tables_of(connection)
    for table in kept(found):
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise Refusal("restore-full", table=table.name)
    found.drop_all(connection)


def _restore(connection: Connection, lines: Iterator[Head | Row]) -> int:
    head = next(lines)
    assert isinstance(head, Head)
    migrate_within(connection, head.revision)
    rows = (line for line in lines if not isinstance(line, Head))
    count = _insert(connection, head, rows)
    migrate_within(connection, NEWEST)
    return count


def _insert(connection: Connection, head: Head, rows: Iterator[Row]) -> int:
    count, found = 0, tables_of(connection)
    for name, some in groupby(rows, key=lambda row: row[0]):
        table = found.tables[name]
        columns = table.columns.keys() if head.columns is None else head.columns[name]
        while chunk := [_row(table, columns, values) for _, values in islice(some, AT_ONCE)]:
            connection.execute(insert(table), chunk)
            count += len(chunk)
    return count


def _row(table: Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    return {
        name: base64.b64decode(value)
        if isinstance(table.columns[name].type, LargeBinary) and value is not None
        else value
        for name, value in zip(columns, values, strict=True)
    }


def _read(file: Path) -> Iterator[Head | Row]:
    """The head of a backup and all its rows; `BadFile` if it isn't whole."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from _checked(lines)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise BadFile(file, trouble(error)) from None
    except DAMAGED as error:
        raise BadFile(file, "restore-form") from error


def _checked(lines: Iterator[str]) -> Iterator[Head | Row]:
    yield _head(json.loads(next(lines, "")))
    count, end = 0, None
    for line in lines:
        if end is not None:
            raise ValueError
        plain = json.loads(line)
        if isinstance(plain, dict):
            end = plain
        else:
            count += 1
            name, values = plain
            yield str(name), list(values)
    if end != {"rows": count}:
        raise ValueError


def _head(plain: Any) -> Head:
    if plain["cradle"] not in (WITHOUT_COLUMNS, FORMAT) or plain["form"] not in revisions():
        raise ValueError
    return Head(plain["form"], plain["columns"] if plain["cradle"] == FORMAT else None)
