"""The properties of labels on a GPU, for glccl.skimage.regionprops_table()."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .. import _core
from .._arrays.kinds import Host, View
from .components import device_bytes, label_with_rows
from .._measures.properties import Names, need_intensities, need_shapes
from .._request import CONNECTIVITIES, CUDA_ENGINES

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: Bytes before the columns: whether rows have to be united.
_HEADER = 16


class _Plan(NamedTuple):
    """How labels of a dtype are measured."""

    labeling: Any
    properties: Any
    """A CudaProperties of the extension module."""
    columns: Dict[str, Tuple[int, int, str]]
    """By property: its first column, the number of its columns, and their dtype."""
    width: int
    """The number of all columns."""


def properties_of(kind: Host, labels: Any, view: View, intensity: Optional[View], names: Names, separator: str) -> Any:
    """Columns of the properties of the labels above 0, arrays of the caller's library on its device; of "slice" an
    array of numpy."""
    is_volume = len(view.shape) == 3 and view.shape[0] > 1
    plan = _plan(view.dtype, len(view.shape), is_volume, need_shapes(names), intensity is not None,
                 tuple(dict.fromkeys("bbox" if name == "slice" else name for name in names.values())))
    rows, stride, memory, address = 0, 0, *device_bytes(kind, labels, view, _HEADER)
    if 0 not in view.shape:
        rows, stride, memory, address = _measure(kind, labels, view, intensity, plan)
    table: Dict[str, Any] = {}
    make = kind.importer(labels)
    for asked, name in names.items():
        first, width, dtype = plan.columns["bbox" if name == "slice" else name]
        begins = [_HEADER + 8 * stride * (first + i) for i in range(width)]
        if name == "slice":
            table[asked] = _slices(view, [address + begin for begin in begins], rows)
            continue
        for index, begin in zip(_indices(name, width), begins):
            table[separator.join([asked, *index])] = kind.part(memory, begin, (rows,), dtype, make)
    return table


def _measure(
    kind: Host, labels: Any, view: View, intensity: Optional[View], plan: _Plan
) -> Tuple[int, int, Any, int]:
    """The number of labels, the numbers from a column to the next, the memory of the columns, and its address."""
    _scratch, target = kind.empty(labels, view)

    def label(tables: int, rows: int) -> Optional[List[int]]:
        return _cuda.label_cuda(plan.labeling, view, target, (), None, tables, rows, intensity)

    found = label_with_rows(kind, labels, view, plan.labeling, label)
    table, count = found.address, found.most
    while True:
        stride = (count + 15) // 16 * 16
        memory, address = device_bytes(kind, labels, view, _HEADER + 8 * stride * plan.width)
        if count == 0 or plan.properties.write(view, table, count, address + _HEADER, stride, address):
            return count, stride, memory, address
        # Labels of several components.
        _united, merged = device_bytes(kind, labels, view, _cuda.tables_bytes(plan.labeling, view, count))
        _memory, scratch = device_bytes(kind, labels, view, _cuda.merge_bytes(count))
        count = plan.properties.merge(view, table, count, merged, scratch)
        table = merged


@lru_cache(maxsize=256)
def _plan(dtype: str, axes: int, is_volume: bool, shapes: bool, intensity: bool, names: Tuple[str, ...]) -> _Plan:
    needed = 0
    if shapes:
        needed |= _cuda.volume_shape_columns if is_volume else _cuda.image_shape_columns
    if intensity:
        needed |= _cuda.intensity_columns
    spec = _core.Spec(connectivity=list(CONNECTIVITIES[axes].values())[-1], criterion=_core.Equal(0))
    properties = _cuda.CudaProperties(list(names), needed)
    columns: Dict[str, Tuple[int, int, str]] = {}
    first = 0
    for name, (kind, width) in zip(names, properties.columns(axes)):
        columns[name] = first, width, kind
        first += width
    return _Plan(_cuda.CudaLabeling(CUDA_ENGINES[0], dtype, spec, False, True, needed), properties, columns, first)


def _indices(name: str, width: int) -> List[Tuple[str, ...]]:
    """The numbers behind a property's name in the names of its columns."""
    if name in ("bbox", "centroid", "centroid_weighted", "inertia_tensor_eigvals"):
        return [(str(i),) for i in range(width)]
    if name == "inertia_tensor":
        side = round(width**0.5)
        return [(str(i), str(j)) for i, j in np.ndindex(side, side)]
    return [()]


def _slices(view: View, sides: List[int], rows: int) -> np.ndarray:
    """The boxes as indices, from the addresses of the columns of "bbox"."""
    axes = len(sides) // 2
    column = np.empty(rows, object)
    if rows == 0:
        return column
    ends = [np.asarray(_cuda.read_cuda(side, 8 * rows, view.device, view.stream)).view(np.int64).tolist()
            for side in sides]
    for row in range(rows):
        column[row] = tuple(slice(ends[axis][row], ends[axes + axis][row]) for axis in range(axes))
    return column
