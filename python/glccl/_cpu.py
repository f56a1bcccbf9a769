"""Arrays on the CPU."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Tuple

import numpy as np

from . import _core
from ._components import Components, components_of, no_components
from ._arrays.kinds import Host, kind_of
from ._arrays.order import in_c_order
from ._asked.periodic import periodic_of
from ._prepare import prepare
from ._request import (
    CPU_ENGINES, Request, Results, check_engine, check_label_axes, neighbors_in, neighbors_of, spec_of,
)
from ._tracks import MakeTracks, tracks_of
from ._vulkan_engine import vulkan_module


class CpuArray:
    """An array on the CPU."""

    device = None

    def __init__(self, kind: Host, array: Any) -> None:
        self._kind = kind
        self._array = array

    def label(self, request: Request, out: Any, stream: Any) -> Results:
        if stream is not None:
            raise self._no_streams("image is")
        array = self._kind.to_numpy(self._array)
        neighbors = neighbors_of(request, array.shape)
        axes = periodic_of(request.periodic, array.ndim - request.batch)
        target = None if out is None else _target(out, array)
        check_engine(request.engine, CPU_ENGINES, "the CPU")
        mask = None if request.mask is None else _mask(request.mask, array)
        if array.size == 0:  # raises for arguments that arrays with elements cannot have either
            _label_one(np.zeros((1,) * (array.ndim - request.batch), array.dtype), neighbors, axes, request, None)
        if not request.batch:
            labels, num, table = _label_one(array, neighbors, axes, request, mask)
            result = self._kind.from_numpy(labels, self._array) if target is None else out
            if target is not None:
                _write(labels, num, target)
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
        return Results(out if out is not None else self._kind.from_numpy(result, self._array), counts, tables)

    def reserve(self, request: Request) -> None:
        name = type(self._array).__name__
        raise ValueError(f"the image is a {name} on the CPU: memory is reserved for arrays on a GPU")

    def select(self, positions: np.ndarray, return_found: bool, stream: Any) -> Tuple[Any, np.ndarray]:
        labels = self._labels(stream)
        selection, found = np.zeros(labels.shape, np.uint32), np.zeros(len(positions), np.uint32)
        if labels.size:
            selection, found = _core.select(labels, positions)
        return self._kind.from_numpy(selection.reshape(labels.shape), self._array), found

    def boundaries(self, connectivity: Optional[int], stream: Any) -> Any:
        labels = self._labels(stream)
        neighbors = neighbors_in(connectivity, labels.ndim)
        mask = np.zeros(labels.shape, bool)
        if labels.size:
            mask = _core.boundaries(labels, neighbors).view(bool).reshape(labels.shape)
        return self._kind.from_numpy(mask, self._array)

    def lists(self, stream: Any) -> Tuple[Any, Any]:
        labels = self._labels(stream)
        offsets, places = np.zeros(1, np.uint32), np.zeros(0, np.uint32)
        if labels.size:
            offsets, places = _core.lists(labels)
        return self._kind.from_numpy(offsets, self._array), self._kind.from_numpy(places, self._array)

    def contacts(self, connectivity: Optional[int], stream: Any) -> Tuple[np.ndarray, np.ndarray]:
        if stream is not None:
            raise self._no_streams("labels are")
        labels = self._kind.to_numpy(self._array)
        if labels.dtype.kind not in "ui":
            raise TypeError(f"the labels are of {labels.dtype}: pass integers")
        neighbors = neighbors_in(connectivity, labels.ndim)
        low, high = int(labels.min(initial=0)), int(labels.max(initial=0))
        if low < 0:
            raise ValueError(f"the labels reach from {low} on: pass labels from 0 on")
        native = labels.dtype.newbyteorder("=")
        if labels.size == 0:
            return np.empty((0, 2), native), np.empty(0, np.uint64)
        if high < 2**32:
            pairs, lengths = _core.contacts(in_c_order(labels, np.uint32), neighbors)
            return pairs.astype(native), lengths
        # Larger labels are numbered first, in their order; 0 stays background.
        values = np.unique(np.append(labels.ravel(), np.zeros(1, labels.dtype)))
        numbers = np.searchsorted(values, labels).astype(np.uint32)
        pairs, lengths = _core.contacts(in_c_order(numbers), neighbors)
        return values.astype(native)[pairs], lengths

    def track(self, tracker: Any, limits: Tuple[int, ...], stream: Any) -> Tuple[Any, int, int, MakeTracks]:
        labels = self._labels(stream)
        rows, deaths, ids, overflow, count, numbers = tracker.track(labels.ravel(), limits[0])
        ids = self._kind.from_numpy(ids.reshape(labels.shape), self._array)
        return tracker, overflow, count, lambda restored: tracks_of(rows, deaths, restored(ids), numbers)

    def type_and_axes(self) -> Tuple[np.dtype, int]:
        labels = self._kind.to_numpy(self._array)
        return labels.dtype, labels.ndim

    def _labels(self, stream: Any) -> np.ndarray:
        """Labels of up to 32 bits as uint32 in C order."""
        if stream is not None:
            raise self._no_streams("labels are")
        labels = self._kind.to_numpy(self._array)
        if labels.dtype.kind not in "biu":
            raise TypeError(f"the labels are an array of {labels.dtype}: pass integers")
        wide = labels.dtype.itemsize == 8 or labels.dtype.kind == "i"
        if wide and labels.size and (labels.min() < 0 or labels.max() >= 2**32):
            raise ValueError(f"labels from {labels.min()} to {labels.max()}: pass labels 1..N, and 0 for background")
        check_label_axes(labels.shape)
        return in_c_order(labels, np.uint32)

    def _no_streams(self, noun: str) -> ValueError:
        name = type(self._array).__name__
        return ValueError(f"the {noun} a {name} on the CPU, which has no streams: leave stream out")


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
    spec = spec_of(request, neighbors, criterion, axes)
    module = vulkan_module() if request.engine == "vulkan" else _core
    labels, num, columns = module.label(prepared, spec, request.engine, measured, mask)
    return labels, num, components_of(columns, image) if columns is not None else None
