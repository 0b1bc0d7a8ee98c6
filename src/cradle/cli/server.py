"""What the commands of the server have in common; the server itself is an extra."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib import import_module

from cradle.table.errors import Refusal


def add_settings(parser: argparse.ArgumentParser, names: Collection[str] | None = None) -> None:
    """One option a setting; without one, the environment's CRADLE_… decides."""
    try:
        from cradle.server.settings import ServerSettings, option, variable
    except ImportError:  # pragma: no cover
        return
    for name, setting in ServerSettings.model_fields.items():
        if names is not None and name not in names:
            continue
        kind = argparse.BooleanOptionalAction if setting.annotation is bool else "store"
        about = f"{setting.description} ({variable(name)})"
        parser.add_argument(option(name), action=kind, default=None, help=about)


def run_until_stopped(args: argparse.Namespace, what: str) -> int:
    """A process by the settings that were typed: a module of the server that runs it."""
    need_extra()
    from cradle.server.ops import logs
    from cradle.server.settings import read_settings

    with settings_checked():
        settings = read_settings(vars(args))
        logs.set_up(settings.log)
        import_module(f"cradle.server.{what}").run(settings)
    return 0


@contextmanager
def settings_checked() -> Iterator[None]:
    """Whatever a host can put right is said in one line."""
    from cradle.server.settings import BadSetting

    try:
        yield
    except BadSetting as error:
        raise Refusal("bad-setting", reason=str(error)) from None


def need_extra() -> None:
    """Say so where the server isn't installed."""
    try:
        import cradle.server.app  # noqa: F401
    except ModuleNotFoundError as error:  # pragma: no cover
        raise Refusal("no-extra", extra="server", module=error.name) from None
