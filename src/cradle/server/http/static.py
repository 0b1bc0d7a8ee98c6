"""The browser client, if it is built in; otherwise a page that says how to build it."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from cradle.server.problems import missing

router = APIRouter(include_in_schema=False)
HOME = Path(str(files("cradle"))) / "web"
HASHED = "assets"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")

PLAIN_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cradle</title>
<h1>Cradle</h1>
<p>The server runs, but the browser client isn’t built in. Build it with <code>make web</code>,
then reload this page. Programs can play right now: see <a href="/api/docs">the interface</a>.</p>
</html>
"""


@lru_cache(maxsize=4)
def known_files(home: Path) -> frozenset[str]:
    """Every file there is: nothing else is ever opened, whatever a path says."""
    if not home.is_dir():
        return frozenset()
    return frozenset(str(f.relative_to(home)) for f in home.rglob("*") if f.is_file())


def page(home: Path) -> Response:
    """The client's one page."""
    if "index.html" not in known_files(home):
        return HTMLResponse(PLAIN_PAGE)
    return FileResponse(home / "index.html", headers={"Cache-Control": "no-cache"})


@router.get("/{path:path}")
async def client(path: str) -> Response:
    """A file of the client, or its page for all of its own paths."""
    if path == "api" or path.startswith("api/"):
        raise missing()
    if path in known_files(HOME):
        hashed = path.startswith(f"{HASHED}/")
        return FileResponse(
            HOME / path, headers={"Cache-Control": FOREVER if hashed else "no-cache"}
        )
    if "." in path.rpartition("/")[2]:
        raise missing()
    return page(HOME)
