"""glccl.label_slabs()."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Literal, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _core
from ._arrays.axes import spare_axes
from ._components import Components, components_at, no_components
from ._arrays.kinds import kind_of
from ._asked.arguments import dtype_of, flag_of, int_of, sides_of
from ._asked.criteria import Criterion
from ._asked.periodic import periodic_of
from ._asked.spec import Asked, complete, members_of, takes_keywords_of
from ._label import label
from ._prepare import check_dtype, prepare
from ._request import Request, neighbors_of, spec_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Bytes of memory for slabs, unless the caller says how much.
_MEMORY = 1 << 30

Read = Callable[[int, int], Any]
Write = Callable[[int, np.ndarray], Any]


@overload
def label_slabs(
    read: Read,
    shape: Sequence[int],
    write: Optional[Write] = None,
    *,
    dtype: Any = None,
    labels_dtype: Any = np.uint32,
    memory: Optional[int] = None,
    planes: Optional[int] = None,
    table: Literal[False] = False,
    **asked: Unpack[Asked],
) -> int: ...
@overload
def label_slabs(
    read: Read,
    shape: Sequence[int],
    write: Optional[Write] = None,
    *,
    dtype: Any = None,
    labels_dtype: Any = np.uint32,
    memory: Optional[int] = None,
    planes: Optional[int] = None,
    table: Literal[True],
    **asked: Unpack[Asked],
) -> Tuple[int, Components]: ...


@takes_keywords_of(label)
def label_slabs(
    read: Read,
    shape: Sequence[int],
    write: Optional[Write] = None,
    *,
    dtype: Any = None,
    labels_dtype: Any = np.uint32,
    memory: Optional[int] = None,
    planes: Optional[int] = None,
    table: bool = False,
    **asked: Unpack[Asked],
) -> Union[int, Tuple[int, Components]]:
    """Label an image or volume that memory does not hold, slab by slab, on the CPU.

    The result is that of glccl.label() on the whole: labels, their numbers and the table. A plane is what the first
    axis counts: a row of an image, a slice of a volume. A slab is some neighbouring planes.

    Parameters
    ----------
    read
        `read(first, planes)` returns the planes first, first + 1, ..., first + planes - 1: an array of the shape
        (planes, *shape[1:]) on the CPU. Called in ascending order. With `write` or `table` the image is passed over
        twice, and slabs of which memory has held neither labels nor elements are read again.
    shape
        Elements along each axis of the whole: two or three axes, and behind the first others of length 1.
    write
        `write(first, labels)` takes the finished labels from plane `first` on: a new array of `labels_dtype` of the
        shape (planes, *shape[1:]), in ascending order. What it returns is ignored. None: no labels are wanted.
    dtype
        That of the arrays that `read` returns, which label() takes as well. None: `read(0, 1)` is called once more to
        see it.
    labels_dtype
        numpy.uint32, or numpy.uint64 for more than 4294967295 components.
    memory
        Bytes for slabs and for labels and elements of them that are kept between the passes, beside the arrays of
        `read` and `write`. None: 1 GiB.
    planes
        Planes of a slab, instead of `memory`. Nothing is kept: with `write` or `table` each slab is read twice.
    table
        Also return the table of all components. The elements have up to 32 bits then.
    connectivity, background, criterion
        Those of glccl.label(). The criteria "equal" and glccl.difference() take elements of up to 32 bits. Its other
        keywords are refused, unless they ask for nothing.

    Returns
    -------
    num, or the tuple (num, table)
        The number of components and a glccl.Components.

    Raises
    ------
    TypeError
        The dtype or `labels_dtype` is wrong, or `read` returns arrays of different dtypes.
    ValueError
        The shape, an array of `read`, the connectivity, the criterion, `memory` or `planes` is wrong, or what is asked
        is not to be had slab by slab: filters, filled holes, periodic axes.
    MemoryError
        A slab of one plane takes more memory than given, there is no memory, or labels of 32 bits do not suffice
        (numpy.uint64 does).

    An exception of `read` or `write` ends the labeling and is raised as it is.
    """
    table = flag_of(table, "table")
    sides = _check_shape(shape)
    spare = spare_axes(sides, in_slabs=True)
    thickness = _check_planes(planes, memory, sides[0])
    wide = check_labels_dtype(labels_dtype) == np.uint64
    words = complete(label_slabs, asked)
    background, criterion = words["background"], words["criterion"]
    periodic = spare.flags(words["periodic"])
    request = Request(words["connectivity"], background, criterion, "auto", False, members_of(words), periodic=periodic)
    neighbors = neighbors_of(request, spare.kept_shape)
    kind = _check_kind(_dtype_of(read, sides) if dtype is None else check_dtype(dtype), criterion, table)
    sample, core_criterion = prepare(np.zeros((1, 1), kind), criterion, background)
    if 0 in sides:
        return (0, no_components(np.empty(sides, kind), False)) if table else 0
    # A volume of one slice is an image, whose planes are rows: it is one slab.
    flat = len(spare.kept_shape) == 3 and sides[0] == 1

    def fill(first: int, count: int, elements: np.ndarray) -> None:
        array = _read(read, sides, kind, *((0, 1) if flat else (first, count)))
        prepared = prepare(array, criterion, background)[0]
        np.copyto(elements.view(prepared.dtype).reshape(array.shape), prepared)

    def store(first: int, labels: np.ndarray) -> None:
        assert write is not None
        write(first, labels.reshape((-1, *sides[1:])))

    depth, height, width = (1, *spare.kept_shape)[-3:]
    num, columns, bits = _core.label_slabs(
        (depth, height, width),
        sample,
        spec_of(request, neighbors, core_criterion, periodic_of(periodic, len(spare.kept_shape))),
        spare.kept_shape[1] if flat else thickness,
        _MEMORY if memory is None else min(int_of(memory, "memory"), 2**63 - 1),
        fill,
        None if write is None else store,
        wide,
        table,
        len(spare.kept_shape),
    )
    if not table:
        return num
    values = np.asarray(bits).astype(f"u{kind.itemsize}").view(kind.newbyteorder("="))
    return num, spare.restored_table(components_at(columns, values))


def check_labels_dtype(dtype: Any) -> np.dtype:
    """The type of labels. TypeError: it is neither uint32 nor uint64."""
    kind = dtype_of(dtype, "labels_dtype", "pass numpy.uint32 or numpy.uint64")
    if kind not in (np.dtype(np.uint32), np.dtype(np.uint64)):
        raise TypeError(f"labels of {kind}: pass numpy.uint32 or numpy.uint64")
    return kind


def _check_shape(shape: Sequence[int]) -> Tuple[int, ...]:
    sides = sides_of(shape)
    if len(spare_axes(sides, in_slabs=True).kept_shape) not in (2, 3):
        raise ValueError(f"the image has the shape {sides}: images of two and three axes are labeled slab by slab, and "
                         "others of length 1 behind the first")
    if min(sides) < 0:
        raise ValueError(f"the image has the shape {sides}: no axis has fewer than 0 elements")
    if math.prod(sides) >= 2**59:
        raise ValueError(f"the image has the shape {sides}: images of fewer than 2^59 elements can be labeled")
    return sides


def _check_planes(planes: Optional[int], memory: Optional[int], most: int) -> int:
    """Planes of a slab; 0 if memory says how many."""
    if planes is None:
        if memory is not None and int_of(memory, "memory") < 1:
            raise ValueError(f"memory is {memory} bytes: pass 1 or more")
        return 0
    if memory is not None:
        raise ValueError("planes and memory both say how thick a slab is: pass one of them")
    if int_of(planes, "planes") < 1:
        raise ValueError(f"a slab has {planes} planes: pass 1 or more")
    return min(planes, max(most, 1))


def _check_kind(dtype: np.dtype, criterion: Criterion, table: bool) -> np.dtype:
    # What is wider is mapped to 32 bits by the values that an image has, of which a slab knows a part.
    by_mask = not isinstance(criterion, str) or criterion == "foreground"
    if dtype.itemsize < 8 or (by_mask and not hasattr(criterion, "largest") and not table):
        return dtype
    asked = "a table" if table else "this criterion"
    raise TypeError(
        f"the image's dtype is {dtype}: slab by slab, {asked} takes elements of up to 32 bits; convert what read() "
        "returns"
    )


def _dtype_of(read: Read, sides: Tuple[int, ...]) -> np.dtype:
    if 0 in sides:
        return np.dtype(np.uint8)
    return check_dtype(_to_numpy(read(0, 1)).dtype)


def _to_numpy(image: Any) -> np.ndarray:
    kind = kind_of(image)
    if kind.device(image) is not None:
        raise TypeError(f"read() has returned a {type(image).__name__} on a GPU: copy it to the CPU")
    return kind.to_numpy(image)


def _read(read: Read, sides: Tuple[int, ...], dtype: np.dtype, first: int, planes: int) -> np.ndarray:
    array = _to_numpy(read(first, planes))
    shape = (planes, *sides[1:])
    if array.shape != shape:
        raise ValueError(f"read({first}, {planes}) has returned an array of the shape {array.shape} instead of {shape}")
    if array.dtype != dtype:
        raise TypeError(f"read({first}, {planes}) has returned an array of {array.dtype} instead of {dtype}")
    return array
