"""Values of labels: the measurement functions of scipy.ndimage.

Memory and time follow from the number of elements, whatever the labels are. scipy sorts all elements for extremes;
here each element is compared with the extreme of its label. Sums, means, variances, extremes, positions of these and
centres of labels on a GPU are measured there.
"""

from __future__ import annotations

import math
from typing import Any, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from .._arrays.kinds import on_cpu
from .._device.extremes import Extremes, extreme_on_gpu, extremes_on_gpu
from .._device.statistics import statistics_on_gpu
from .groups import Groups, broadcast, groups_of

#: A position along each axis, of numpy's integers; of several labels a list.
Positions = Union[Tuple[Any, ...], List[Tuple[Any, ...]]]


class _One(NamedTuple):
    """The elements that are one group."""

    values: np.ndarray
    mask: Optional[np.ndarray]
    """Where they are in the image; None: everywhere."""
    shape: Tuple[int, ...]


class _Many(NamedTuple):
    """All elements, with the group of each."""

    values: np.ndarray
    groups: Groups
    shape: Tuple[int, ...]


def _elements(input: Any, labels: Any, index: Any) -> Union[_One, _Many]:
    """What is measured. Raises TypeError for dtypes without order, ValueError for shapes that do not fit."""
    values = on_cpu(input)
    if values.dtype.kind not in "buif":
        raise TypeError(f"the input is of {values.dtype}: pass bool, integers or floats")
    if labels is None:
        return _One(values, None, values.shape)
    values, numbers = broadcast(values, labels)
    if index is not None and not np.isscalar(index):
        # In the machine's byte order, by numpy's own dtype, for which alone ufunc.at() is fast.
        return _Many(values.ravel().astype(values.dtype.type, copy=False), groups_of(numbers, index), values.shape)
    mask = numbers > 0 if index is None else numbers == index
    return _One(values[mask], mask, values.shape)


def _sums(many: _Many, weights: np.ndarray) -> np.ndarray:
    """The sum of each group, float64, and 0 behind the last."""
    weights = weights.astype(np.float64, copy=False)
    return np.append(np.bincount(many.groups.numbers, weights, many.groups.size), 0.0)


def _counts(many: _Many) -> np.ndarray:
    """The number of elements of each group, and 0 behind the last."""
    return np.append(np.bincount(many.groups.numbers, minlength=many.groups.size), 0)


def sum_labels(input: Any, labels: Any = None, index: Any = None) -> Any:
    """Sum up the values of labels, as scipy.ndimage.sum_labels does.

    Parameters
    ----------
    input
        Array of bool, integers or floats, of any shape.
    labels
        Array of integers, of the shape of `input` or one that numpy broadcasts to it. None: all elements are one group,
        and `index` is ignored.
    index
        The labels that are measured: an int, or an array of them of any shape. None: all elements whose label is above
        0 are one group.

    Labels on a GPU are measured there, with an input beside them: integers of two or three axes and of up to 32 bits,
    all of one shape. A row for each label is copied, so results are of numpy. The index has labels above 0; floats are
    measured as glccl.skimage.regionprops_table() does. Extremes and positions are those of the CPU.

    Returns
    -------
    sum
        float64, an array of the shape of `index`, with 0 for labels that no element has. Of one group a number, of the
        dtype that numpy.sum() has.

    Raises
    ------
    TypeError
        An array is of another dtype.
    ValueError
        The shapes do not fit.
    NotImplementedError
        On a GPU labels below 1 in the index.
    """
    on_gpu = statistics_on_gpu(input, labels, index)
    if on_gpu is not None:
        # One group has the dtype of numpy.sum().
        return on_gpu.sum if np.ndim(on_gpu.sum) else np.zeros(0, on_gpu.dtype).sum().dtype.type(on_gpu.sum)
    elements = _elements(input, labels, index)
    if isinstance(elements, _One):
        return elements.values.sum()
    return _sums(elements, elements.values)[elements.groups.rows]


#: The older name of sum_labels().
sum = sum_labels


def mean(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The means of labels, as scipy.ndimage.mean gives them. Arguments and errors are those of sum_labels().

    Returns
    -------
    mean
        float64, a number or an array of the shape of `index`. For a label that no element has NaN, with a
        RuntimeWarning.
    """
    on_gpu = statistics_on_gpu(input, labels, index)
    if on_gpu is not None:
        return on_gpu.mean
    elements = _elements(input, labels, index)
    if isinstance(elements, _One):
        return elements.values.sum() / np.asanyarray(elements.values.size).astype(np.float64)
    sums, counts = _sums(elements, elements.values), _counts(elements)
    rows = elements.groups.rows
    return sums[rows] / counts[rows].astype(np.float64)


def variance(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The variances of labels, as scipy.ndimage.variance gives them: means of squared differences from the mean.

    Arguments and errors are those of sum_labels().

    Returns
    -------
    variance
        As of mean().
    """
    on_gpu = statistics_on_gpu(input, labels, index)
    if on_gpu is not None:
        return on_gpu.variance
    elements = _elements(input, labels, index)
    if isinstance(elements, _One):
        away = elements.values - elements.values.mean()
        return (away * away).sum() / np.asanyarray(elements.values.size).astype(np.float64)
    values, counts = elements.values, _counts(elements)
    rows = elements.groups.rows
    with np.errstate(invalid="ignore"):  # groups without elements, of which some may be asked for below
        means = _sums(elements, values) / counts
    away = values - means[elements.groups.numbers]
    away *= away
    return _sums(elements, away)[rows] / counts[rows].astype(np.float64)


def standard_deviation(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The standard deviations of labels, as scipy.ndimage.standard_deviation gives them: roots of variance().

    Arguments, errors and results are those of variance().
    """
    return np.sqrt(variance(input, labels, index))


def center_of_mass(input: Any, labels: Any = None, index: Any = None) -> Positions:
    """The centroids of labels weighted by values, as scipy.ndimage.center_of_mass gives them.

    Arguments and errors are those of sum_labels(). Weights may be negative.

    Returns
    -------
    position
        A tuple with a float64 for each axis; of an array `index` a list of them. Where the weights add up to 0, and for
        labels that no element has, they are NaN or infinities, with a RuntimeWarning.
    """
    on_gpu = statistics_on_gpu(input, labels, index)
    if on_gpu is not None:
        of_one = index is None or np.ndim(index) == 0
        return tuple(on_gpu.centre) if of_one else list(zip(*(axis.ravel() for axis in on_gpu.centre)))
    elements = _elements(input, labels, index)
    shape = elements.shape
    grids = np.ogrid[tuple(slice(side) for side in shape)]
    if isinstance(elements, _One):
        total = elements.values.sum()
        places = grids if elements.mask is None else np.nonzero(elements.mask)
        return tuple((elements.values * place.astype(float)).sum() / total for place in places)
    values, rows = elements.values.reshape(shape), elements.groups.rows
    sums = _sums(elements, elements.values)[rows]
    centres = [_sums(elements, (values * grid.astype(float)).ravel())[rows] / sums for grid in grids]
    return list(zip(*(centre.ravel() for centre in centres)))


def _extremes(elements: _Many, largest: bool) -> np.ndarray:
    """The extreme of each group, and 0 for groups without elements and behind the last.

    The least element is the least number, the largest is NaN if there is one, as in scipy's order.
    """
    values, groups = elements.values, elements.groups
    dtype = values.dtype
    if dtype.kind == "b":
        return _extremes(elements._replace(values=values.view(np.uint8)), largest).view(bool)
    if dtype.kind == "f":
        first: Any = -np.inf if largest else np.nan
    else:
        first = np.iinfo(dtype).min if largest else np.iinfo(dtype).max
    found = np.full(groups.size + 1, first, dtype)
    with np.errstate(invalid="ignore"):  # NaN
        (np.maximum if largest else np.fmin).at(found, groups.numbers, values)
    has_none = np.ones(groups.size + 1, bool)
    has_none[groups.numbers] = False
    found[has_none] = 0
    return found


def _places(elements: _Many, extremes: np.ndarray) -> np.ndarray:
    """The first place of the extreme of each group, and 0 for groups without elements."""
    values, numbers = elements.values, elements.groups.numbers
    extreme = extremes[numbers]
    is_it = values == extreme
    if values.dtype.kind == "f":
        is_it |= np.isnan(values) & np.isnan(extreme)
    hits = np.flatnonzero(is_it)[::-1]
    places = np.zeros(elements.groups.size + 1, np.intp)
    places[numbers[hits]] = hits  # of several the last one stays
    return places


def _check_any(count: Any, noun: str) -> None:
    """Of elements: of one group, or numbers of several."""
    if np.ndim(count) == 0 and count == 0:
        raise ValueError(f"no element has such a label: there is no {noun}")


def _extreme(input: Any, labels: Any, index: Any, largest: bool) -> Any:
    on_gpu = extreme_on_gpu(input, labels, index, largest)
    if on_gpu is not None:
        _check_any(on_gpu.count, "maximum" if largest else "minimum")
        return on_gpu.value
    elements = _elements(input, labels, index)
    if isinstance(elements, _Many):
        return _extremes(elements, largest)[elements.groups.rows]
    _check_any(elements.values.size, "maximum" if largest else "minimum")
    return elements.values.max() if largest else elements.values.min()


def _position(input: Any, labels: Any, index: Any, largest: bool) -> Positions:
    on_gpu = extremes_on_gpu(input, labels, index)
    if on_gpu is not None:
        return _positions_on_gpu(on_gpu, largest)
    elements = _elements(input, labels, index)
    _check_any(elements.values.size, "maximum" if largest else "minimum")
    if isinstance(elements, _Many):
        return _unraveled(_places(elements, _extremes(elements, largest))[elements.groups.rows], elements.shape)
    return _position_in(elements, largest)


def _positions_on_gpu(extremes: Extremes, largest: bool) -> Positions:
    count = extremes.extreme(largest).count
    _check_any(count if np.ndim(count) == 0 else math.prod(extremes.shape), "maximum" if largest else "minimum")
    places = extremes.places(largest)
    return np.unravel_index(places, extremes.shape) if np.ndim(places) == 0 else _unraveled(places, extremes.shape)


def _position_in(one: _One, largest: bool) -> Tuple[Any, ...]:
    place = one.values.argmax() if largest else one.values.argmin()
    return np.unravel_index(place if one.mask is None else np.flatnonzero(one.mask)[place], one.shape)


def _unraveled(places: np.ndarray, shape: Tuple[int, ...]) -> List[Tuple[Any, ...]]:
    return list(zip(*np.unravel_index(places.ravel(), shape)))


def minimum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The smallest values of labels, as scipy.ndimage.minimum gives them. Arguments are those of sum_labels().

    Returns
    -------
    minimum
        Of the dtype of `input`: a number, or an array of the shape of `index`, with 0 for labels that no element has.
        Of one group NaN if an element is; of an array `index` the smallest number.

    Raises
    ------
    TypeError, ValueError
        As sum_labels(); ValueError also for one group without elements.
    """
    return _extreme(input, labels, index, False)


def maximum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The largest values of labels, as scipy.ndimage.maximum gives them. Arguments and errors are those of minimum().

    Returns
    -------
    maximum
        As of minimum(); always NaN if an element is.
    """
    return _extreme(input, labels, index, True)


def minimum_position(input: Any, labels: Any = None, index: Any = None) -> Positions:
    """Where labels have their smallest values, as scipy.ndimage.minimum_position says. Arguments are those of
    sum_labels().

    Returns
    -------
    position
        A tuple with an integer for each axis; of an array `index` a list of them. Of equal elements that of the first
        one in C order. Zeros for labels that no element has.

    Raises
    ------
    TypeError, ValueError
        As minimum(); ValueError also for an input without elements, and on a GPU for one of 2^31 elements or more;
        TypeError also for arrays on a GPU that are of neither torch nor CuPy.
    """
    return _position(input, labels, index, False)


def maximum_position(input: Any, labels: Any = None, index: Any = None) -> Positions:
    """Where labels have their largest values, as scipy.ndimage.maximum_position says. Arguments, results and errors are
    those of minimum_position(). (Of equal elements scipy takes any for an array `index`.)
    """
    return _position(input, labels, index, True)


def extrema(input: Any, labels: Any = None, index: Any = None) -> Tuple[Any, Any, Positions, Positions]:
    """minimum(), maximum(), minimum_position() and maximum_position() at once, as scipy.ndimage.extrema gives them.
    Arguments and errors are those of minimum_position().
    """
    on_gpu = extremes_on_gpu(input, labels, index)
    if on_gpu is not None:
        low, high = (_positions_on_gpu(on_gpu, largest) for largest in (False, True))
        return on_gpu.extreme(False).value, on_gpu.extreme(True).value, low, high
    elements = _elements(input, labels, index)
    _check_any(elements.values.size, "minimum")
    if isinstance(elements, _One):
        places = _position_in(elements, False), _position_in(elements, True)
        return elements.values.min(), elements.values.max(), *places
    rows, both = elements.groups.rows, [_extremes(elements, largest) for largest in (False, True)]
    low, high = (_unraveled(_places(elements, extremes)[rows], elements.shape) for extremes in both)
    return both[0][rows], both[1][rows], low, high


def median(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The medians of labels, as scipy.ndimage.median gives them. Arguments and errors are those of sum_labels().

    Returns
    -------
    median
        float64, or the dtype of floats: a number, or an array of the shape of `index`. NaN for labels that no element
        has. (There scipy gives the smallest element of another label for an array `index`.)
    """
    elements = _elements(input, labels, index)
    if isinstance(elements, _One):
        return np.median(elements.values)
    values, counts = elements.values, _counts(elements)[:-1]
    if values.dtype.kind != "f":
        values = values.astype(np.float64)
    # Values in ascending order group by group: a stable sort by groups keeps the order of a sort by values.
    order = np.argsort(values)
    order = order[np.argsort(elements.groups.numbers[order], kind="stable")]
    begin, has_some = np.cumsum(counts) - counts, counts > 0
    low, high = begin + (counts - 1) // 2, begin + counts // 2
    middle = np.full(len(counts) + 1, np.nan, values.dtype)
    middle[:-1][has_some] = (values[order[low[has_some]]] + values[order[high[has_some]]]) / 2.0
    return middle[elements.groups.rows]
