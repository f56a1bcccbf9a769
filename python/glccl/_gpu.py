"""glccl.label() on arrays in device memory."""

from __future__ import annotations

import math
from functools import lru_cache
from importlib import import_module
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._components import Components, components_at, no_components
from ._criteria import Criterion, Difference, Foreground, check_criterion
from ._filter import Filter
from ._kinds import Cai, Dlpack, Host, View, handle_of, kind_of
from ._prepare import EVERYTHING, NON_ZERO, NOTHING, CoreCriterion, check_dtype, difference_of, stored, unlike
from ._request import CUDA_ENGINES, Request, Results, check_engine, neighbors_of

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: Makes a mask of an array, by its own library.
Mask = Callable[[Any], Any]


class Plan(NamedTuple):
    """How an engine labels arrays of a dtype."""

    spec: Any
    mask: Optional[Mask]
    """If no engine reads the dtype: makes a mask that is labeled instead."""


def label(kind: Host, image: Any, device: int, request: Request, out: Any, stream: Any) -> Results:
    """Labels an array on a CUDA device, on the stream or the one of the array's kind."""
    if stream is None:
        return _label(kind, image, request, out, None)
    with kind.on_stream(device, stream):
        return _label(kind, image, request, out, handle_of(stream))


def _label(kind: Host, image: Any, request: Request, out: Any, stream: Optional[int]) -> Results:
    check_build()
    view = kind.view(image, stream)
    plan = _plan_of(kind, request, view)
    if out is None:
        labels, address = kind.empty(image, view)
        strides: Tuple[int, ...] = ()
    else:
        target = _target(out, view, type(image).__name__)
        labels, address, strides = out, target.address, target.strides
    if 0 in view.shape:
        return _no_elements(labels if out is not None else kind.finished(labels, view, image), view, request.batch)
    read = view if plan.mask is None else kind.view(plan.mask(image), stream)
    values = _cuda.label_cuda(
        plan.spec, read.address, read.shape, read.strides, address, strides, read.device, read.stream, request.batch,
        request.counted, request.measured, kind.waits,
    )
    result = labels if out is not None else kind.finished(labels, view, image)
    if values is None:
        return Results(result, [], [])
    counts, columns = values
    return Results(result, counts, _tables(kind, image, view, columns or [], request.batch))


def _tables(kind: Host, image: Any, view: View, columns: List[Dict[str, Any]], batch: bool) -> List[Components]:
    tables = []
    for i, one in enumerate(columns):
        places = np.unravel_index(one["first"], view.shape[1:] if batch else view.shape)
        if batch:
            places = (np.full(len(one["first"]), i), *places)
        tables.append(components_at(one, kind.values_at(image, places)))
    return tables


def _no_elements(labels: Any, view: View, batch: bool) -> Results:
    """The results for an array without elements."""
    images, shape = (view.shape[0], view.shape[1:]) if batch else (1, view.shape)
    return Results(labels, [0] * images, [no_components(np.empty(shape, check_dtype(view.dtype)))] * images)


def reserve(kind: Host, image: Any, request: Request) -> None:
    """Reserves scratch memory for a labeling in the next stream capture."""
    check_build()
    view = kind.view(image, None)
    plan = _plan_of(kind, request, view)
    if 0 not in view.shape:
        _cuda.reserve_cuda(plan.spec, view.shape, request.batch, view.device)


def label_with_areas(masks: Any, connectivity: int) -> Tuple[Any, Any]:
    """Labels of tensors of the shape (N, H, W) on a GPU, and their component tables as tensors of int32 of the shape
    (N, R, 16): a header and a row of 16 words per component; rows that no component has are not set. Does not wait."""
    check_build()
    torch: Any = import_module("torch")
    kind = kind_of(masks)
    request = Request(connectivity, 0, "foreground", "auto", True)
    view = kind.view(masks, None)
    plan = _plan_of(kind, request, view)
    labels, address = kind.empty(masks, view)
    images, height, width = view.shape
    # No image has more components: each takes a block of 2 x 2 pixels, or every second pixel, alone.
    most = (height + 1) // 2 * ((width + 1) // 2) if connectivity == 8 else (height * width + 1) // 2
    tables = torch.empty((images, 1 + most, 16), dtype=torch.int32, device=masks.device)
    if 0 not in view.shape:
        read = view if plan.mask is None else kind.view(plan.mask(masks), None)
        _cuda.label_cuda(
            plan.spec, read.address, read.shape, read.strides, address, (), read.device, read.stream, True, False,
            False, False, tables.data_ptr(), most,
        )
    return labels, tables


def free_memory() -> None:
    """Frees the memory that is kept between calls."""
    if hasattr(_core, "free_cuda_memory"):
        _cuda.free_cuda_memory()


def check_build() -> None:
    """Raises glccl.Error if this build has no CUDA engines."""
    if not hasattr(_core, "label_cuda"):
        raise _core.Error(f"the array is on a GPU, and CUDA engines cannot run here: {_core.why_no_cuda()}")


def _target(out: Any, view: View, name: str) -> View:
    """The view of the array that labels are written to."""
    kind = kind_of(out)
    device = kind.device(out)
    if device is None:
        raise TypeError(f"out is a {type(out).__name__} on the CPU, and the image a {name} on a GPU")
    if device != view.device:
        raise ValueError(f"out is on CUDA device {device}, and the image on device {view.device}")
    if isinstance(kind, Dlpack):
        raise TypeError(f"out is a {type(out).__name__}, which may be immutable: pass an array of torch or CuPy")
    if isinstance(kind, Cai) and out.__cuda_array_interface__["data"][1]:
        raise ValueError("out is read-only")
    target = kind.view(out, view.stream)
    if target.dtype not in ("int32", "uint32"):
        raise TypeError(f"out is an array of {target.dtype}: on a GPU pass one of int32 or uint32")
    if tuple(target.shape) != tuple(view.shape):
        raise ValueError(
            f"out has the shape {tuple(target.shape)}, and the image {tuple(view.shape)}: they have to be the same"
        )
    if target.owner is not out:  # a copy
        raise ValueError("out has gaps along its last axis, or its axes are in another order: pass an array in C order")
    return target


def _plan_of(kind: Host, request: Request, view: View) -> Plan:
    """The plan for arrays like this one. Raises as glccl.label() does."""
    background = request.background
    if hasattr(background, "item"):  # a numpy scalar
        background = background.item()
    check_criterion(request.criterion, background)
    check_engine(request.engine, CUDA_ENGINES, "a GPU")
    neighbors = neighbors_of(request, view.shape)
    plan = _plan(request.engine, view.dtype, neighbors, request.criterion, background, request.filter)
    if plan.mask is not None and not kind.has_operators(view.dtype):
        raise TypeError(
            f"no CUDA engine reads {view.dtype}, and glccl makes no mask of such an array: pass a mask, or convert it "
            "to 32 bits"
        )
    return plan


@lru_cache(maxsize=1024, typed=True)
def _plan(
    engine: str, dtype: str, neighbors: int, criterion: Criterion, background: Any, kept: Filter
) -> Plan:
    kind = check_dtype(dtype)
    if isinstance(criterion, Foreground):
        core, mask = _in_range(kind, criterion)
    elif isinstance(criterion, Difference):
        core, mask = _by_difference(kind, criterion.largest, background), None
    elif criterion == "equal":
        core, mask = _by_value(kind, background), None
    else:
        core, mask = _unlike_background(kind, background)
    name = CUDA_ENGINES[0] if engine == "auto" else engine
    return Plan(_cuda.CudaSpec(name, dtype if mask is None else "bool", neighbors, core, kept), mask)


Criteria = Tuple[CoreCriterion, Optional[Mask]]


def _masked(mask: Mask) -> Criteria:
    return _core.Foreground(*NON_ZERO), mask


def _unlike_background(dtype: np.dtype, background: Any) -> Criteria:
    core = unlike(dtype, background)
    if core is not None:
        return core, None
    value = stored(background, dtype)
    if dtype.kind in "iu" and not value:  # integers of 64 bits: 0, or a value that none of them has
        return _core.Foreground(*(EVERYTHING if value is None else NON_ZERO)), None
    other = math.nan if value is None else value
    return _masked(lambda image: image != other)


def _in_range(dtype: np.dtype, criterion: Foreground) -> Criteria:
    low, high, inverted = criterion.low, criterion.high, criterion.inverted
    if dtype.itemsize < 8:
        return _core.Foreground(low, high, inverted), None
    if dtype.kind == "f":
        return _masked(_within(low, high, inverted))
    # Integers of 64 bits from `first` to `last`. Both are such integers, because not every library compares others
    # exactly.
    info = np.iinfo(dtype)
    first = math.floor(low) + 1 if info.min <= low < info.max else info.min
    last = math.floor(high) if info.min <= high < info.max else info.max
    if low >= info.max or high < info.min or first > last:
        return _core.Foreground(*(EVERYTHING if inverted else NOTHING)), None
    return _masked(_from_to(first, last, inverted))


def _within(low: float, high: float, inverted: bool) -> Mask:
    if inverted:
        return lambda image: ~((image > low) & (image <= high))
    return lambda image: (image > low) & (image <= high)


def _from_to(first: int, last: int, inverted: bool) -> Mask:
    if inverted:
        return lambda image: ~((image >= first) & (image <= last))
    return lambda image: (image >= first) & (image <= last)


def _by_value(dtype: np.dtype, background: Any) -> CoreCriterion:
    if dtype.kind == "f":
        raise TypeError(
            f"the image is of {dtype}, and no CUDA engine compares floats for equality: view its bits as integers, or "
            "pass glccl.difference(0)"
        )
    value = stored(background, dtype)
    if dtype.itemsize < 8 or value is None:
        return _core.Equal(value)
    word = 0xFFFFFFFF
    return _core.Equal.words(int(value) & word, int(value) >> 32 & word)


def _by_difference(dtype: np.dtype, largest: float, background: Any) -> CoreCriterion:
    if dtype.kind in "iu" and dtype.itemsize == 8:
        raise TypeError(f"the image is of {dtype}, and no CUDA engine subtracts 64 bits: convert it to 32 bits")
    return difference_of(dtype, largest, background)
