"""A real provider of OpenID Connect, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.server.running import free_port
from tests.server.waits import until


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/.well-known/openid-configuration").is_success
    except httpx.TransportError:
        return False


@contextmanager
def openid_provider() -> Iterator[str]:
    """The address of a provider at which everybody may sign in as whom they like."""
    port = free_port()
    arguments = ["-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true"]
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: _answers(url))
        yield url
    finally:
        process.terminate()
        process.wait()
