"""Arrays in device memory."""

from __future__ import annotations

import contextlib
import math
from functools import lru_cache
from typing import Any, Callable, ContextManager, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .. import _core
from .components import DeviceComponents, device_bytes, measure, no_components
from .tracks import DeviceTracks, make_tracks
from .._asked.criteria import Criterion, Difference, Foreground, check_criterion
from .._asked.periodic import periodic_of
from .._asked.spec import Members
from .._arrays.kinds import Cai, Dlpack, Host, View, handle_of, kind_of
from .properties import properties_of
from .._prepare import (
    EVERYTHING,
    NON_ZERO,
    NOTHING,
    CoreCriterion,
    as_compared,
    check_dtype,
    difference_of,
    stored,
    unlike,
)
from .._measures.properties import Names
from .._tracks import MakeTracks
from .._request import CUDA_ENGINES, Request, Results, check_engine, check_label_axes, neighbors_in, neighbors_of

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: The library's current stream, which stays that.
_CURRENT: ContextManager[Any] = contextlib.nullcontext()

#: Makes a mask of an array, by its own library.
Mask = Callable[[Any], Any]


class Plan(NamedTuple):
    """How an engine labels arrays of a dtype."""

    labeling: Any
    mask: Optional[Mask]
    """If no engine reads the dtype: makes a mask that is labeled instead."""


class CudaArray:
    """An array on a CUDA device."""

    def __init__(self, kind: Host, array: Any, device: int) -> None:
        self.device = device
        self._kind = kind
        self._array = array

    def label(self, request: Request, out: Any, stream: Any) -> Results:
        kind, image = self._kind, self._array
        with self._on(stream):
            view = self._view(stream)
            plan = _plan_of(kind, request, view)
            strides: Tuple[int, ...] = ()
            if out is None:
                labels, address = kind.empty(image, view)
            else:
                target = _target(out, view, type(image).__name__)
                labels, address, strides = out, target.address, target.strides
            counts: Optional[List[int]] = None
            tables: List[DeviceComponents] = []
            if 0 in view.shape:
                counts = [0] * (view.shape[0] if request.batch else 1)
                if request.measured:
                    tables = no_components(kind, image, view, request)
            else:
                read = view if plan.mask is None else kind.view(plan.mask(image), view.stream)
                mask = None if request.mask is None else _mask_beside(request.mask, view)

                def label(*table: int) -> Optional[List[int]]:
                    return _cuda.label_cuda(plan.labeling, read, address, strides, mask, *table)

                if request.measured:
                    counts, tables = measure(kind, image, view, request, plan.labeling, label)
                else:
                    counts = label()
            if out is None:
                labels = kind.finished(labels, image)
            return Results(labels, counts or [], tables)

    def reserve(self, request: Request) -> None:
        view = self._view(None)
        plan = _plan_of(self._kind, request, view)
        if 0 not in view.shape:
            _cuda.reserve_cuda(plan.labeling, view, request.mask is not None, request.rows or 0)

    def select(self, positions: np.ndarray, return_found: bool, stream: Any) -> Tuple[Any, np.ndarray]:
        with self._on(stream):
            view = self._labels(stream)
            target, address = self._kind.empty(self._array, view)
            found = None
            if 0 not in view.shape:
                found = _cuda.select_cuda(view, positions, address, return_found)
            selection = self._kind.finished(target, self._array)
        return selection, np.zeros(len(positions), np.uint32) if found is None else found

    def boundaries(self, connectivity: Optional[int], stream: Any) -> Any:
        with self._on(stream):
            view = self._labels(stream)
            neighbors = neighbors_in(connectivity, len(view.shape))
            target, address = self._kind.empty(self._array, view, "bool")
            if 0 not in view.shape:
                _cuda.boundaries_cuda(view, neighbors, address)
            return self._kind.finished(target, self._array)

    def lists(self, stream: Any) -> Tuple[Any, Any]:
        with self._on(stream):
            view = self._labels(stream)
            if 0 in view.shape:
                raise ValueError(f"the labels have the shape {tuple(view.shape)}: lists on a GPU need elements")
            lists = _cuda.CudaLists(view)
            views = [view._replace(shape=(size,), strides=()) for size in (lists.offsets, lists.places)]
            (offsets, first), (places, second) = [self._kind.empty(self._array, one) for one in views]
            lists.copy(first, second)
            return self._kind.finished(offsets, self._array), self._kind.finished(places, self._array)

    def contacts(self, connectivity: Optional[int], stream: Any) -> Tuple[Any, Any]:
        kind, labels = self._kind, self._array
        with self._on(stream):
            view = self._labels(stream)
            neighbors = neighbors_in(connectivity, len(view.shape))
            found = _cuda.CudaContacts(view, neighbors) if 0 not in view.shape else None
            count = 0 if found is None else found.count
            pairs, first = device_bytes(kind, labels, view, 8 * count)
            lengths, second = device_bytes(kind, labels, view, 8 * count)
            if found is not None:
                found.copy(first, second)
            make = kind.importer(labels)
            return (kind.part(pairs, 0, (count, 2), view.dtype, make),
                    kind.part(lengths, 0, (count,), kind.sums_of_rows, make))

    def track(self, tracker: Any, limits: Tuple[int, ...], stream: Any) -> Tuple[Any, int, int, MakeTracks]:
        kind, labels = self._kind, self._array
        with self._on(stream):
            view = self._labels(stream)
            if not isinstance(tracker, _cuda.CudaTracker):
                tracker = _cuda.CudaTracker(view, *limits)
            ids, address = kind.empty(labels, view)
            overflow, count, rows, deaths = tracker.track(view, address)
            ids = kind.finished(ids, labels)

        def make(restored: Callable[[Any], Any]) -> DeviceTracks:
            with self._on(stream):
                return make_tracks(kind, labels, view, tracker, restored(ids), rows, deaths)

        return tracker, overflow, count, make

    def type_and_axes(self) -> Tuple[np.dtype, int]:
        view = self._view(None)
        return check_dtype(view.dtype, "label image"), len(view.shape)

    def properties(self, names: Names, intensity: Any, separator: str) -> Dict[str, Any]:
        """Columns of the properties of the labels above 0. `intensity` is an array of the same shape and on the same
        device, or None; `separator` stands before the number of a column."""
        view = self._view(None)
        if view.dtype in ("int64", "uint64"):
            raise TypeError(f"the label image is of {view.dtype}: on a GPU pass integers of up to 32 bits")
        values = None if intensity is None else self.check_intensity(intensity)
        return properties_of(self._kind, self._array, view, values, names, separator)

    def check_intensity(self, intensity: Any) -> View:
        """The view of an intensity image for these labels. Raises ValueError for one of another shape or on another
        device, TypeError for elements of 64 bits."""
        values = view_beside(intensity, self._view(None), "intensity image", "label image")
        dtype = check_dtype(values.dtype, "intensity image")
        if dtype.itemsize == 8:
            raise TypeError(f"the intensity image is of {dtype}: on a GPU pass integers of up to 32 bits, or float32")
        return values

    def _on(self, stream: Any) -> ContextManager[Any]:
        """Makes a stream of the caller's the current one of the library."""
        return _CURRENT if stream is None else self._kind.on_stream(self.device, stream)

    def _view(self, stream: Any) -> View:
        """The view in the order of the stream. Raises glccl.Error if this build has no CUDA engines."""
        if not hasattr(_core, "label_cuda"):
            raise _core.Error(f"the array is on a GPU, and CUDA engines cannot run here: {_core.why_no_cuda()}")
        return self._kind.view(self._array, None if stream is None else handle_of(stream))

    def _labels(self, stream: Any) -> View:
        """The view of an array of labels."""
        view = self._view(stream)
        if view.dtype not in ("int32", "uint32"):
            raise TypeError(f"the labels are an array of {view.dtype}: on a GPU pass one of int32 or uint32")
        check_label_axes(view.shape)
        return view


def view_beside(other: Any, view: View, name: str, of: str) -> View:
    """The view of a second array, of the shape and on the device of the first one and in the order of its stream. The
    names of both are for messages."""
    kind = kind_of(other)
    device = kind.device(other)
    if device is None:
        raise ValueError(f"the {name} is on the CPU, and the {of} on a GPU: copy one of them")
    if device != view.device:
        raise ValueError(f"the {name} is on CUDA device {device}, and the {of} on device {view.device}")
    beside = kind.view(other, view.stream)
    if tuple(beside.shape) != tuple(view.shape):
        raise ValueError(
            f"the {name} has the shape {tuple(beside.shape)}, and the {of} {tuple(view.shape)}: they have to be the "
            "same"
        )
    if (beside.stream or 1) != (view.stream or 1):
        _cuda.order_streams(view.device, beside.stream, view.stream)
    return beside


def _mask_beside(mask: Any, view: View) -> View:
    """A mask as bytes."""
    kind = kind_of(mask)
    if kind.device(mask) is not None:
        dtype = kind.view(mask, view.stream).dtype
        if dtype not in ("bool", "uint8"):
            if check_dtype(dtype, "mask").kind not in "iu":
                raise TypeError(f"the mask's dtype is {dtype}: pass bool or integers, 0 outside of the mask")
            if not kind.has_operators(dtype):
                raise TypeError(f"the mask is a {type(mask).__name__} of {dtype}: pass one of bool or uint8")
            mask = mask != 0
    return view_beside(mask, view, "mask", "image")


def label_with_areas(masks: Any, connectivity: int) -> Tuple[Any, Any]:
    """Labels of tensors of the shape (N, H, W) on a GPU, and the area of each pixel's component. Does not wait."""
    kind = kind_of(masks)
    view = CudaArray(kind, masks, masks.get_device())._view(None)
    plan = _plan_of(kind, Request(connectivity, 0, "foreground", "auto", True), view)
    (labels, address), (areas, second) = kind.empty(masks, view), kind.empty(masks, view)
    _, height, width = view.shape
    # No image has more components: each takes a block of 2 x 2 pixels, or every second pixel, alone.
    most = (height + 1) // 2 * ((width + 1) // 2) if connectivity == 8 else (height * width + 1) // 2
    if 0 not in view.shape:
        read = view if plan.mask is None else kind.view(plan.mask(masks), None)
        _memory, tables = device_bytes(kind, masks, view, _cuda.tables_bytes(plan.labeling, view, most))
        _cuda.label_cuda(plan.labeling, read, address, (), None, tables, most)
        _cuda.write_areas_cuda(plan.labeling, view, tables, most, address, second)
    return labels, areas


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
    check_criterion(request.criterion, request.background)
    criterion, background = as_compared(request.criterion, request.background, check_dtype(view.dtype))
    if hasattr(background, "item"):  # a numpy scalar
        background = background.item()
    check_engine(request.engine, CUDA_ENGINES, "a GPU")
    neighbors = neighbors_of(request, view.shape)
    axes = periodic_of(request.periodic, len(view.shape) - request.batch)
    counted = request.counted or (request.measured and request.rows is None)
    plan = _plan(
        request.engine, view.dtype, neighbors, criterion, background, request.members, axes,
        request.batch, counted, request.measured,
    )
    if plan.mask is not None and not kind.has_operators(view.dtype):
        raise TypeError(
            f"no CUDA engine reads {view.dtype}, and glccl makes no mask of such an array: pass a mask, or convert it "
            "to 32 bits"
        )
    return plan


@lru_cache(maxsize=1024, typed=True)
def _plan(
    engine: str, dtype: str, neighbors: int, criterion: Criterion, background: Any, members: Members,
    axes: Tuple[bool, bool, bool], batch: bool, counted: bool, measured: bool,
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
    read = dtype if mask is None else "bool"
    spec = _core.Spec(connectivity=neighbors, criterion=core, periodic=axes, **dict(members))
    columns = _cuda.seam_columns if measured and any(axes) else 0
    return Plan(_cuda.CudaLabeling(name, read, spec, batch, counted, columns), mask)


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
