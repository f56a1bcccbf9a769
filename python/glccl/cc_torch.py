"""The functions of cc_torch that SAM 3 and others import, and the one of SAM 2's extension. Names, arguments, shapes
and dtypes are theirs.

Where cc_torch is not installed, `sys.modules["cc_torch"] = glccl.cc_torch` takes its place, and
`sys.modules["sam2._C"] = glccl.cc_torch` that of SAM 2's extension. Tensors may have odd sides, and may be on the CPU.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Tuple

from ._asked.arguments import flag_of
from ._label import label
from .torch import checked_masks, connected_components

__all__ = ["connected_components_labeling", "get_connected_components", "get_connected_componnets"]


def get_connected_components(x: Any, get_counts: bool = True) -> Tuple[Any, Any]:
    """Label the masks of a batch by 8 neighbours, and count the pixels of each component, as SAM 3's cc_torch does.

    Parameters
    ----------
    x
        Tensor of the shape (N, 1, H, W), of uint8, bool or any dtype that glccl.label() takes: what is not 0 is
        foreground.
    get_counts
        Whether areas are counted.

    Returns
    -------
    (labels, counts)
        Tensors of int32, of the shape and on the device of `x`. Labels are 1..n in each mask, in raster order, and 0 in
        the background. (cc_torch's are places of pixels.) Counts are the areas of the components of pixels, and 0 in
        the background; all are 0 without `get_counts`.

    Raises
    ------
    TypeError
        `x` is no tensor, or of another dtype.
    ValueError
        `x` has another shape.
    """
    if flag_of(get_counts, "get_counts"):
        return connected_components(x)
    labels = label(checked_masks(x), connectivity=8, batch=True)[:, None]
    return labels, import_module("torch").zeros_like(labels)


def get_connected_componnets(inputs: Any) -> Tuple[Any, Any]:
    """Label the masks of a batch as SAM 2's extension `sam2._C` does, in which this name is spelled so.

    Argument, results and errors are those of get_connected_components().
    """
    return connected_components(inputs)


def connected_components_labeling(x: Any) -> Any:
    """Label a mask by all neighbours, as cc_torch does: 8 in an image, 26 in a volume.

    Parameters
    ----------
    x
        Tensor of the shape (H, W) or (D, H, W), of uint8, bool or any dtype that glccl.label() takes: what is not 0 is
        foreground.

    Returns
    -------
    labels
        Tensor of int32, of the shape and on the device of `x`: 1..n in raster order, 0 in the background. (cc_torch's
        are places of pixels.)

    Raises
    ------
    TypeError
        `x` is no tensor, or of another dtype.
    ValueError
        `x` has another number of axes.
    """
    torch: Any = import_module("torch")  # glccl does not depend on it
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"the image is a {type(x).__name__}: pass a torch.Tensor")
    if x.ndim not in (2, 3):
        raise ValueError(f"the image has the shape {tuple(x.shape)}: pass (H, W) or (D, H, W)")
    return label(x)
