"""Compile the rules with mypyc while the package is built, where that is possible.

`CRADLE_COMPILE` decides: `auto` (the default) compiles where a C compiler is found and falls back
to plain Python where anything goes wrong, `1` fails instead of falling back, `0` never compiles.
`CRADLE_OPTIMIZE` says how hard the C compiler tries, from 0 to 3; 2 is the default.
An editable install always runs the source, so that an edit is never shadowed by a stale build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path(__file__).parent / "src"


def games(source: Path) -> list[str]:
    """The packages that have a game's rules; layers have one of the same name for the game."""
    found = sorted((source / "cradle").glob("*/__init__.py"))
    return [file.parent.name for file in found if "\nGAME = " in file.read_text("utf-8")]


def libraries(source: Path) -> dict[str, tuple[str, ...]]:
    """What is compiled, by library: several, so that they build side by side.

    A library must not be called like a package, or mypyc finds the wrong folder.
    """
    named = games(source)
    return {
        "cradle_kernel": ("kernel", "playout.py", "table/news_log.py"),
        **{f"cradle_{game}": (game,) for game in named},
        "cradle_research": (
            *(f"research/{name}.py" for name in ("fields", "writer", "numbers", "encoding")),
            *(f"research/{game}" for game in named),
        ),
        "cradle_bots": (
            *(f"bots/{name}.py" for name in ("chances", "judgement", "tree", "search")),
            *(f"bots/{game}" for game in named),
        ),
        "cradle_learning": ("learning/tables.py", "learning/tree.py"),
    }


LIBRARIES = libraries(SOURCE)
# Annotations are read at run time here, and compiling would lose them.
INTERPRETED = {"view_types.py", "position_types.py"}
# Classes that a game of another package, which isn't compiled, may inherit from.
OPEN = {
    "piece": ("Value",),
    "notation": ("Vocabulary", "Number", "Names", "Many", "Amounts", "Spoken", "Move"),
    "step": ("News", "Step", "Do", "Ask", "Chance", "Together", "State"),
}
MARK = "@mypyc_attr(allow_interpreted_subclasses=True)\n"
IMPORTS = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
"""
# Types come from our own source alone, whatever else is installed: a package built where nothing is
# must be the one that was tested, and PyTorch and Ray would take two minutes to read.
CONFIG = """
[mypy]
no_site_packages = True
ignore_missing_imports = True
"""
TOOLS = ["mypy[mypyc]>=2.4", "setuptools>=75"]
SETUP = """
import os, sys
from mypyc.build import mypycify
from setuptools import setup
groups = [[name, *files.split()] for name, _, files in (a.partition(":") for a in sys.argv[1:])]
files = [file for group in groups for file in group[1:]]
extensions = mypycify(
    ["--config-file", "mypy.ini", *files],
    opt_level=os.environ["CRADLE_OPTIMIZE"],
    debug_level="0",
    separate=[(group[1:], group[0]) for group in groups],
)
for extension in extensions:
    if sys.platform != "win32":
        # Libraries call each other through tables, so only their entries need be seen from
        # outside; calls within one are then direct, and small functions become part of others.
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
setup(
    name="cradle",
    packages=[],
    ext_modules=extensions,
    script_args=["-q", "build_ext", "--inplace", f"--parallel={len(groups)}"],
)
"""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, beside their source."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What must be there to compile; nothing if we don't."""
        return TOOLS if wish() == "1" or (wish() == "auto" and compiler()) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the wheel builder what to take."""
        self._build_client(version)
        if self.target_name != "wheel" or wish() == "0":
            return
        if version == "editable":
            if wish() == "1":
                raise SystemExit("an editable install runs the source: compile without -e")
            return
        built = self._build()
        if built:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update(built)

    def _build_client(self, version: str) -> None:
        """The browser client goes into the wheel where Node can build it (see build_web.py)."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        import build_web

        if build_web.wish() == "0":
            return
        try:
            build_web.build()
        except build_web.CannotBuild as error:
            if build_web.wish() == "1":
                raise SystemExit(f"CRADLE_WEB=1, but {error}") from None
            self.app.display_warning(f"the wheel has no browser client: {error}")

    def _build(self) -> dict[str, str]:
        folder = tempfile.mkdtemp(prefix="cradle-build-")
        self.folder = Path(folder)
        try:
            return compile_rules(Path(self.root) / "src", self.folder)
        except CannotCompile as error:
            if wish() == "1":
                raise SystemExit(f"CRADLE_COMPILE=1, but {error}") from None
            self.app.display_warning(f"cradle stays plain Python: {error}")
            return {}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only needed while building."""
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder, ignore_errors=True)


class CannotCompile(Exception):
    """Why there will be no compiled modules."""


def wish() -> str:
    """What `CRADLE_COMPILE` asks for: `0`, `1` or `auto`."""
    value = os.environ.get("CRADLE_COMPILE", "auto") or "auto"
    if value not in ("0", "1", "auto"):
        raise SystemExit(f"CRADLE_COMPILE must be 0, 1 or auto, not {value!r}")
    return value


def effort() -> str:
    """What `CRADLE_OPTIMIZE` asks for: `0` to `3`."""
    value = os.environ.get("CRADLE_OPTIMIZE", "2") or "2"
    if value not in ("0", "1", "2", "3"):
        raise SystemExit(f"CRADLE_OPTIMIZE must be 0, 1, 2 or 3, not {value!r}")
    return value


def compiler() -> str | None:
    """The C compiler, if there is one; on Windows setuptools looks for its own."""
    if sys.platform == "win32":
        return "msvc"
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(str(command).split()[0])


def copy_source(source: Path, folder: Path) -> None:
    """Copy what is written by hand; what others may be writing just now stays behind."""
    built = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=built)


def compile_rules(source: Path, folder: Path) -> dict[str, str]:
    """Compile a copy of the source in a folder: file by its place in the wheel."""
    if not compiler():
        raise CannotCompile("no C compiler was found")
    copy_source(source, folder)
    for module, names in OPEN.items():
        _open(folder / "cradle" / "kernel" / f"{module}.py", names)
    (folder / "mypy.ini").write_text(CONFIG, "utf-8")
    groups = [
        f"{name}:{' '.join(_files(folder, parts))}" for name, parts in libraries(source).items()
    ]
    run = subprocess.run(
        [sys.executable, "-c", SETUP, *groups],
        cwd=folder,
        env=os.environ | {"CRADLE_OPTIMIZE": effort()},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise CannotCompile("mypyc failed:\n" + (run.stdout + run.stderr)[-4000:])
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    built = [*folder.glob(f"*{suffix}"), *folder.glob(f"cradle/**/*{suffix}")]
    return {str(file): str(file.relative_to(folder)) for file in built}


def _open(file: Path, names: tuple[str, ...]) -> None:
    """Mark classes as open: in the copy alone, so that the source needs nothing to run."""
    text = file.read_text("utf-8").replace("\nfrom typing", f"{IMPORTS}from typing", 1)
    for name in names:
        text, found = re.subn(
            rf"^((?:@dataclass.*\n)?class {name}\b)", rf"{MARK}\1", text, flags=re.MULTILINE
        )
        assert found == 1, f"no class {name} in {file.name}"
    file.write_text(text, "utf-8")


def _files(folder: Path, parts: tuple[str, ...]) -> list[str]:
    found = [file for part in parts for file in folder.glob(f"cradle/{part}")]
    files = [file for part in found for file in ([part] if part.is_file() else part.rglob("*.py"))]
    files = [file for file in files if file.name not in INTERPRETED]
    return sorted(str(file.relative_to(folder)) for file in files)
