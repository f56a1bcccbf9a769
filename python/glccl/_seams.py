"""Slabs that are labeled independently, and how their labels become those of the whole.

A slab is an interval of the first axis, and so of the order in which labels are numbered. Each slab numbers its own
components behind those of earlier slabs. Only numbers of components and pairs of components that touch across a seam
are gathered. docs/use/scale.md explains the method.
"""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._asked.criteria import Criterion
from ._components import Components
from ._label import label as label_array


class Rule(NamedTuple):
    """How elements are connected: arguments of glccl.label()."""

    connectivity: Optional[int]
    background: Any
    criterion: Criterion
    periodic: Sequence[bool]


class Border(NamedTuple):
    """What the seams beside a slab need of it: its first and last planes, of elements and of labels."""

    elements: Tuple[np.ndarray, np.ndarray]
    labels: Tuple[np.ndarray, np.ndarray]


class LabeledSlab(NamedTuple):
    """A slab that is labeled by itself: 1..num."""

    labels: np.ndarray
    num: int
    border: Optional[Border] = None
    table: Optional[Components] = None


class FinalNumbers(NamedTuple):
    """How the labels of a slab become final. A component that begins in it gets the next number after `before`."""

    before: int
    labels: np.ndarray  # of components that begin earlier, ascending
    numbers: np.ndarray  # their final numbers


def solve(elements: np.ndarray, rule: Rule, table: bool = False) -> LabeledSlab:
    """Labels a slab by itself, with its table if asked for."""
    labels, num, *rows = label_array(elements, **rule._asdict(), return_num=True, table=table)
    # Copies: a view would keep the whole slab.
    planes = [(one[:1].copy(), one[-1:].copy()) for one in (elements, labels)]
    return LabeledSlab(labels, num, Border(*planes), *rows)


def pairs_across(above: Border, below: Border, rule: Rule) -> np.ndarray:
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


def number_slabs(counts: Sequence[int], pairs: Sequence[np.ndarray], kind: np.dtype) -> Tuple[List[FinalNumbers], int]:
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
        result.append(FinalNumbers(before, listed, final[own][left_out[own]]))
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


def begins_here(num: int, numbers: FinalNumbers) -> np.ndarray:
    """Whether the component of each label 0..num of a slab begins in it."""
    begins = np.ones(num + 1, bool)
    begins[0] = False
    begins[numbers.labels] = False
    return begins


def finish(slab: LabeledSlab, numbers: FinalNumbers, kind: np.dtype) -> np.ndarray:
    """The final labels of a slab."""
    final = np.cumsum(begins_here(slab.num, numbers), dtype=np.uint64) + np.uint64(numbers.before)
    final[0] = 0
    final[numbers.labels] = numbers.numbers
    return final.astype(kind)[slab.labels]
