"""Connected components of dask arrays, which a cluster may hold and no machine.

The array is labeled slab by slab: a slab is a chunk along the first axis, and whole along the others. Slabs are
intervals of the order in which labels are numbered, so each slab numbers its own components behind those of earlier
slabs, and the result is that of glccl.label() on the whole. Only numbers of components and pairs of components that
touch across a seam are gathered. docs/use/scale.md explains the method.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any, List, Optional, Tuple

import numpy as np

from ._asked.arguments import dtype_of
from ._arrays.axes import spare_axes
from ._asked.criteria import Criterion
from ._label import label as label_array
from ._asked.periodic import Periodic, flags_of
from ._prepare import check_dtype
from ._request import Request, neighbors_of
from ._seams import Border, FinalNumbers, LabeledSlab, Rule, finish, number_slabs, pairs_across, solve

__all__ = ["label"]


def label(
    array: Any,
    *,
    connectivity: Optional[int] = None,
    background: Any = 0,
    criterion: Criterion = "foreground",
    periodic: Periodic = False,
    dtype: Any = np.uint32,
) -> Tuple[Any, Any]:
    """Label the connected components of a dask array, on any scheduler of dask.

    The labels are those of glccl.label() on the whole array, whatever the chunks. glccl.dask_image.label() has the
    arguments of dask-image.

    Parameters
    ----------
    array
        A dask array of one to three axes whose chunks are numpy arrays of a dtype that glccl.label() takes; axes of
        length 1 beyond three are left out. It is rechunked so that only its first axis is cut: along this axis as it
        was if the others were not cut, else as dask's configuration `array.chunk-size` says. A chunk and its labels
        have to fit the memory of a worker.
    connectivity, background, criterion, periodic
        Those of glccl.label().
    dtype
        Of the labels: uint32 or int32, or uint64 or int64 for more components than these number.

    Returns
    -------
    (labels, num)
        Dask arrays: the labels in slabs, and their number, without axes and of int64. Nothing is computed before they
        are. The workers keep the labels of all slabs until the last one is labeled: 4 bytes an element in all, which
        the scheduler's workers may spill to disk. Compute labels and number by one call of dask.compute(), or store
        them together, else the array is read and labeled twice.

    Raises
    ------
    TypeError
        `array` is no dask array, or its dtype, chunks or `dtype` are wrong, or another argument is of a wrong type.
    ValueError
        The shape, connectivity, criterion or `periodic` is wrong, or sizes of chunks are unknown.

    When they are computed: MemoryError for more components than `dtype` holds, ValueError for 64-bit integers that span
    too much for glccl.difference().
    """
    dask_array: Any = import_module("dask.array")  # glccl does not depend on it
    if not isinstance(array, dask_array.Array):
        raise TypeError(f"the array is a {type(array).__name__}: pass a dask.array.Array, or use glccl.label()")
    if not isinstance(array._meta, np.ndarray):
        raise TypeError(f"the chunks are of {type(array._meta).__name__}: pass an array of numpy chunks")
    kind = _labels_dtype(dtype)
    check_dtype(array.dtype)
    if any(np.isnan(side) for side in array.shape):
        raise ValueError("the sizes of chunks are unknown: call compute_chunk_sizes() of the array first")
    spare = spare_axes(array.shape)
    array, periodic = spare.without(array), spare.flags(periodic)
    neighbors_of(Request(connectivity, background, criterion, "auto", False), array.shape)
    rule = Rule(connectivity, background, criterion, flags_of(periodic, array.ndim))
    label_array(np.zeros((1,) * array.ndim, array.dtype), **rule._asdict())  # raises for what no slab can be asked
    if array.size == 0:
        return dask_array.zeros(spare.shape, dtype=kind), dask_array.zeros((), dtype=np.int64)
    labels, num = _graph_of(dask_array, _cut_into_slabs(array), rule, kind)
    whole = tuple(None if axis in spare.left_out else slice(None) for axis in range(len(spare.shape)))
    return labels[whole], num


def _labels_dtype(dtype: Any) -> np.dtype:
    wanted = "pass numpy.uint32, numpy.int32, numpy.uint64 or numpy.int64"
    kind = dtype_of(dtype, "dtype", wanted)
    if kind.kind not in "ui" or kind.itemsize < 4:
        raise TypeError(f"labels of {kind}: {wanted}")
    return kind


def _graph_of(dask_array: Any, array: Any, rule: Rule, kind: np.dtype) -> Tuple[Any, Any]:
    """The labels of an array that is cut along its first axis alone, and their number.

    All tasks are written into three layers. Delayed objects would each keep the layers of all others, and take time by
    the square of the slabs.
    """
    graphs: Any = import_module("dask.highlevelgraph")
    token = import_module("dask.base").tokenize(array.name, rule, kind)
    solving, final, total = (f"glccl-{name}-{token}" for name in ("solve", "label", "count"))
    slabs, behind = len(array.chunks[0]), (0,) * (array.ndim - 1)
    wraps = rule.periodic[0] and slabs > 1
    inside = rule if slabs == 1 else rule._replace(periodic=[False, *rule.periodic[1:]])
    solved: dict = {}
    for i in range(slabs):
        solved[solving, "slab", i] = (partial(solve, rule=inside), (array.name, i, *behind))
        solved[solving, "count", i] = (_count_of, (solving, "slab", i))
        solved[solving, "border", i] = (_border_of, (solving, "slab", i))
    seams = slabs if wraps else slabs - 1
    for i in range(seams):
        sides = ((solving, "border", i), (solving, "border", (i + 1) % slabs))
        solved[solving, "pairs", i] = (partial(pairs_across, rule=inside), *sides)
    counts = [(solving, "count", i) for i in range(slabs)]
    pairs = [(solving, "pairs", i) for i in range(seams)]
    solved[solving, "numbers"] = (partial(number_slabs, kind=kind), counts, pairs)
    finished = {}
    for i in range(slabs):
        solved[solving, "numbers of", i] = (partial(_numbers_at, place=i), (solving, "numbers"))
        finished[(final, i, *behind)] = (partial(finish, kind=kind), (solving, "slab", i), (solving, "numbers of", i))
    counted = {(total,): (_total_of, (solving, "numbers"))}

    below = graphs.HighLevelGraph.from_collections(solving, solved, dependencies=[array])

    def array_of(name: str, layer: dict, chunks: Any, dtype: Any) -> Any:
        graph = graphs.HighLevelGraph({**below.layers, name: layer}, {**below.dependencies, name: {solving}})
        return dask_array.Array(graph, name, chunks, dtype=dtype)

    return array_of(final, finished, array.chunks, kind), array_of(total, counted, (), np.int64)


def _cut_into_slabs(array: Any) -> Any:
    whole = {axis: -1 for axis in range(1, array.ndim)}
    if any(len(array.chunks[axis]) > 1 for axis in whole):
        array = array.rechunk({0: "auto", **whole})
    thick = tuple(planes for planes in array.chunks[0] if planes > 0)
    return array.rechunk({0: thick, **whole})


def _count_of(slab: LabeledSlab) -> int:
    return slab.num


def _border_of(slab: LabeledSlab) -> Optional[Border]:
    return slab.border


def _numbers_at(numbered: Tuple[List[FinalNumbers], int], place: int) -> FinalNumbers:
    return numbered[0][place]


def _total_of(numbered: Tuple[List[FinalNumbers], int]) -> np.ndarray:
    return np.array(numbered[1], np.int64)
