"""glccl.label() on arrays on the CPU."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Tuple

import numpy as np

from . import _core
from ._components import Components, components_of, no_components
from ._arrays.kinds import Host, kind_of
from ._arrays.order import in_c_order
from ._prepare import prepare
from ._request import CPU_ENGINES, Request, Results, axes_of, check_engine, neighbors_of


def label(kind: Host, image: Any, request: Request, out: Any) -> Results:
    """Labels an array on the CPU."""
    array = kind.to_numpy(image)
    neighbors = neighbors_of(request, array.shape)
    axes = axes_of(request, array.shape)
    target = None if out is None else _target(out, array)
    check_engine(request.engine, CPU_ENGINES, "the CPU")
    mask = None if request.mask is None else _mask(request.mask, array)
    if array.size == 0:  # raises for arguments that arrays with elements cannot have either
        _label_one(np.zeros((1,) * (array.ndim - request.batch), array.dtype), neighbors, axes, request, None)
    if not request.batch:
        labels, num, table = _label_one(array, neighbors, axes, request, mask)
        labels = labels if target is None else _write(labels, num, target)
        result = out if out is not None else kind.from_numpy(labels, image)
        return Results(result, [num], [] if table is None else [table])

    # Apart from a target that images are still read from, or that may turn out to hold too few labels.
    is_apart = target is not None and (
        np.may_share_memory(target, array) or np.iinfo(target.dtype).max < math.prod(array.shape[1:])
    )
    result = np.empty(array.shape, np.uint32) if target is None or is_apart else target
    counts: List[int] = []
    tables: List[Components] = []
    for i, one in enumerate(array):
        labels, num, table = _label_one(one, neighbors, axes, request, None if mask is None else mask[i])
        _write(labels, num, result[i])
        counts.append(num)
        if table is not None:
            tables.append(table)
    if target is not None and is_apart:
        _write(result, max(counts, default=0), target)
    return Results(out if out is not None else kind.from_numpy(result, image), counts, tables)


def _target(out: Any, image: np.ndarray) -> np.ndarray:
    """The array that labels are written to."""
    kind = kind_of(out)
    is_array = hasattr(out, "dtype") and kind.device(out) is None
    target = kind.to_numpy(out) if is_array else None
    if target is None or target.dtype.kind not in "ui":
        found = f"a {type(out).__name__}" if target is None else f"an array of {target.dtype}"
        raise TypeError(f"out is {found}: pass an array of integers on the CPU")
    if target.shape != image.shape:
        raise ValueError(f"out has the shape {target.shape}, and the image {image.shape}: they have to be the same")
    if not target.flags.writeable:
        raise ValueError("out is read-only")
    return target


def _write(labels: np.ndarray, num: int, out: np.ndarray) -> np.ndarray:
    if num > np.iinfo(out.dtype).max:
        raise ValueError(f"out holds labels up to {np.iinfo(out.dtype).max}, and there are {num} components")
    np.copyto(out, labels, casting="unsafe")
    return out


def _mask(mask: Any, image: np.ndarray) -> np.ndarray:
    """The mask as bytes in C order."""
    kind = kind_of(mask)
    if kind.device(mask) is not None:
        raise ValueError("the mask is on a GPU, and the image on the CPU: copy one of them")
    array = kind.to_numpy(mask)
    if array.dtype.kind not in "bui":
        raise TypeError(f"the mask's dtype is {array.dtype}: pass bool or integers, 0 outside of the mask")
    if array.shape != image.shape:
        raise ValueError(f"the mask has the shape {array.shape}, and the image {image.shape}: they have to be the same")
    return in_c_order(array != 0).view(np.uint8)


def _label_one(
    image: np.ndarray,
    neighbors: int,
    axes: Tuple[bool, bool, bool],
    request: Request,
    mask: Optional[np.ndarray],
) -> Tuple[np.ndarray, int, Optional[Components]]:
    measured = request.measured
    if image.size == 0:
        return np.zeros(image.shape, np.uint32), 0, no_components(image, any(axes)) if measured else None
    prepared, criterion = prepare(image, request.criterion, request.background)
    members = dict(request.members)
    if any(axes):
        members["periodic"] = axes
    spec = _core.Spec(connectivity=neighbors, criterion=criterion, **members)
    labels, num, columns = _core.label(prepared, spec, request.engine, measured, mask)
    return labels, num, components_of(columns, image) if columns is not None else None
