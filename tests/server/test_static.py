"""The client's files: what is served, compressed or not at all, and what a browser keeps."""

from __future__ import annotations

import gzip
import os
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from cradle.server.http import static
from tests.server.running import Player, Running


def test_the_client_is_served_if_it_is_built(
    server: Running, ada: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "HOME", tmp_path / "none")
    assert "make web" in ada.http.get("/").text
    home = tmp_path / "web"
    (home / "assets").mkdir(parents=True)
    (home / "index.html").write_text("<title>Client</title>")
    (home / "assets" / "app-1a2b.js").write_text("0")
    (tmp_path / "secret.txt").write_text("no")
    monkeypatch.setattr(static, "HOME", home)
    for path in ("/", "/table/abc", "/rules/hadara"):
        assert "Client" in ada.http.get(path).text
    assert "immutable" in ada.http.get("/assets/app-1a2b.js").headers["cache-control"]
    for path in ("/assets/nosuch.js", "/../secret.txt", "/%2e%2e/secret.txt", "/api/nosuch"):
        assert ada.http.get(path).status_code == 404


def test_scripts_within_the_page_are_trusted_by_their_hashes(tmp_path: Path) -> None:
    assert static.trusted_scripts(tmp_path) == ""
    page = "<script data-texts='{}'>\nfirst()\n</script><script type=module src=/a.js></script>"
    home = tmp_path / "web"
    home.mkdir()
    (home / "index.html").write_text(page)
    digest = b64encode(sha256(b"\nfirst()\n").digest()).decode()
    assert static.trusted_scripts(home) == f" 'sha256-{digest}'"


def test_a_file_goes_out_as_it_was_compressed_when_it_was_built(
    server: Running, ada: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "assets/app-1a2b.js"):
        file, text = tmp_path / name, name * 50
        file.write_text(text)
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "assets" / "font-1a2b.woff2").write_text("font")
    monkeypatch.setattr(static, "HOME", tmp_path)
    pages = (("/", "index.html", "text/html"), ("/assets/app-1a2b.js",) * 2 + ("javascript",))
    for path, name, kind in pages:
        plain = ada.http.get(path, headers={"Accept-Encoding": "identity"})
        small = ada.http.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert plain.text == small.text == name.lstrip("/") * 50
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < int(plain.headers["content-length"])
        assert plain.headers["etag"] != small.headers["etag"]
        for answer in (plain, small):
            assert answer.headers["vary"] == "Accept-Encoding"
            assert kind in answer.headers["content-type"]
    assert "content-encoding" not in ada.http.get("/assets/font-1a2b.woff2").headers
    assert ada.http.get("/assets/app-1a2b.js.gz").status_code == 404


def test_a_file_that_a_client_has_is_not_sent_again(
    server: Running, ada: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "index.html"
    page.write_text("first")
    (tmp_path / "index.html.gz").write_bytes(gzip.compress(b"first"))
    monkeypatch.setattr(static, "HOME", tmp_path)
    first = ada.http.get("/", headers={"Accept-Encoding": "identity"})
    for known in (first.headers["etag"], f'"old", W/{first.headers["etag"]}', "*"):
        asked = {"Accept-Encoding": "identity", "If-None-Match": known}
        again = ada.http.get("/", headers=asked)
        assert (again.status_code, again.content) == (304, b"")
        for name in ("etag", "cache-control", "vary", "content-security-policy"):
            assert again.headers[name] == first.headers[name]
    asked = {"If-None-Match": first.headers["etag"]}
    small = ada.http.get("/", headers=asked | {"Accept-Encoding": "gzip"})
    assert (small.status_code, small.text) == (200, "first")
    page.write_text("newer")  # As many characters as before.
    changed = ada.http.get("/", headers=asked | {"Accept-Encoding": "identity"})
    assert (changed.status_code, changed.text) == (200, "newer")


def test_a_file_is_tagged_by_its_content(tmp_path: Path) -> None:
    tags = set()
    for text in ("first", "other"):
        home = tmp_path / text
        home.mkdir()
        (home / "index.html").write_text(text)
        os.utime(home / "index.html", (1, 1))
        tags.add(static.file_response(home, "index.html", None, None).headers["etag"])
    assert len(tags) == 2
