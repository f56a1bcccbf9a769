"""glccl.label()."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _core
from ._components import Components, components_of, no_components
from ._criteria import Criterion
from ._prepare import prepare

# By number of axes: the connectivities with the engines' name for them, the default last.
CONNECTIVITIES: Dict[int, Dict[int, int]] = {1: {2: 4}, 2: {4: 4, 8: 8}, 3: {6: 6, 18: 18, 26: 26}}


def label(
    image: Any,
    *,
    connectivity: Optional[int] = None,
    background: Any = 0,
    criterion: Criterion = "foreground",
    engine: str = "auto",
    return_num: bool = False,
    table: bool = False,
    out: Optional[np.ndarray] = None,
    batch: bool = False,
) -> Any:
    """Label the connected components of an image or volume.

    Components are numbered 1..N in the order in which a scan in C order first meets each of them; 0 is background.
    These are the numbers of scipy.ndimage.label and skimage.measure.label. Every engine gives the same labels.

    Parameters
    ----------
    image
        Array of one to three axes: numpy, or what numpy.asarray() takes. bool, integers, float16, float32 or float64.
        It is not changed. An array whose last axis has gaps, whose strides are not positive, or whose bytes are not
        native (Fortran order, `image[:, ::-1]`, `image.T`) is copied. So are 64-bit elements, and floats with the
        criterion "equal". All of this is exact; what cannot be exact is refused.
    connectivity
        Number of neighbours: 2 in one axis, 4 or 8 in two, 6, 18 or 26 in three. None: the largest.
    background
        Elements of this value get label 0. None: there is no background. A value that the dtype does not store is the
        value of no element.
    criterion
        "foreground": neighbours are connected if both differ from the background. "equal": if both have the same
        value; NaN equals NaN. Or glccl.foreground(low, high), or glccl.difference(largest).
    engine
        "auto", or one of glccl.engines().
    return_num, table
        Also return the number of components; the component table, a glccl.Components.
    out
        Array of integers and of the image's shape that labels are written to, any strides. Default: a new array.
    batch
        The first axis counts images (or rows, or volumes) that are labeled one by one, each from 1. The number of
        components is then an array, and the table is a list.

    Returns
    -------
    labels, or the tuple (labels, num), (labels, table) or (labels, num, table)
        `labels` is `out`, or a new array of uint32 in C order that owns its memory. `num` is an int.

    Raises
    ------
    TypeError
        The dtype or the type of an argument is wrong.
    ValueError
        The shape, connectivity, criterion or engine is wrong, labels do not fit `out`, or an engine's limit is passed.
    MemoryError
        There is no memory for the labels.
    """
    image = _as_array(image)
    axes = image.ndim - 1 if batch else image.ndim
    neighbors = _neighbors(connectivity, axes, image)
    if out is not None:
        _check_out(out, image)
    if not batch:
        labels, num, components = _label_one(image, neighbors, background, criterion, engine, table)
        result = labels if out is None else _write(labels, num, out)
        return _results(result, (num, return_num), (components, table))

    result = np.empty(image.shape, np.uint32) if out is None else out
    counts = np.zeros(len(image), np.int64)
    tables: List[Optional[Components]] = []
    for i, one in enumerate(image):
        labels, counts[i], components = _label_one(one, neighbors, background, criterion, engine, table)
        _write(labels, int(counts[i]), result[i])
        tables.append(components)
    return _results(result, (counts, return_num), (tables, table))


def engines() -> Dict[str, Optional[str]]:
    """The engines that this build has, by name, each with the reason why it cannot run here, or None if it can."""
    return {name: None for name in _core.cpu_engines()}


def _as_array(image: Any) -> np.ndarray:
    if not isinstance(image, np.ndarray) and hasattr(image, "__cuda_array_interface__"):
        raise TypeError(f"the image is a {type(image).__name__} on a GPU, and this build labels arrays on the CPU")
    return np.asarray(image)


def _neighbors(connectivity: Optional[int], axes: int, image: np.ndarray) -> int:
    """The engines' connectivity."""
    if axes not in CONNECTIVITIES:
        raise ValueError(f"the image has the shape {image.shape}: glccl labels images of one to three axes")
    known = CONNECTIVITIES[axes]
    if connectivity is None:
        return list(known.values())[-1]
    if connectivity not in known:
        raise ValueError(f"the connectivity is {connectivity}: with {axes} axes it is {' or '.join(map(str, known))}")
    return known[connectivity]


def _check_out(out: Any, image: np.ndarray) -> None:
    if not isinstance(out, np.ndarray) or out.dtype.kind not in "ui":
        kind = f"an array of {out.dtype}" if isinstance(out, np.ndarray) else f"a {type(out).__name__}"
        raise TypeError(f"out is {kind}: pass a numpy array of integers")
    if out.shape != image.shape:
        raise ValueError(f"out has the shape {out.shape}, and the image {image.shape}: they have to be the same")
    if not out.flags.writeable:
        raise ValueError("out is read-only")


def _write(labels: np.ndarray, num: int, out: np.ndarray) -> np.ndarray:
    if num > np.iinfo(out.dtype).max:
        raise ValueError(f"out holds labels up to {np.iinfo(out.dtype).max}, and there are {num} components")
    np.copyto(out, labels, casting="unsafe")
    return out


def _results(labels: np.ndarray, num: Tuple[Any, bool], table: Tuple[Any, bool]) -> Any:
    wanted = tuple(value for value, is_wanted in (num, table) if is_wanted)
    return (labels, *wanted) if wanted else labels


def _label_one(
    image: np.ndarray, neighbors: int, background: Any, criterion: Criterion, engine: str, measured: bool
) -> Tuple[np.ndarray, int, Optional[Components]]:
    if engine != "auto" and engine not in engines():
        raise ValueError(f'there is no engine "{engine}": there are "auto", {", ".join(engines())}')
    if image.size == 0:
        return np.zeros(image.shape, np.uint32), 0, no_components(image) if measured else None
    prepared, core_criterion = prepare(image, criterion, background)
    labels, num, columns = _core.label(prepared, neighbors, core_criterion, engine, measured)
    return labels, num, components_of(columns, image) if columns is not None else None
