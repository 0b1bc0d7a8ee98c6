"""Around every request: safe headers, limits of size and number, one line of log."""

from __future__ import annotations

import logging
import time

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cradle.server.http.auth import address, language_of
from cradle.server.http.limits import Limits
from cradle.server.http.refusals import refusal
from cradle.server.http.shapes.tables import MOST_RECORD
from cradle.server.metrics import Metrics
from cradle.server.problems import Problem
from cradle.server.settings import ServerSettings, listed
from cradle.server.store.database import AWAY, unavailable

LOGGER = logging.getLogger("cradle.server")
ACCESS = logging.getLogger("cradle.access")
MOST_BODY = 65_536
UNLIMITED = ("/healthz", "/readyz", "/metrics")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
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
    "Content-Security-Policy": CSP,
}
SECURE_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}


def headers_of(settings: ServerSettings) -> dict[str, str]:
    """What every answer has."""
    return SAFE_HEADERS | (SECURE_HEADERS if settings.secure else {})


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


class TooLarge(Exception):
    """More came than may come."""


class Guard:
    """The first to see a request and the last to see its answer."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, limits: Limits, metrics: Metrics
    ) -> None:
        self.app = app
        self.headers = headers_of(settings)
        self.origins = bool(settings.origins)
        self.limits = limits
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await GuardedRequest(self, scope, receive, send).run()


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
        self.overflown = False
        path: str = scope["path"]
        self.path = path
        self.most = MOST_RECORD * 2 if path == "/api/records" else MOST_BODY

    async def run(self) -> None:
        """Count it, cap it, pass it on, and write a line about it."""
        try:
            self._check()
            await self.guard.app(self.scope, self.receive, self.send)
            if self.overflown:
                raise TooLarge
        except Problem as problem:
            await self._refuse(problem)
        except TooLarge:
            self.overflown = False
            await self._refuse(Problem(413, "too-large", most=self.most))
        except AWAY as error:
            await self._refuse(unavailable(error))
        except Exception:  # Not left to the framework, which would close the connection after it.
            self.guard.metrics.faults.inc()
            LOGGER.exception("fault at %s", self.path[:200])
            await self._refuse(Problem(500, "fault"))
        finally:
            self._write_down()

    def _check(self) -> None:
        if self.path not in UNLIMITED:
            self.guard.limits.take("request", address(HTTPConnection(self.scope)))
        for name, value in self.scope["headers"]:
            if name == b"content-length" and value.isdigit() and int(value) > self.most:
                raise TooLarge

    async def receive(self) -> Message:
        """The next part of the body, as long as it isn't too much."""
        message = await self.inner_receive()
        self.size += len(message.get("body", b""))
        if self.size > self.most:
            self.overflown = True
            raise TooLarge
        return message

    async def send(self, message: Message) -> None:
        """Add what every answer has; nothing but the refusal after too much came."""
        if self.overflown:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self.guard.headers.items():
                headers.setdefault(name, value)
            if self.guard.origins:
                headers.add_vary_header("Origin")
            if self.path.startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
        await self.inner_send(message)

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
