"""Renderers of cpp/, whose modules have the functions of cpp/renderer.hpp."""

from __future__ import annotations

import ctypes
import pathlib
from typing import Any, Sequence, Tuple

import opengl


class Renderer:
    def __init__(self, path: pathlib.Path, system: str, size: Tuple[int, int]) -> None:
        if not path.exists():
            raise ModuleNotFoundError(f"No module {path.name}")
        self.module = ctypes.CDLL(str(path))
        self.module.renderer_error.restype = ctypes.c_char_p
        if system == "egl":
            opengl.make_egl_context(size)
        self._call("renderer_create", *size, system == "egl")

    def _call(self, function: str, *arguments: Any) -> int:
        value = getattr(self.module, function)(*arguments)
        error = self.module.renderer_error()
        if error:
            raise RuntimeError(error.decode())
        return value

    def draw(self, discs: Sequence[Any]) -> None:
        numbers = [number for disc in discs for number in (disc.x, disc.y, disc.radius, *disc.colour)]
        self._call("renderer_draw", (ctypes.c_float * len(numbers))(*numbers), len(discs))

    def source(self) -> int:
        return self._call("renderer_source")

    def target(self) -> int:
        return self._call("renderer_target")

    def show(self, colours: int) -> None:
        self._call("renderer_show", colours)

    def labeling(self) -> Renderer:
        return self

    def label(self, texture: int, target: int) -> Tuple[int, int]:
        colours = ctypes.c_uint32()
        labels = self._call("renderer_label", texture, target, ctypes.byref(colours))
        return labels, colours.value
