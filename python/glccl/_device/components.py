"""The component table of an array on a GPU."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .. import _core
from .._arrays.kinds import Host, Importer, View, kind_of
from .._asked.periodic import periodic_of
from .._components import Components
from .._request import Request

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: The columns with one number for each of the D axes, and those with two. Others have one number.
_OF_AXES = {"sums": 1, "centroid": 1, "crosses": 1, "unwrapped_centroid": 1, "bbox": 2, "unwrapped_bbox": 2}

#: The columns of periodic axes.
_OF_SEAMS = ("crosses", "unwrapped_bbox", "unwrapped_centroid")


class Columns(NamedTuple):
    """Columns that a kernel writes to a block of memory: a header, then the columns, whose rows are padded."""

    layout: Any
    """A ColumnLayout of the extension module."""
    axes: int
    """D."""
    dtypes: Dict[str, str]
    """By the name of a column."""
    before: Dict[str, int]
    """By the name of a column: bytes of a row in the columns before."""
    row_bytes: int
    seams: bool
    """Whether tables have the columns of periodic axes."""

    def of(self, name: str, rows: int) -> Tuple[int, Tuple[int, ...], str]:
        """Where a column begins in a block of so many rows, its shape and its dtype."""
        width = (_OF_AXES[name] * self.axes,) if name in _OF_AXES else ()
        return _HEADER + _padded(rows) * self.before[name], (rows, *width), self.dtypes[name]

    def block_bytes(self, rows: int) -> int:
        """Bytes of a block of so many rows."""
        return _HEADER + _padded(rows) * self.row_bytes


#: As cuda/measure/write_columns.hpp has it.
_HEADER = 16


def _padded(rows: int) -> int:
    return (rows + 15) // 16 * 16


class Block(NamedTuple):
    """Memory on a GPU with the columns of tables, and how the caller's library makes arrays of it."""

    kind: Host
    memory: Any
    """An array of bytes of the caller's library, or a DeviceArray."""
    make: Importer
    """Host.importer() of the caller's array."""
    columns: Columns
    stream: Optional[int]
    """The cudaStream_t on which the columns are written, or None for one that is not known."""


class DeviceComponents:
    """The component table of an array on a GPU: one row per component, in the order of the labels.

    Columns are arrays of the library of the labeled array (torch, CuPy, JAX; for others glccl.DeviceArray) and on its
    device. They are valid in the order of the stream on which the array was labeled, as its labels are. All columns
    share one block of memory, of which a column is a view without gaps; copy a column to keep it alone.

    N is the number of rows: that of components, or `rows` of glccl.label(). D is the number of the array's axes.
    """

    def __init__(self, block: Block, begin: int, rows: int, is_capacity: bool) -> None:
        self._block = block
        self._begin = begin
        self._rows = rows
        self._is_capacity = is_capacity

    def __len__(self) -> int:
        """N."""
        return self._rows

    @property
    def count(self) -> Any:
        """The number of components: an int; with `rows` of glccl.label() an array (1,) of int64 on the device, which
        may be larger than N."""
        return self._array(0, (1,), "int64") if self._is_capacity else self._rows

    @property
    def label(self) -> Any:
        """(N,) uint32 (torch: int64): the labels 1..N; 0 in rows without a component, where all columns are 0."""
        return self._column("label")

    @property
    def area(self) -> Any:
        """(N,) int64: number of elements."""
        return self._column("area")

    @property
    def bbox(self) -> Any:
        """(N, 2 * D) int64: the first element of the bounding box along each axis, then the one behind its last."""
        return self._column("bbox")

    @property
    def sums(self) -> Any:
        """(N, D) uint64 (torch: int64): sums of the coordinates of the elements, exact."""
        return self._column("sums")

    @property
    def centroid(self) -> Any:
        """(N, D) float64: the mean of the coordinates of the elements."""
        return self._column("centroid")

    @property
    def first(self) -> Any:
        """(N,) int64: place of the component's first element in `image.ravel()`."""
        return self._column("first")

    @property
    def value(self) -> Any:
        """(N,) of the image's dtype: the value of the component's first element."""
        return self._column("value")

    @property
    def crosses(self) -> Any:
        """(N, D) bool: whether a component has neighbors on both sides of the seam of a periodic axis. This and the
        next two are None in tables without periodic axes."""
        return self._column("crosses")

    @property
    def unwrapped_bbox(self) -> Any:
        """(N, 2 * D) int64: as glccl.Components.unwrapped_bbox."""
        return self._column("unwrapped_bbox")

    @property
    def unwrapped_centroid(self) -> Any:
        """(N, D) float64: as glccl.Components.unwrapped_centroid."""
        return self._column("unwrapped_centroid")

    @property
    def slices(self) -> List[Tuple[slice, ...]]:
        """The bounding boxes as indices: `image[table.slices[i]]` is the box of label i + 1. Copies the table."""
        return self.numpy().slices

    def numpy(self) -> Components:
        """A copy on the CPU. Waits for the table.

        Raises ValueError if there are more components than `rows` of glccl.label().
        """
        columns, rows = self._block.columns, self._rows
        copy = copy_of(self._block.memory, self._begin, columns.block_bytes(rows), self._block.stream)
        count = int(copy[:8].view(np.int64)[0])
        if count > rows:
            raise ValueError(f"there are {count} components, and the table has {rows} rows: pass rows={count} or more")
        found = {}
        for name, dtype in columns.dtypes.items():
            begin, shape, _ = columns.of(name, rows)
            column = copy[begin : begin + prod(shape) * np.dtype(dtype).itemsize].view(dtype).reshape(shape)
            found[name] = column[:count]
        del found["centroid"]
        label, sums = found.pop("label").astype(np.uint32, copy=False), found.pop("sums").view(np.uint64)
        return Components(label=label, sums=sums, **found)

    def to_dict(self) -> Dict[str, np.ndarray]:
        """Columns on the CPU, as glccl.Components.to_dict() has them. Raises as numpy()."""
        return self.numpy().to_dict()

    def memory(self) -> Any:
        """The block of memory, an array of bytes of the library, which other tables of a batch share."""
        return self._block.memory

    def _column(self, name: str) -> Any:
        columns = self._block.columns
        if name in _OF_SEAMS and not columns.seams:
            return None
        return self._array(*columns.of(name, self._rows))

    def _array(self, begin: int, shape: Tuple[int, ...], dtype: str) -> Any:
        block = self._block
        return block.kind.part(block.memory, self._begin + begin, shape, dtype, block.make)


def measure(
    kind: Host, image: Any, view: View, request: Request, labeling: Any, label: Callable[..., Optional[List[int]]]
) -> Tuple[Optional[List[int]], List[DeviceComponents]]:
    """The numbers of components, if the CPU knows them, and the tables of an array."""
    tables = label_with_rows(kind, image, view, labeling, label, request.rows, request.batch)
    block, blocks, made = _make_tables(kind, image, view, request, tables.counts or [])
    _cuda.write_columns_cuda(
        labeling, view, tables.address, tables.rows, tables.most, block.columns.layout, request.rows or 0, blocks
    )
    return tables.counts, made


class Rows(NamedTuple):
    """Component tables in device memory, as the engines write them."""

    memory: Any
    address: int
    rows: int
    """The rows of each table."""
    counts: Optional[List[int]]
    """The numbers of components, if the CPU knows them."""
    most: int
    """The largest of them, else `rows`."""


def label_with_rows(
    kind: Host, image: Any, view: View, labeling: Any, label: Callable[..., Optional[List[int]]],
    rows: Optional[int] = None, batch: bool = False,
) -> Rows:
    """The tables of `label(tables, rows)`, which labels an array with tables of so many rows at an address.

    Without `rows` they are a guess. If there are more components, the array is labeled a second time.
    """
    elements = prod(view.shape[int(batch) :])
    guess = max(min(max(elements // 64, 1024), 1 << 20), min(labeling.most_components, elements))
    while True:
        room = rows or guess
        memory, address = device_bytes(kind, image, view, _cuda.tables_bytes(labeling, view, room))
        counts = label(address, room)
        if rows or counts is None:
            return Rows(memory, address, room, counts, room)
        labeling.most_components = guess = max(counts)
        if guess <= room:
            return Rows(memory, address, room, counts, guess)


def no_components(kind: Host, image: Any, view: View, request: Request) -> List[DeviceComponents]:
    """The tables of an array without elements."""
    block, blocks, made = _make_tables(kind, image, view, request, [0] * (view.shape[0] if request.batch else 1))
    _cuda.clear_cuda(blocks, block.memory.shape[0], view.device, view.stream)
    return made


def _make_tables(
    kind: Host, image: Any, view: View, request: Request, counts: List[int]
) -> Tuple[Block, int, List[DeviceComponents]]:
    """Memory for the columns of tables, its address, and the tables, one for each image."""
    columns = _columns_of(kind, view, request)
    rows = [request.rows] * (view.shape[0] if request.batch else 1) if request.rows else counts
    begins = [0, *accumulate(columns.block_bytes(n) for n in rows)]
    memory, address = device_bytes(kind, image, view, begins[-1])
    block = Block(kind, memory, kind.importer(image), columns, view.stream)
    return block, address, [DeviceComponents(block, begin, n, bool(request.rows)) for begin, n in zip(begins, rows)]


def device_bytes(kind: Host, image: Any, view: View, size: int) -> Tuple[Any, int]:
    """Device memory of the caller's library, and its address."""
    return kind.empty(image, view._replace(shape=(size,), strides=()), "uint8")


def copy_of(memory: Any, begin: int, size: int, stream: Optional[int]) -> np.ndarray:
    """Bytes of memory of device_bytes() on the CPU. `stream`: the cudaStream_t on which they are written, or None for
    one that is not known."""
    view = kind_of(memory).view(memory, None)
    # The stream may be gone.
    waits = (stream or 1) != (view.stream or 1) or stream is None
    return np.asarray(_cuda.read_cuda(view.address + begin, size, view.device, view.stream, waits))


def _columns_of(kind: Host, view: View, request: Request) -> Columns:
    axes = len(view.shape) - request.batch
    coordinates = request.coordinates or tuple(range(axes - 1, -1, -1))
    seams = any(periodic_of(request.periodic, axes))
    return _columns(coordinates, view.dtype, kind.labels_of_rows, kind.sums_of_rows, seams)


def columns_for(axes: int, value: str, label: str, sums: str, seams: bool) -> Columns:
    """The columns of images with so many axes, by the dtypes of the array, of labels and of sums."""
    return _columns(tuple(range(axes - 1, -1, -1)), value, label, sums, seams)


@lru_cache(maxsize=1024)
def _columns(coordinates: Tuple[int, ...], value: str, label: str, sums: str, seams: bool) -> Columns:
    dtypes = {"area": "int64", "bbox": "int64", "sums": sums, "centroid": "float64", "first": "int64", "label": label,
              "value": value}
    if seams:
        dtypes.update(zip(_OF_SEAMS, ("bool", "int64", "float64")))
    layout = _cuda.ColumnLayout(coordinates, np.dtype(label).itemsize, np.dtype(value).itemsize, seams)
    before = {name: (layout.offset(name, 16) - layout.offset(name, 0)) // 16 for name in dtypes}
    row_bytes = (layout.block_bytes(16) - layout.block_bytes(0)) // 16
    return Columns(layout, len(coordinates), dtypes, before, row_bytes, seams)
