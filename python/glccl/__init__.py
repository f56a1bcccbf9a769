"""Connected component labeling of images and volumes. Neither a GPU nor a display is needed to import it.

`glccl.Error`, a RuntimeError, is raised if the GPU fails, if its memory is used up, or if its engine cannot run.
"""

import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import cc3d, cc_torch, cv, dask, dask_image, ndimage, skimage, torch
from ._components import Components
from ._device.components import DeviceComponents
from ._device.tracks import DeviceTracks
from ._contacts import Contacts, contacts
from ._core import Error
from ._asked.criteria import Criterion, difference, foreground
from ._arrays.device_array import DeviceArray
from ._regions import Lists, boundaries, lists, select
from ._holes import fill_holes
from ._label import engines, free_memory, label, reserve
from ._slabs import label_slabs
from ._device.torch_operator import register as _register
from ._tracker import Tracker
from ._tracks import Tracks

if "torch" in _sys.modules:
    _register()

__all__ = [
    "Components",
    "Contacts",
    "Criterion",
    "DeviceArray",
    "DeviceComponents",
    "DeviceTracks",
    "Error",
    "Lists",
    "Tracker",
    "Tracks",
    "boundaries",
    "cc3d",
    "cc_torch",
    "contacts",
    "cv",
    "dask",
    "dask_image",
    "difference",
    "engines",
    "fill_holes",
    "foreground",
    "free_memory",
    "label",
    "label_slabs",
    "lists",
    "ndimage",
    "reserve",
    "select",
    "skimage",
    "torch",
    "zarr",
]

# These are imported when they are first used. Not every build has glccl.gl, so it is not in __all__. What glccl.zarr
# needs of Python takes as long to import as the rest of the package, and so does what finds the version.
if _TYPE_CHECKING:
    from . import gl as gl
    from . import zarr as zarr

    __version__: str
else:

    def __getattr__(name: str) -> object:
        if name in ("gl", "zarr"):
            return _import_module(f"glccl.{name}")
        if name == "__version__":
            return _import_module("importlib.metadata").version("glccl")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
