"""`python -m glccl` says what this build has, and why an engine cannot run here."""

from __future__ import annotations

import platform
from typing import Iterator

import numpy as np

import glccl

from . import _core
from ._vulkan_engine import vulkan_module, why_no_vulkan


def _opengl() -> str:
    try:
        glccl.gl
    except ImportError as error:
        return str(error)
    return "glccl.gl labels textures where a context of OpenGL 4.5 is current, and says what another one lacks"


def _vulkan() -> str:
    reason = why_no_vulkan()
    return f"device {vulkan_module().device()}" if reason is None else reason


def _lines() -> Iterator[str]:
    yield f"glccl {glccl.__version__} in Python {platform.python_version()} with numpy {np.__version__}"
    yield f"  CUDA         {_core.describe_cuda() or _core.why_no_cuda()}"
    yield f"  Vulkan       {_vulkan()}"
    yield f"  OpenGL       {_opengl()}"
    yield "  MPI, HDF5    not in the Python package: they are for the program glccl"
    yield "  image files  none are read: the package labels arrays"
    yield ""
    yield "Engines"
    for name, reason in glccl.engines().items():
        yield f"  {name}" if reason is None else f"  {name:<11}  cannot run here: {reason}"


if __name__ == "__main__":
    print("\n".join(_lines()))
