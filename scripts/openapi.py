"""The shapes of the server's OpenAPI document, for the types of the browser client.

`python -m scripts.openapi` writes `web/openapi.json` and, with Node, the types made from it,
`web/src/lib/server/openapi.d.ts`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import build_web
from cradle.server.app import make_app
from cradle.server.settings import ServerSettings

FILE = build_web.WEB / "openapi.json"


def document() -> str:
    """The shapes that client and server exchange, keys in order."""
    with tempfile.TemporaryDirectory() as folder:
        whole = make_app(ServerSettings(data=Path(folder))).openapi()
    kept = {
        "openapi": whole["openapi"],
        "info": {"title": "Cradle", "version": "1"},
        "paths": {},
        "components": {"schemas": whole["components"]["schemas"]},
    }
    return json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def types(*more: str) -> None:
    """Generate the client's types, or check them with `--check`."""
    tool = "node_modules/openapi-typescript/bin/cli.js"
    build_web.run(
        build_web.node() or "node", tool, "openapi.json", "-o", "src/lib/server/openapi.d.ts", *more
    )


def main() -> None:
    """Write both files."""
    FILE.write_text(document(), encoding="utf-8")
    build_web.install()
    types()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    main()
