"""Connected components of batches of masks as torch tensors, as the post-processing of segmentation models wants them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, List, Tuple

import numpy as np

from ._components import Components
from ._device.array import label_with_areas
from ._label import label

__all__ = ["connected_components"]


def connected_components(image: Any, connectivity: int = 8) -> Tuple[Any, Any]:
    """Label the masks of a batch, and give each pixel the area of its component.

    Tensors stay on their device. On a GPU the labeling runs on torch's current stream, and the call does not wait for
    it. The component tables from which areas come take 16 bytes of device memory per pixel while they are read, or 32
    with 4 neighbours.

    Parameters
    ----------
    image
        Tensor of the shape (N, 1, H, W): N masks. bool or any dtype that glccl.label() takes; what is not 0 is
        foreground.
    connectivity
        Number of neighbours, 4 or 8.

    Returns
    -------
    (labels, areas)
        Tensors of int32 and of the shape (N, 1, H, W). Labels are 1..n in each mask, in the order of glccl.label(); 0
        is background. Areas are numbers of pixels; 0 in the background.

    Raises
    ------
    TypeError
        `image` is no tensor, or of another dtype.
    ValueError
        Another shape; another connectivity.
    """
    masks = checked_masks(image)
    if not image.is_cuda:
        torch: Any = import_module("torch")
        labels, tables = label(masks, connectivity=connectivity, batch=True, table=True)
        areas = [area[one] for one, area in zip(labels.numpy(), _areas_by_label(tables))]
        stacked = np.stack(areas) if areas else np.zeros(tuple(masks.shape), np.int32)
        return labels[:, None], torch.from_numpy(stacked)[:, None]
    labels, areas = label_with_areas(masks, connectivity)
    return labels[:, None], areas[:, None]


def checked_masks(image: Any) -> Any:
    """The masks of a batch, (N, H, W). Raises as connected_components()."""
    torch: Any = import_module("torch")  # glccl does not depend on it
    if not isinstance(image, torch.Tensor):
        raise TypeError(f"the image is a {type(image).__name__}: pass a torch.Tensor")
    if image.ndim != 4 or image.shape[1] != 1:
        raise ValueError(f"the image has the shape {tuple(image.shape)}: pass (N, 1, H, W)")
    return image[:, 0]


def _areas_by_label(tables: List[Components]) -> List[np.ndarray]:
    return [np.concatenate([[0], table.area]).astype(np.int32) for table in tables]
