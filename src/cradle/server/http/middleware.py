"""Around every request: safe headers, limits of size and number, one line of log."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cradle.server.http.auth import address, language_of
from cradle.server.http.limits import Limits
from cradle.server.http.refusals import refusal
from cradle.server.http.static import HOME, trusted_scripts
from cradle.server.http.turnstile import Passage, Turnstile
from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings, listed
from cradle.server.store.database import AWAY, unavailable

LOGGER = logging.getLogger("cradle.server")
ACCESS = logging.getLogger("cradle.access")
MOST_BODY = 65_536
TOO_MANY = 429
GONE = "the handler is closed"  # As uvloop says it.
GONE_S = 5.0
UNLIMITED = ("/healthz", "/readyz", "/metrics")
CSP = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SECURE_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}


def headers_of(settings: ServerSettings) -> dict[str, str]:
    """What every answer has."""
    policy = {"Content-Security-Policy": CSP.format(scripts=trusted_scripts(HOME))}
    return SAFE_HEADERS | policy | (SECURE_HEADERS if settings.secure else {})


def allow_origins(app: Starlette, settings: ServerSettings) -> None:
    """Let pages of the origins a host names read our answers, refusals included."""
    app.add_middleware(
        CORSMiddleware,
        allow_origins=listed(settings.origins),
        allow_credentials=True,
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Retry-After"],
    )


class Cut(Exception):
    """No more of a request is read."""


def too_large(most: int) -> Problem:
    """More came than may come."""
    return Problem(413, "too-large", most=most)


class Guard:
    """The first to see a request and the last to see its answer."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, limits: Limits, metrics: Metrics
    ) -> None:
        self.app = app
        self.headers = headers_of(settings)
        self.origins = bool(settings.origins)
        self.slow_s = settings.slow_s
        self.most_record = settings.record_kb * 1024 * 2  # In JSON, a line's end takes two.
        self.limits = limits
        self.metrics = metrics
        self.turnstile = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "http":
            await GuardedRequest(self, scope, receive, send).run()
        elif scope["type"] == "websocket":
            await self._shake_hands(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _shake_hands(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in when it is its turn; once it is, or isn't, others have theirs."""
        async with self.turnstile.turn(address(HTTPConnection(scope))) as turn:

            async def answer(message: Message) -> None:
                turn.end()
                await send(message)

            await self.app(scope, receive, answer)


class GuardedRequest:
    """One request on its way through the guard."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        self.guard = guard
        self.scope = scope
        self.inner_receive = receive
        self.inner_send = send
        self.begun = time.perf_counter()
        self.status = 0
        self.size = 0
        self.cut: Problem | None = None
        self.arrived = False
        self.deadline = 0.0
        self.body: Message | None = None
        self.caller = address(HTTPConnection(scope))
        self.turn: Passage | None = None
        path: str = scope["path"]
        self.path = path
        self.most = max(guard.most_record if path == "/api/records" else 0, MOST_BODY)

    async def run(self) -> None:
        """Count it, cap it, pass it on, and write a line about it."""
        try:
            self._check()
            await self._pass_on()
            if self.cut is not None:
                raise Cut
        except Problem as problem:
            await self._refuse(problem)
        except Cut:
            why, self.cut = self.cut or too_large(self.most), None
            await self._refuse(why)
        except AWAY as error:
            await self._refuse(unavailable(error))
        except Exception:  # Not left to the framework, which would close the connection after it.
            self.guard.metrics.faults.inc()
            LOGGER.exception("fault at %s", self.path[:200])
            await self._refuse(Problem(500, "fault"))
        finally:
            self._write_down()

    async def _pass_on(self) -> None:
        """Pass it on when it is its turn; whoever asks whether the server lives doesn't wait."""
        if self.path in UNLIMITED:
            await self.guard.app(self.scope, self.receive, self.send)
            return
        self.body = await self._whole_body()
        async with self.guard.turnstile.turn(self.caller) as self.turn:
            await self.guard.app(self.scope, self.receive, self.send)

    async def _whole_body(self) -> Message:
        """All of the body: a slow line keeps its sender waiting, and nobody else."""
        parts = list[bytes]()
        while not self.arrived:
            message = await self.receive()
            if message["type"] != "http.request":
                return message
            parts.append(message.get("body", b""))
        return {"type": "http.request", "body": b"".join(parts), "more_body": False}

    def _check(self) -> None:
        limits, caller = self.guard.limits, self.caller
        if self.path not in UNLIMITED:
            limits.take(self._kind(), caller)
        length = self._length()
        if length > self.most:
            raise too_large(self.most)
        if length > MOST_BODY:  # To read it takes long, so it is counted before.
            limits.take("upload", caller)

    def _kind(self) -> str:
        """What it counts as: whoever only loads the page again has asked for many files."""
        return "request" if self.path.startswith("/api") else "file"

    def _length(self) -> int:
        """How much is said to come; where that isn't said, the most that may."""
        headers = dict(self.scope["headers"])
        if b"transfer-encoding" in headers:
            return self.most
        length = headers.get(b"content-length", b"0")
        return int(length) if length.isdigit() else 0

    async def receive(self) -> Message:
        """The body, or its next part, as long as it isn't too much and doesn't take too long."""
        if self.body is not None:
            message, self.body = self.body, None
            return message
        message = await (self.inner_receive() if self.arrived else self._next_part())
        self.size += len(message.get("body", b""))
        self.arrived = not message.get("more_body", False)
        if self.size > self.most:
            self.cut = too_large(self.most)
            raise Cut
        return message

    async def _next_part(self) -> Message:
        late = asyncio.get_running_loop().time() + self.guard.slow_s
        self.deadline = self.deadline or late
        try:
            async with asyncio.timeout_at(self.deadline):
                return await self.inner_receive()
        except TimeoutError:
            if self.status:
                return {"type": "http.disconnect"}
            self.cut = Problem(408, "too-slow", seconds=self.guard.slow_s)
            raise Cut from None

    async def send(self, message: Message) -> None:
        """Add what every answer has; nothing but the refusal after the request was cut."""
        if self.cut is not None:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            if self.turn is not None:
                self.turn.end()
            if self.status == TOO_MANY:
                await self.guard.limits.hold(self.caller)
            headers = MutableHeaders(scope=message)
            for name, value in self.guard.headers.items():
                headers.setdefault(name, value)
            if self.guard.origins:
                headers.add_vary_header("Origin")
            if self.path.startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
        try:
            await self.inner_send(message)
        except RuntimeError as error:
            if GONE not in str(error):
                raise
            await self._hear_end()

    async def _hear_end(self) -> None:
        """The client is gone; wait until uvicorn knows, or it takes the answer for forgotten."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GONE_S):
                while (await self.inner_receive())["type"] != "http.disconnect":
                    pass

    async def _refuse(self, problem: Problem) -> None:
        if self.status:
            return
        self.guard.metrics.refused.labels(problem.key).inc()
        connection = HTTPConnection(self.scope)
        answer = refusal(problem, language_of(connection, None))
        await answer(self.scope, self.inner_receive, self.send)

    def _write_down(self) -> None:
        method = self.scope["method"]
        known = method if method in ("GET", "POST", "PUT", "PATCH", "DELETE") else "OTHER"
        self.guard.metrics.requests.labels(known, str(self.status)).inc()
        ACCESS.info(
            "request",
            extra={
                "method": known,
                "path": self.path[:200],
                "status": self.status,
                "ms": round((time.perf_counter() - self.begun) * 1000, 1),
            },
        )
