"""A PostgreSQL, three servers, a thinker, nginx and maybe Redis, each on a host of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cradle.server.settings import PREFIX
from tests.cluster.network import NETWORK, Host, make_bridge, name_hosts
from tests.server.postgres import USER, fresh_database, make_data, wait_for
from tests.server.redis import PROGRAMS, find_program
from tests.server.running import test_settings
from tests.server.waits import until_served

ROOT = Path(__file__).parents[2]
BALANCED = ROOT / "deploy" / "nginx-balanced.conf"
NGINX = """daemon off; worker_processes 1; pid {folder}/pid; error_log stderr warn;
events {{ worker_connections 4096; }}
http {{ access_log off; client_body_temp_path {folder}/body; include {balanced}; }}
"""
NAMES = ("database", "server-1", "server-2", "server-3", "thinker", "proxy")
REDIS = "redis"  # where it carries the news
PORT = 8000


class Cluster:
    """All hosts by their names, and where clients find them."""

    def __init__(self, folder: Path, redis: bool = False) -> None:
        make_bridge()
        self.folder = folder
        names = (*NAMES, REDIS) if redis else NAMES
        self.hosts = {name: Host(name, number) for number, name in enumerate(names, 1)}
        name_hosts(folder, list(self.hosts.values()))
        self.url = "http://proxy"
        self.database = f"postgresql://{USER}@database/cradle"

    @property
    def servers(self) -> list[Host]:
        """Those that clients are sent to."""
        return [host for name, host in self.hosts.items() if name.startswith("server")]

    def start(self, env: dict[str, str]) -> None:
        """Everything, until clients are answered; `env` is for Python's programs."""
        self.start_database()
        if REDIS in self.hosts:
            self.start_redis()
        for host in self.servers:
            self.serve(host, env)
            self.wait(f"http://{host.name}:{PORT}")
        self.think(env)
        self.start_proxy()
        self.wait(self.url)

    def start_database(self) -> None:
        """An empty database that the other hosts may use."""
        command = make_data(self._folder("database"))
        access = self.folder / "database" / "data" / "pg_hba.conf"
        with access.open("a") as file:
            file.write(f"host all all {NETWORK}.0/24 trust\n")
        options = ["-h", "*", "-c", "fsync=off"]  # No processes are killed with their machine.
        self.hosts["database"].run([*command, *options], {}, self.log("database"))
        url = f"postgresql://{USER}@database/postgres"
        wait_for(url)
        fresh_database(url, "cradle")

    def start_redis(self) -> None:
        """A Redis that keeps nothing, for news between servers."""
        options = ["--bind", "0.0.0.0", "--protected-mode", "no", "--save", ""]
        command = [find_program() or PROGRAMS[0], *options, "--dir", str(self._folder(REDIS))]
        self.hosts[REDIS].run(command, {}, self.log(REDIS))

    def serve(self, host: Host, env: dict[str, str]) -> None:
        """A server."""
        where = ["--host", "0.0.0.0", "--port", str(PORT), "--data", str(self._folder(host.name))]
        command = [sys.executable, "-m", "cradle", "serve", *where]
        host.run(command, self._settings() | env, self.log(host.name))

    def think(self, env: dict[str, str]) -> None:
        """A thinker."""
        command = [sys.executable, "-m", "cradle", "think"]
        self.hosts["thinker"].run(command, self._settings() | env, self.log("thinker"))

    def start_proxy(self) -> None:
        """nginx, with the file that we offer for it."""
        folder = self._folder("proxy")
        config = folder / "nginx.conf"
        config.write_text(NGINX.format(folder=folder, balanced=BALANCED))
        command = ["nginx", "-p", str(folder), "-c", str(config)]
        self.hosts["proxy"].run(command, {}, self.log("proxy"))

    def revive(self) -> None:
        """Start what has ended by itself, such as a server that found no database."""
        for host in self.hosts.values():
            host.revive()

    def wait(self, url: str) -> None:
        """Until a server answers."""
        until_served(url, "/readyz")

    def log(self, name: str) -> Path:
        """What a host's program says."""
        return self.folder / f"{name}.log"

    def _folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return folder

    def _settings(self) -> dict[str, str]:
        proxy = self.hosts["proxy"].address
        more = {"news": f"redis://{REDIS}"} if REDIS in self.hosts else {}
        wishes = test_settings(
            self.folder, database=self.database, proxies=proxy, log="warning", **more
        )
        ours = wishes.model_dump(mode="json", exclude_unset=True, exclude={"data", "port"})
        return {f"{PREFIX}{name.upper()}": str(value) for name, value in ours.items()}


@contextmanager
def running_cluster(folder: Path, env: dict[str, str], redis: bool = False) -> Iterator[Cluster]:
    """All hosts up, and everything gone at the end."""
    cluster = Cluster(folder, redis)
    try:
        cluster.start(env)
        yield cluster
    finally:
        for host in cluster.hosts.values():
            host.kill()
