"""News between processes: which relay carries them, imported only where several need it."""

from __future__ import annotations

from cradle.server.ids import new_id
from cradle.server.settings import BadSetting, ServerSettings
from cradle.server.store.database import Database
from cradle.server.store.relays import Ears, Relay
from cradle.server.store.shared_values import keep_once

CHANNEL_NAME = "news-channel"


def make_relay(settings: ServerSettings, database: Database, ears: Ears) -> Relay | None:
    """The relay a host has chosen; none where one process is all there is."""
    if settings.news:
        return _make_redis(settings.news, database, ears)
    if database.together:
        return None
    from cradle.server.store.postgres_relay import PostgresRelay

    return PostgresRelay(settings.url, ears)


def _make_redis(url: str, database: Database, ears: Ears) -> Relay:
    try:
        from cradle.server.store.redis_relay import RedisRelay, check
    except ModuleNotFoundError:
        raise BadSetting("--news: needs redis, which the extra `redis` installs") from None
    if (fault := check(url)) is not None:
        raise BadSetting(f"--news: {fault}")
    # Redis may serve others, too, and its channels know no databases.
    channel = database.write_now(lambda c: keep_once(c, CHANNEL_NAME, new_id()))
    return RedisRelay(url, f"cradle/{channel}", ears)
