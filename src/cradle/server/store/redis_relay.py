"""Notices between processes by Redis, or Valkey, where the database shouldn't carry them."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import redis
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cradle.server.store.relays import Ears, Topics

LOGGER = logging.getLogger("cradle.server")
CONNECT_S = 5.0
PING_S = 10.0  # A line on which nothing comes is tried so often.


def check(url: str) -> str | None:
    """Why nobody answers at an address, in one line; None if somebody does."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=CONNECT_S) as client:
            client.ping()
    except (RedisError, ValueError, OSError) as error:
        return (str(error).splitlines() or ["?"])[0].rstrip(".")
    return None


class RedisRelay:
    """A relay by Redis."""

    def __init__(self, url: str, channel: str, ears: Ears) -> None:
        self.url = url
        self.channel = channel
        self.ears = ears
        self.outgoing = Topics()

    def _client(self) -> Redis:
        return Redis.from_url(self.url, socket_connect_timeout=CONNECT_S, decode_responses=True)

    def send(self, topics: Iterable[str]) -> None:
        """Have topics told elsewhere."""
        self.outgoing.add(topics)

    async def receive_all(self) -> None:
        """Hear what others say, for as long as Redis is there."""
        try:
            async with self._client() as client, client.pubsub() as heard:
                await heard.subscribe(self.channel)
                while True:
                    message = await heard.get_message(timeout=PING_S)
                    if message is None:
                        await heard.ping()
                    elif message["type"] == "subscribe":
                        self.ears.look()
                    elif message["type"] == "message":
                        self.outgoing.hear(self.ears, message["data"])
        except (RedisError, OSError):
            LOGGER.warning("no notices from other processes for a moment")

    async def send_all(self) -> None:
        """Say what was called here, for as long as Redis is there."""
        try:
            async with self._client() as client:
                while True:
                    await client.publish(self.channel, await self.outgoing.next())
        except (RedisError, OSError):
            LOGGER.warning("no notices to other processes for a moment")
