"""What all tables of the database have in common: one list of them, and how things are named."""

from __future__ import annotations

from sqlalchemy import Index, MetaData, text

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = MetaData(naming_convention=NAMING)


def index(name: str, *columns: str, where: str | None = None) -> Index:
    """An index, perhaps of some rows only."""
    some = None if where is None else text(where)
    return Index(name, *columns, sqlite_where=some, postgresql_where=some)


def once(*columns: str) -> Index:
    """No two rows may have the same in these columns, unless the last is empty."""
    named = text(f"{columns[-1]} IS NOT NULL")
    return Index(None, *columns, unique=True, sqlite_where=named, postgresql_where=named)
