"""The extension module glccl._vulkan, which is imported when it is first used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Optional

from . import _core


def vulkan_module() -> Any:
    """glccl._vulkan. Raises glccl.Error in a build without it."""
    try:
        return import_module("glccl._vulkan")
    except ModuleNotFoundError as error:
        raise _core.Error(
            "built without Vulkan: install glslang, SPIRV-Tools, liblzma and Vulkan's headers and loader (Debian's "
            "glslang-dev, spirv-tools, liblzma-dev and libvulkan-dev) and install the package again"
        ) from error


def why_no_vulkan() -> Optional[str]:
    """Why the engine cannot run here, or None if it can."""
    try:
        vulkan_module().device()
    except _core.Error as error:
        return str(error)
    return None


def close_device() -> None:
    """Closes the device if it was ever opened."""
    if "glccl._vulkan" in sys.modules:
        vulkan_module().close()
