"""The labeling functions of skimage.measure, with its arguments, defaults, dtypes and numbers."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

import numpy as np

from ._label import label as _label
from ._measure import Measured, measure, slices_of
from ._request import CONNECTIVITIES

__all__ = ["label", "regionprops_table"]


def label(
    label_image: Any, background: Optional[int] = None, return_num: bool = False, connectivity: Optional[int] = None
) -> Any:
    """Label the components of equal values, as skimage.measure.label does.

    Parameters
    ----------
    label_image
        Array of integers or bool, of one to three axes. Floats are cut to integers.
    background
        Elements of this value get label 0. None: 0. A value that no element has: there is no background.
    return_num
        Also return the number of labels.
    connectivity
        Number of coordinates in which neighbours differ at most: 1 up to the number of axes. None: all.

    Returns
    -------
    labels, or (labels, num)
        `labels` is of int32 for bool and of int64 for integers.

    Raises
    ------
    ValueError
        `connectivity` is outside of its range.
    NotImplementedError
        The array has no axis or more than three.
    """
    image = np.asarray(label_image)
    axes = image.ndim
    if axes not in CONNECTIVITIES:
        raise NotImplementedError(f"the image has {axes} axes: glccl labels one to three")
    hops = axes if connectivity is None else connectivity
    neighbors = list(CONNECTIVITIES[axes])
    if not 1 <= hops <= axes:
        raise ValueError(f"the connectivity is {connectivity}: with {axes} axes it is 1 to {axes}")
    if image.dtype.kind == "f":
        image = image.astype(np.intp)

    # scikit-image exchanges the axes of a volume of integers whose last axis has one element: numbers are in the order
    # of the other two axes from then on.
    is_exchanged = axes == 3 and image.shape[2] == 1 and image.dtype != bool
    if is_exchanged:
        image = image.swapaxes(0, 2)
    ground = 0 if background is None else background
    if image.dtype == bool:
        # Only True and False are values: for every background but True, False is background.
        image, ground = (~image if ground == 1 else image), 0
    labels, num = _label(
        image, connectivity=neighbors[hops - 1], background=ground, criterion="equal", return_num=True
    )
    if is_exchanged:
        labels = labels.swapaxes(0, 2)
    labels = labels.astype(np.int32 if image.dtype == bool else np.intp, order="C")
    return (labels, num) if return_num else labels


def _extent(measured: Measured) -> np.ndarray:
    return np.divide(measured.area, _area_bbox(measured))


def _area_bbox(measured: Measured) -> np.ndarray:
    return np.prod(measured.end - measured.begin, axis=1, dtype=np.float64)


def _slices(measured: Measured) -> np.ndarray:
    column = np.empty(len(measured.label), object)
    for row in range(len(column)):
        column[row] = slices_of(measured, row)
    return column


# By property: a column or a matrix, whose columns get the property's name and a number.
_PROPERTIES = {
    "area": lambda measured: measured.area.astype(np.float64),
    "area_bbox": _area_bbox,
    "bbox": lambda measured: np.hstack([measured.begin, measured.end]),
    "centroid": lambda measured: measured.centroid,
    "extent": _extent,
    "label": lambda measured: measured.label,
    "num_pixels": lambda measured: measured.area,
    "slice": _slices,
}


def regionprops_table(
    label_image: Any, properties: Sequence[str] = ("label", "bbox"), *, separator: str = "-"
) -> Dict[str, np.ndarray]:
    """Measure labels, as skimage.measure.regionprops_table does.

    Parameters
    ----------
    label_image
        Array of integers of two or three axes. Values below 1 are background.
    properties
        Of "label", "area", "num_pixels", "bbox", "area_bbox", "centroid", "extent", "slice".
    separator
        Between the name of a property and the number of a column.

    Returns
    -------
    dict
        A column per property, "centroid-0" and so on for those with several. Row i describes the label of
        `column["label"][i]`; labels ascend.

    Raises
    ------
    TypeError
        The array is not of integers, or has another number of axes.
    AttributeError
        A property that glccl does not measure.
    """
    labels = np.asarray(label_image)
    if labels.dtype.kind not in "ui":
        raise TypeError(f"the label image is of {labels.dtype}: pass labels, which are integers")
    if labels.ndim not in (2, 3):
        raise TypeError(f"the label image has {labels.ndim} axes: pass two or three")
    unknown = [name for name in properties if name not in _PROPERTIES]
    if unknown:
        raise AttributeError(f'glccl does not measure "{unknown[0]}": it has {", ".join(sorted(_PROPERTIES))}')

    measured = measure(np.where(labels > 0, labels, -1) if labels.dtype.kind == "i" else labels.astype(np.int64))
    foreground = measured.label > 0
    table: Dict[str, np.ndarray] = {}
    for name in properties:
        column = _PROPERTIES[name](measured)[foreground]
        if column.ndim == 1:
            table[name] = column
        else:
            table.update({f"{name}{separator}{i}": column[:, i] for i in range(column.shape[1])})
    return table
