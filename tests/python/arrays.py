"""Random arrays for the tests, and labels by a flood fill that shares nothing with the engines."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any, Callable, Optional

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

INTEGERS = ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"]
DTYPES = ["?", *INTEGERS, "f2", "f4", "f8"]
LAYOUTS = ["C", "F", "reversed", "strided", "cropped", "unaligned", "swapped", "read-only"]

# By number of axes: number of neighbours by the number of coordinates in which they differ at most.
NEIGHBORS = {1: {1: 2}, 2: {1: 4, 2: 8}, 3: {1: 6, 2: 18, 3: 26}}


def lay_out(array: np.ndarray, layout: str) -> np.ndarray:
    """The same elements with other strides, another byte order or flags."""
    if layout == "F":
        return np.asfortranarray(array)
    if layout == "reversed":
        return np.ascontiguousarray(array[..., ::-1])[..., ::-1]
    if layout == "strided":
        spread = np.zeros([2 * side for side in array.shape], array.dtype)
        spread[(slice(None, None, 2),) * array.ndim] = array
        return spread[(slice(None, None, 2),) * array.ndim]
    if layout == "cropped":
        larger = np.ones([side + 2 for side in array.shape], array.dtype)
        larger[(slice(1, -1),) * array.ndim] = array
        return larger[(slice(1, -1),) * array.ndim]
    if layout == "unaligned":
        memory = np.zeros(array.nbytes + 1, np.uint8)
        moved = memory[1:].view(array.dtype).reshape(array.shape)
        moved[...] = array
        return moved
    if layout == "swapped":
        return array.astype(array.dtype.newbyteorder())
    array = array.copy()
    array.flags.writeable = layout != "read-only"
    return array


def values_of(dtype: str) -> st.SearchStrategy[Any]:
    """A few values, so that neighbours are often equal, among them the extremes of the dtype."""
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return st.booleans()
    if kind.kind == "f":
        return st.sampled_from([0.0, 0.0, -0.0, 1.0, 1.0, 2.5, -1.0, np.inf, -np.inf, np.nan])
    info = np.iinfo(kind)
    return st.sampled_from([0, 0, 0, 1, 1, 2, 3, info.min, info.max])


@st.composite
def images(draw: Callable[..., Any], dtypes: Any = tuple(DTYPES), axes: Any = (1, 2, 3)) -> np.ndarray:
    """Arrays of several dtypes, shapes and layouts."""
    dtype = draw(st.sampled_from(list(dtypes)))
    shape = draw(numpy_st.array_shapes(min_dims=min(axes), max_dims=max(axes), max_side=9))
    array = draw(numpy_st.arrays(dtype, shape, elements=values_of(dtype), fill=st.nothing()))
    return lay_out(array, draw(st.sampled_from(LAYOUTS)))


def native(image: np.ndarray) -> np.ndarray:
    """The model's copy of an image: it need not take every byte order."""
    return image.astype(image.dtype.newbyteorder("="))


def assert_same(actual: Any, expected: Any) -> None:
    """Same values, dtype and type."""
    assert type(actual) is type(expected)
    if isinstance(expected, np.ndarray):
        assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(actual, expected)


def flood(
    image: np.ndarray, hops: int, is_foreground: Callable[[Any], bool], are_connected: Callable[[Any, Any], bool]
) -> np.ndarray:
    """Labels 1..N in C order."""
    values = image.tolist()
    offsets = [o for o in itertools.product((-1, 0, 1), repeat=image.ndim) if 0 < np.abs(o).sum() <= hops]
    labels = np.zeros(image.shape, np.int64)

    def value(place: tuple) -> Any:
        result = values
        for index in place:
            result = result[index]
        return result

    count = 0
    for start in np.ndindex(image.shape):
        if labels[start] or not is_foreground(value(start)):
            continue
        count += 1
        labels[start] = count
        queue = deque([start])
        while queue:
            place = queue.popleft()
            for offset in offsets:
                near = tuple(a + b for a, b in zip(place, offset))
                inside = all(0 <= i < side for i, side in zip(near, image.shape))
                if not inside or labels[near] or not is_foreground(value(near)):
                    continue
                if are_connected(value(place), value(near)):
                    labels[near] = count
                    queue.append(near)
    return labels


def keep(
    labels: np.ndarray,
    min_area: int,
    max_area: Optional[int],
    largest: Optional[int],
    clear_border: bool,
    border_width: int = 0,
) -> np.ndarray:
    """Labels 1..M of the components that a filter keeps, of labels 1..N."""
    areas = np.bincount(labels.ravel(), minlength=1)
    is_kept = (areas >= min_area) & (areas <= (labels.size if max_area is None else max_area))
    if clear_border:
        for axis, side in enumerate(labels.shape):
            if labels.ndim < 3 or axis > 0 or side > 1:  # a volume of one slice is an image
                near = [at for at in range(side) if min(at, side - 1 - at) <= border_width]
                is_kept[np.take(labels, near, axis)] = False
    is_kept[0] = False
    by_area = sorted(np.flatnonzero(is_kept), key=lambda label: (-areas[label], label))
    is_kept[by_area[largest:] if largest else []] = False
    return (np.cumsum(is_kept) * is_kept)[labels]


@st.composite
def filters(draw: Callable[..., Any], axes: int) -> dict:
    """Arguments of glccl.label() that drop components of images with so many axes."""
    min_area = draw(st.integers(0, 4))
    clear_border = axes > 1 and draw(st.booleans())
    return dict(
        min_area=min_area,
        max_area=draw(st.none() | st.integers(max(1, min_area), 12)),
        largest=draw(st.none() | st.integers(1, 4)),
        clear_border=clear_border,
        border_width=draw(st.integers(0, 3)) if clear_border else 0,
    )


def flood_equal(image: np.ndarray, hops: int, background: Optional[Any]) -> np.ndarray:
    """Labels of equal values. NaN equals NaN."""

    def same(p: Any, q: Any) -> bool:
        return bool(p == q or (p != p and q != q))

    return flood(image, hops, lambda p: background is None or not same(p, background), same)
