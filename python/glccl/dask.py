"""Connected components of dask arrays, which a cluster may hold and no machine.

The array is labeled slab by slab: a slab is a chunk along the first axis, and whole along the others. Slabs are
intervals of the order in which labels are numbered, so each slab numbers its own components behind those of earlier
slabs, and the result is that of glccl.label() on the whole. Only numbers of components and pairs of components that
touch across a seam are gathered. docs/use/scale.md explains the method.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._asked.arguments import dtype_of
from ._arrays.axes import spare_axes
from ._asked.criteria import Criterion
from ._label import label as label_array
from ._asked.periodic import Periodic, flags_of
from ._prepare import check_dtype
from ._request import Request, neighbors_of

__all__ = ["label"]


class _Rule(NamedTuple):
    """How elements are connected: arguments of glccl.label()."""

    connectivity: Optional[int]
    background: Any
    criterion: Criterion
    periodic: Sequence[bool]


class _Border(NamedTuple):
    """What the seams beside a slab need of it: its first and last planes, of elements and of labels."""

    elements: Tuple[np.ndarray, np.ndarray]
    labels: Tuple[np.ndarray, np.ndarray]


class _Slab(NamedTuple):
    """A slab that is labeled by itself: 1..num."""

    labels: np.ndarray
    num: int
    border: Optional[_Border] = None


class _Numbers(NamedTuple):
    """How the labels of a slab become final. A component that begins in it gets the next number after `before`."""

    before: int
    labels: np.ndarray  # of components that begin earlier, ascending
    numbers: np.ndarray  # their final numbers


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
    rule = _Rule(connectivity, background, criterion, flags_of(periodic, array.ndim))
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


def _graph_of(dask_array: Any, array: Any, rule: _Rule, kind: np.dtype) -> Tuple[Any, Any]:
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
        solved[solving, "slab", i] = (partial(_solve, rule=inside), (array.name, i, *behind))
        solved[solving, "count", i] = (_count_of, (solving, "slab", i))
        solved[solving, "border", i] = (_border_of, (solving, "slab", i))
    seams = slabs if wraps else slabs - 1
    for i in range(seams):
        sides = ((solving, "border", i), (solving, "border", (i + 1) % slabs))
        solved[solving, "pairs", i] = (partial(_pairs_across, rule=inside), *sides)
    counts = [(solving, "count", i) for i in range(slabs)]
    pairs = [(solving, "pairs", i) for i in range(seams)]
    solved[solving, "numbers"] = (partial(_number, kind=kind), counts, pairs)
    finished = {}
    for i in range(slabs):
        solved[solving, "numbers of", i] = (partial(_numbers_at, place=i), (solving, "numbers"))
        finished[(final, i, *behind)] = (partial(_finish, kind=kind), (solving, "slab", i), (solving, "numbers of", i))
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


def _solve(elements: np.ndarray, rule: _Rule) -> _Slab:
    labels, num = label_array(elements, **rule._asdict(), return_num=True)
    # Copies: a view would keep the whole slab.
    planes = [(one[:1].copy(), one[-1:].copy()) for one in (elements, labels)]
    return _Slab(labels, num, _Border(*planes))


def _count_of(slab: _Slab) -> int:
    return slab.num


def _border_of(slab: _Slab) -> Optional[_Border]:
    return slab.border


def _pairs_across(above: _Border, below: _Border, rule: _Rule) -> np.ndarray:
    """Pairs of the labels of components that touch across a seam, of the shape (n, 2).

    The two planes beside the seam are labeled as an image of their own, so elements that it connects are connected in
    the whole. Each component of the seam pairs its first component above with all below, and its first one below with
    the others above.
    """
    planes = np.concatenate((above.elements[1], below.elements[0]))
    seam, count = label_array(planes, **rule._asdict(), return_num=True)
    parts_above = _parts(seam[0], above.labels[1])
    parts_below = _parts(seam[1], below.labels[0])
    first_above = _first_of(parts_above, count)
    first_below = _first_of(parts_below, count)
    others = parts_above[:, 1] != first_above[parts_above[:, 0]]
    meeting = first_above[parts_below[:, 0]] != 0
    return np.concatenate((
        np.stack((parts_above[others, 1], first_below[parts_above[others, 0]]), axis=1),
        np.stack((first_above[parts_below[meeting, 0]], parts_below[meeting, 1]), axis=1),
    ))


def _parts(seam: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Pairs of labels that an element has, of the seam and of the slab, ascending and each once. Without background."""
    inside = seam.ravel() != 0
    keys = np.unique(seam.ravel()[inside].astype(np.uint64) << np.uint64(32) | labels.ravel()[inside])
    return np.stack((keys >> np.uint64(32), keys & np.uint64(0xFFFFFFFF)), axis=1).astype(np.int64)


def _first_of(parts: np.ndarray, count: int) -> np.ndarray:
    """For each label of the seam the smallest label of the slab, or 0."""
    first = np.zeros(count + 1, np.int64)
    first[parts[::-1, 0]] = parts[::-1, 1]  # of several values for a place the last one stays
    return first


def _number(counts: Sequence[int], pairs: Sequence[np.ndarray], kind: np.dtype) -> Tuple[List[_Numbers], int]:
    """How the labels of all slabs become final, and how many there are. `pairs` are those of the seams: the first one
    is behind the first slab, and the one behind the last slab leads to the first."""
    # A node for each component in a pair, in the order of its slab and label: that in which components begin.
    labels = [np.unique(np.concatenate(at)) for at in _labels_in_pairs(len(counts), pairs)]
    first_nodes = np.cumsum([0] + [len(at) for at in labels])
    ends = [
        (first_nodes[i] + np.searchsorted(labels[i], pair[:, 0]),
         first_nodes[(i + 1) % len(counts)] + np.searchsorted(labels[(i + 1) % len(counts)], pair[:, 1]))
        for i, pair in enumerate(pairs)
    ]
    nodes = int(first_nodes[-1])
    none = np.zeros(0, np.int64)
    roots = _roots(nodes, np.concatenate([none] + [one for one, _ in ends]),
                   np.concatenate([none] + [other for _, other in ends]))
    left_out = roots != np.arange(nodes)
    final = np.zeros(nodes, np.uint64)
    result = []
    before = 0
    for i, count in enumerate(counts):
        own = slice(first_nodes[i], first_nodes[i + 1])
        listed = labels[i][left_out[own]]
        final[own] = before + labels[i] - np.searchsorted(listed, labels[i])
        final[own][left_out[own]] = final[roots[own][left_out[own]]]
        result.append(_Numbers(before, listed, final[own][left_out[own]]))
        before += count - len(listed)
    if before > np.iinfo(kind).max:
        raise MemoryError(f"there are {before} components, and labels of {kind} number up to {np.iinfo(kind).max}: "
                          "pass dtype=numpy.uint64")
    return result, before


def _labels_in_pairs(slabs: int, pairs: Sequence[np.ndarray]) -> List[List[np.ndarray]]:
    found: List[List[np.ndarray]] = [[np.zeros(0, np.int64)] for _ in range(slabs)]
    for i, pair in enumerate(pairs):
        found[i].append(pair[:, 0])
        found[(i + 1) % slabs].append(pair[:, 1])
    return found


def _roots(nodes: int, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """For each node the smallest node that pairs connect it with.

    In each round every root with a smaller neighbour hooks to the smallest one, and all trees become flat.
    """
    parents = np.arange(nodes)
    while True:
        one, other = parents[one], parents[other]
        apart = one != other
        if not apart.any():
            return parents
        one, other = one[apart], other[apart]
        np.minimum.at(parents, np.maximum(one, other), np.minimum(one, other))
        while True:
            above = parents[parents]
            if np.array_equal(above, parents):
                break
            parents = above


def _numbers_at(numbered: Tuple[List[_Numbers], int], place: int) -> _Numbers:
    return numbered[0][place]


def _total_of(numbered: Tuple[List[_Numbers], int]) -> np.ndarray:
    return np.array(numbered[1], np.int64)


def _finish(slab: _Slab, numbers: _Numbers, kind: np.dtype) -> np.ndarray:
    """The final labels of a slab."""
    begins = np.ones(slab.num + 1, bool)
    begins[0] = False
    begins[numbers.labels] = False
    final = np.cumsum(begins, dtype=np.uint64) + np.uint64(numbers.before)
    final[0] = 0
    final[numbers.labels] = numbers.numbers
    return final.astype(kind)[slab.labels]
