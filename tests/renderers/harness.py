"""One renderer in one process: draws frames without and with labeling, and prints as JSON what came of it.

    python harness.py NAME SYSTEM --frames N [--picture FILE] [--modules FOLDER]

NAME is a file of python/ or cpp/. SYSTEM is egl or x11. run.py starts this, and makes the table.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib.util
import json
import math
import os
import pathlib
import re
from typing import Any, Dict, List, NamedTuple, Set, Tuple

import compiled
import glccl
import glccl.gl
import numpy as np
import opengl
from PIL import Image

FOLDER = pathlib.Path(__file__).parent
SIZE = (256, 192)
BACKGROUND = (24, 26, 32, 255)
#: The renderer. Some do not survive to be taken down by Python, in whatever order.
alive: List[Any] = []


class Disc(NamedTuple):
    """A disc of the scene, in pixels from the bottom left."""

    x: float
    y: float
    radius: float
    colour: Tuple[int, int, int]


def scene(frame: int) -> List[Disc]:
    """Fourteen discs in seven colours that move on ellipses, touch and hide each other. Whole pixels."""
    discs = []
    for i in range(14):
        angle = 2.4 * i + frame / (9 + i)
        x, y = 128 + (20 + 6.5 * i) * math.cos(angle), 96 + (14 + 4.5 * i) * math.sin(angle)
        colour = tuple(int(150 + 100 * math.cos(1.7 * (i % 7) + phase)) for phase in (0, 2, 4))
        discs.append(Disc(round(x), round(y), 9 + 5 * i % 14, colour))
    return discs


class Memory:
    """Growth of the process's own memory, which has the driver's too where that is software."""

    def __init__(self) -> None:
        self.kilobytes: List[int] = []

    def sample(self) -> None:
        status = pathlib.Path("/proc/self/status").read_text()
        self.kilobytes.append(int(re.search(r"RssAnon:\s+(\d+)", status)[1]))

    def growth(self) -> int:
        """Between the first and the last quarter of the frames, which leaves out what is made once."""
        quarter = len(self.kilobytes) // 4
        return int(np.median(self.kilobytes[-quarter:]) - np.median(self.kilobytes[quarter : 2 * quarter]))


class Labeling:
    """Labels and colours by glccl.gl, for renderers of python/. Modules of cpp/ have their own, by libglccl."""

    def __init__(self) -> None:
        self.labeler = glccl.gl.Labeler()
        self.regions = glccl.gl.Regions(SIZE[::-1], colours=True)

    def label(self, texture: int, target: int) -> Tuple[int, int]:
        """The names of the textures with the labels and with their colours, the target unless it is 0."""
        labels = self.labeler.label(texture, criterion="equal", background=BACKGROUND)
        colours = self.regions.colours(labels, target=target or None)
        return labels.texture, colours


def load(name: str, modules: str) -> Any:
    """The Renderer of a file of python/, or of a module that is built from cpp/."""
    path = FOLDER / "python" / f"{name}.py"
    if not path.exists():
        return functools.partial(compiled.Renderer, pathlib.Path(modules) / f"renderer_{name}.so")
    spec = importlib.util.spec_from_file_location(f"renderer_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Renderer


def expected_labels(pixels: np.ndarray) -> np.ndarray:
    """The labels that the CPU gives the same pixels."""
    packed = int.from_bytes(bytes(BACKGROUND), "little")
    return glccl.label(pixels.view("u4")[..., 0], criterion="equal", background=packed)


def is_shown(screen: np.ndarray, colours: np.ndarray, labels: np.ndarray) -> bool:
    """Whether the colours tell the labels apart, and the screen has them pixel for pixel, with row 0 at either end."""
    if not np.array_equal(glccl.label(colours.view("u4")[..., 0], criterion="equal"), labels):
        return False
    return any(np.array_equal(shown[..., :3], colours[..., :3]) for shown in (screen, screen[::-1]))


def run(arguments: argparse.Namespace) -> Dict[str, Any]:
    renderer = load(arguments.name, arguments.modules)(arguments.system, SIZE)
    alive.append(renderer)
    frames = range(arguments.frames)
    checked = set(frames[:: max(1, len(frames) // 40)]) | {frames[-1]}
    memory: List[Memory] = []
    hashes: List[List[bytes]] = []

    def draw(frame: int) -> np.ndarray:
        renderer.draw(scene(frame))
        pixels = opengl.texture_pixels(renderer.source(), SIZE)
        hashes[-1].append(hashlib.sha256(pixels).digest())
        memory[-1].sample()
        return pixels

    def begin() -> None:
        memory.append(Memory())
        hashes.append([])

    begin()
    for frame in frames:
        pixels = draw(frame)
        if frame in checked and (count := len(np.unique(pixels.view("u4")))) < 8:
            raise RuntimeError(f"frame {frame} has {count} colours: this is not the scene")
    result: Dict[str, Any] = {"context": opengl.context(), "frames": len(frames), "frames checked": len(checked)}
    state = opengl.State()
    result["values of state"] = len(state.get())
    changed: Dict[str, Any] = {}
    wrong, not_shown = [], []
    errors: Set[int] = set()
    labeling = renderer.labeling() if hasattr(renderer, "labeling") else Labeling()
    begin()
    for frame in frames:
        pixels = draw(frame)
        texture = renderer.source()
        target = renderer.target() if hasattr(renderer, "target") else 0
        before = state.get() if frame in checked else {}
        opengl.clear_errors()
        try:
            labels, colours = labeling.label(texture, target)
        except (RuntimeError, ValueError) as refusal:
            return result | {"fault": str(refusal)}
        errors.add(opengl.gl.glGetError())
        after = state.get() if frame in checked else {}
        changed.update((opengl.state_name(key), (before[key], after[key])) for key in before
                       if before[key] != after[key])
        renderer.show(colours)
        if frame in checked:
            expected = expected_labels(pixels)
            if not np.array_equal(opengl.label_pixels(labels, SIZE), expected):
                wrong.append(frame)
            screen = opengl.framebuffer_pixels(getattr(renderer, "screen", 0), SIZE)
            if not is_shown(screen, opengl.texture_pixels(colours, SIZE), expected):
                not_shown.append(frame)
    if arguments.picture:
        Image.fromarray(np.hstack([pixels[..., :3], screen[..., :3]])[::-1]).save(arguments.picture)
    return result | {
        "frames that differ": [frame for frame in frames if hashes[0][frame] != hashes[1][frame]],
        "state that differs": changed,
        "frames with wrong labels": wrong,
        "frames not shown": not_shown,
        "errors of OpenGL": sorted(errors - {0}),
        "growth": [one.growth() for one in memory],
        "components": int(expected.max()),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("system", choices=("egl", "x11"))
    parser.add_argument("--frames", type=int, default=40)
    parser.add_argument("--modules", default=".")
    parser.add_argument("--picture")
    print("\n" + json.dumps(run(parser.parse_args())), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
