#!/usr/bin/env python3
"""Labels the render targets of renderers that others wrote, and prints a table with a row per renderer and context.

    python tests/renderers/run.py [NAME...] [--frames N] [--profiles] [--modules FOLDER] [--pictures FOLDER]

Needs the Python package with glccl.gl, and Xvfb for contexts of X11. CMake builds the modules from cpp/, into
renderers/ of its build folder. A renderer that is not installed is skipped by name. Each one draws N frames without
labeling and N frames with it, in a process of its own (harness.py). The code of docs/use/renderers.md has to be the
code that runs here.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

FOLDER = pathlib.Path(__file__).parent
PAGE = FOLDER.parents[1] / "docs/use/renderers.md"

#: Growth of memory with labeling beyond that without, in kB, between the second and the last quarter of the frames.
ALLOWED_GROWTH = 4096

#: Seconds for the frames of a renderer. 2000 take one to three minutes.
TIMEOUT = 1800


class Kind(NamedTuple):
    title: str
    package: str
    systems: Tuple[str, ...] = ("egl", "x11")
    needs_display: bool = False
    """Also with contexts of EGL."""
    profile: str = "core"
    """Of the contexts that it asks for. A renderer of the core profile also runs in the compatibility profile."""

    @property
    def version(self) -> Optional[str]:
        """None where it is not installed."""
        if self.package.startswith("lib"):
            query = ["dpkg-query", "--show", "--showformat=${Version}", self.package]
            done = subprocess.run(query, capture_output=True, text=True)
            return re.sub(r"[+-].*", "", done.stdout) or None
        try:
            return importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return None


#: By the name of the file in python/ or cpp/. Packages that begin with "lib" are Debian's, the others PyPI's.
KINDS = {
    "vtk": Kind("VTK", "vtk"),
    "pyvista": Kind("PyVista", "pyvista"),
    "qt_widgets": Kind("Qt widgets", "PySide6_Essentials", needs_display=True),
    "qt_quick": Kind("Qt Quick", "PySide6_Essentials", needs_display=True),
    "raylib": Kind("raylib", "raylib", ("x11",)),
    "panda3d": Kind("Panda3D", "panda3d", profile="compatibility"),
    "sfml": Kind("SFML", "libsfml-dev", ("x11",), profile="compatibility"),
    "openscenegraph": Kind("OpenSceneGraph", "libopenscenegraph-dev", profile="compatibility"),
    "ogre": Kind("OGRE", "libogre-1.12-dev", ("x11",), profile="compatibility"),
    "vispy": Kind("vispy", "vispy", profile="compatibility"),
    "moderngl": Kind("moderngl", "moderngl"),
    "pyglet": Kind("pyglet", "pyglet", profile="compatibility"),
}

COLUMNS = ("renderer", "version", "context", "frames equal", "state equal", "labels right", "shown",
           "memory without, with (kB)")


def page_blocks() -> Iterator[Tuple[str, str]]:
    """Each block of code of the page: the title of its section, and the text."""
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE):
        title = section.partition("\n")[0]
        for block in re.findall(r"^```\w+\n(.*?)^```", section, re.DOTALL | re.MULTILINE):
            yield title, block


def contains(text: str, block: str) -> bool:
    """Whether consecutive lines of the text are the block, without their common indentation and marks of members."""
    lines, count = re.sub(r"\bself\.|(?<=\w)_\b", "", text).splitlines(), len(block.splitlines())
    return any(textwrap.dedent("\n".join(lines[i : i + count])) + "\n" == block for i in range(len(lines) - count + 1))


def wrong_sections() -> List[str]:
    """Sections of the page without code, or with other code than the renderer's file; the first has the harness's."""
    files = {kind.title: next(FOLDER.glob(f"[cp]*/{name}.[cp]*")) for name, kind in KINDS.items()}
    blocks = list(page_blocks())
    wrong = set(files) - {title for title, _ in blocks}
    for title, block in blocks:
        paths = [files[title]] if title in files else [FOLDER / "harness.py", FOLDER / "cpp/renderer.cpp"]
        if not any(contains(path.read_text(), block) for path in paths):
            wrong.add(title)
    return sorted(wrong)


def run(name: str, system: str, profile: str, arguments: argparse.Namespace, display: str) -> Dict[str, Any]:
    """The result of a harness, with the key "fault" where there is none."""
    command = [sys.executable, FOLDER / "harness.py", name, system, f"--frames={arguments.frames}"]
    if arguments.modules:
        command.append(f"--modules={arguments.modules}")
    if arguments.pictures:
        command.append(f"--picture={arguments.pictures / f'{name}_{system}.png'}")
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.setdefault("LP_NUM_THREADS", "0")
    environment.setdefault("LP_NATIVE_VECTOR_WIDTH", "128")
    if profile != KINDS[name].profile:  # Mesa gives the other profile.
        environment["MESA_GL_VERSION_OVERRIDE"] = "4.5COMPAT"
    if system == "x11" or KINDS[name].needs_display:
        environment["DISPLAY"] = display
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return {"fault": f"has not ended after {TIMEOUT} s"}
    lines = done.stdout.splitlines()
    if done.returncode == 0 and lines and lines[-1].startswith("{"):
        return json.loads(lines[-1])
    return {"fault": f"status {done.returncode}: {(done.stderr.strip() or done.stdout.strip()).splitlines()[-1]}"}


def row(name: str, result: Dict[str, Any]) -> Tuple[List[str], List[str]]:
    """The cells of a row, and its faults."""
    kind = KINDS[name]
    cells = [kind.title, kind.version, result.get("context", "")]
    if "fault" in result:
        return cells + ["fails"] * 4 + [""], [result["fault"]]
    faults = []

    def cell(key: str, total: int) -> None:
        bad = result[key]
        cells.append(f"{total - len(bad)} of {total}")
        if bad:
            faults.append(f"{key}: {str(bad)[:400]}")

    cell("frames that differ", result["frames"])
    cell("state that differs", result["values of state"])
    cell("frames with wrong labels", result["frames checked"])
    cell("frames not shown", result["frames checked"])
    without, with_labels = result["growth"]
    cells.append(f"{without}, {with_labels}")
    if with_labels - max(without, 0) > ALLOWED_GROWTH:
        faults.append(f"memory grows by {with_labels} kB, without labeling by {without}")
    if result["errors of OpenGL"]:
        faults.append(f"label() leaves errors of OpenGL: {result['errors of OpenGL']}")
    return cells, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(KINDS) + "; without: all")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--modules", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--profiles", action="store_true", help="those of the core profile also in the other one")
    parser.add_argument("--jobs", type=int, default=2, help="renderers that run at the same time")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(KINDS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if arguments.frames < 8:
        parser.error("a run has 8 frames at least")
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    faults = [f"docs/use/renderers.md: {title}: not the code of tests/renderers" for title in wrong_sections()]
    skipped, runs = [], []
    for name in arguments.names or KINDS:
        kind = KINDS[name]
        built = arguments.modules and (arguments.modules / f"renderer_{name}.so").exists()
        if kind.version is None:
            skipped.append(f"{kind.title}: {kind.package} is not installed")
        elif kind.package.startswith("lib") and not built:
            skipped.append(f"{kind.title}: --modules has no renderer_{name}.so, which CMake builds with {kind.package}")
        else:
            profiles = {kind.profile, "compatibility"} if arguments.profiles else {kind.profile}
            runs += [(name, system, profile) for profile in sorted(profiles, reverse=True) for system in kind.systems]
    if shutil.which("Xvfb") is None:
        skipped += [f"{KINDS[name].title} with X11: there is no Xvfb" for name, system, _ in runs if system == "x11"]
        runs = [one for one in runs if one[1] == "egl" and not KINDS[one[0]].needs_display]

    server, display = None, ""
    if shutil.which("Xvfb"):
        server = subprocess.Popen(["Xvfb", "-noreset", "-displayfd", "1", "-screen", "0", "1024x768x24"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        display = f":{server.stdout.readline().strip()}"
    try:
        print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            results = pool.map(lambda one: run(*one, arguments, display), runs)
            for (name, system, _), result in zip(runs, results):
                cells, wrong = row(name, result)
                print("| " + " | ".join(map(str, cells)) + " |", flush=True)
                faults += [f"{KINDS[name].title}, {system}: {fault}" for fault in wrong]
    finally:
        if server:
            server.terminate()
    for line in [f"skipped: {one}" for one in skipped] + faults:
        print(line, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
