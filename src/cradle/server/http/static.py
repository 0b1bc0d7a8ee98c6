"""The browser client, if it is built in; otherwise a page that says how to build it."""

from __future__ import annotations

import mimetypes
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files as resources
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from cradle.server.http.conditional import Known, is_known, tag
from cradle.server.http.encodings import VARY, AcceptEncoding, best
from cradle.server.problems import missing

router = APIRouter(include_in_schema=False)
HOME = Path(str(resources("cradle"))) / "web"
PAGE = "index.html"
INLINE = re.compile(r"<script(?: data-[^>]*)?>(.*?)</script>", re.DOTALL)
HASHED = "assets"
FOREVER = "public, max-age=31536000, immutable"
# What a build lays beside a file, the smallest first, by its name in HTTP.
COMPRESSED = {"br": ".br", "gzip": ".gz"}
mimetypes.add_type("application/manifest+json", ".webmanifest")

PLAIN_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cradle</title>
<h1>Cradle</h1>
<p>The server runs, but the browser client isn’t built in. Build it with <code>make web</code>,
then reload this page. Programs can play right now: see <a href="/api/docs">the interface</a>.</p>
</html>
"""


@lru_cache(maxsize=4)
def known_files(home: Path) -> Mapping[str, tuple[str, ...]]:
    """Every file there is, and its compressed forms: nothing else is ever opened."""
    if not home.is_dir():
        return {}
    names = {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}
    plain = (name for name in names if not name.endswith(tuple(COMPRESSED.values())))
    return {
        name: tuple(coding for coding, suffix in COMPRESSED.items() if name + suffix in names)
        for name in plain
    }


@lru_cache(maxsize=4)
def trusted_scripts(home: Path) -> str:
    """The scripts within the client's page, as a policy names them: by their hashes alone."""
    if PAGE not in known_files(home):
        return ""
    found = INLINE.findall((home / PAGE).read_text("utf-8"))
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in found)
    return "".join(f" 'sha256-{each}'" for each in hashes)


@lru_cache(maxsize=1024)
def tag_of(file: Path, size: int, changed_ns: int) -> str:
    """A file's tag, by its content: times and sizes may be those of the version before."""
    return tag(file.read_bytes())


def file_response(home: Path, name: str, accepted: str | None, known: str | None) -> Response:
    """A file, compressed where it lies so and the client takes it, or 304 to who has it already."""
    codings = known_files(home)[name]
    coding = best(accepted, codings)
    file = home / (name + COMPRESSED.get(coding or "", ""))
    found = file.stat()
    headers = {
        "Cache-Control": FOREVER if name.startswith(f"{HASHED}/") else "no-cache",
        "ETag": tag_of(file, found.st_size, found.st_mtime_ns),
    }
    if codings:
        headers |= VARY
    if is_known(known, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    return FileResponse(file, headers=headers, media_type=mimetypes.guess_type(name)[0])


@router.get("/{path:path}")
async def client(path: str, accepted: AcceptEncoding = None, known: Known = None) -> Response:
    """A file of the client, or its page for all of its own paths."""
    if path == "api" or path.startswith("api/"):
        raise missing()
    files = known_files(HOME)
    if path in files:
        return file_response(HOME, path, accepted, known)
    if "." in path.rpartition("/")[2]:
        raise missing()
    if PAGE not in files:
        return HTMLResponse(PLAIN_PAGE)
    return file_response(HOME, PAGE, accepted, known)
