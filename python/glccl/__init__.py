"""Connected component labeling of images and volumes. Neither a GPU nor a display is needed to import it."""

from importlib.metadata import version as _version

from . import cc3d, cv, ndimage, skimage
from ._components import Components
from ._core import Error
from ._criteria import Criterion, difference, foreground
from ._label import engines, label

__version__ = _version("glccl")
__all__ = [
    "Components",
    "Criterion",
    "Error",
    "cc3d",
    "cv",
    "difference",
    "engines",
    "foreground",
    "label",
    "ndimage",
    "skimage",
]
