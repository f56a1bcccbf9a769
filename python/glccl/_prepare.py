"""From an array and a criterion to an array that the engines read, and a criterion of theirs.

The engines read bool, integers of 8 to 32 bits, float16 and float32. What they do not read is mapped without loss: to a
mask, or to integers of 32 bits that are equal, or differ, as the elements do.
"""

from __future__ import annotations

import math
from typing import Any, Optional, Tuple, Union

import numpy as np

from . import _core
from ._asked.criteria import Criterion, Difference, Foreground, check_criterion
from ._asked.arguments import dtype_of, number_of
from ._arrays.order import in_c_order

CoreCriterion = Union[_core.Foreground, _core.Equal, _core.Difference]
Prepared = Tuple[np.ndarray, CoreCriterion]

#: Arguments of Foreground: elements that are not 0, for bool and unsigned integers.
NON_ZERO = (0.0, math.inf, False)
#: Arguments of Foreground: all elements, NaN too. No integer and no single float lies in the range.
EVERYTHING = (0.25, math.nextafter(0.25, 1.0), True)
#: Arguments of Foreground: no element.
NOTHING = (*EVERYTHING[:2], False)


def prepare(image: np.ndarray, criterion: Criterion, background: Any) -> Prepared:
    """The array and the criterion for an engine. `background` is a number, or None where nothing is background."""
    check_dtype(image.dtype)
    if not image.dtype.isnative:
        image = image.astype(image.dtype.newbyteorder("="))
    check_criterion(criterion, background)
    criterion, background = as_compared(criterion, background, image.dtype)
    if isinstance(criterion, Foreground):
        return _in_range(image, criterion)
    if isinstance(criterion, Difference):
        return _by_difference(image, criterion.largest, background)
    return _unlike_background(image, background) if criterion == "foreground" else _by_value(image, background)


def as_compared(criterion: Criterion, background: Any, dtype: np.dtype) -> Tuple[Criterion, Any]:
    """The criterion and the background with Python's numbers rounded to floats of the dtype, as numpy 2 compares them.

    Raises TypeError for a background that is no number.
    """
    if background is not None:
        background = _rounded(number_of(background, "the background"), dtype)
    if isinstance(criterion, Difference):
        return Difference(_rounded(criterion.largest, dtype)), background
    if isinstance(criterion, Foreground):
        low, high = _rounded(criterion.low, dtype), _rounded(criterion.high, dtype)
        return Foreground(low, high, criterion.inverted) if low < high else criterion, background
    return criterion, background


def _rounded(value: Any, dtype: np.dtype) -> Any:
    if dtype.kind != "f" or type(value) not in (int, float):
        return value
    with np.errstate(over="ignore"):
        nearest = float(dtype.type(value))
    # What is beyond all floats of the dtype stays apart from its infinities.
    return value if math.isinf(nearest) else nearest


def check_dtype(dtype: Any, name: str = "image") -> np.dtype:
    """The dtype, or the one of a name. Raises TypeError if glccl does not label it."""
    wanted = "glccl labels bool, integers, float16, float32 and float64"
    known = dtype_of(dtype, f"the {name}'s dtype", wanted)  # of another library it may be a name that numpy lacks
    if known.kind not in "buif" or known.itemsize > 8:
        raise TypeError(f"the {name}'s dtype is {known}: {wanted}")
    return known


def _rows(image: np.ndarray) -> np.ndarray:
    """The image, or a copy of it in C order unless the engines can step through its rows: elements of the last axis
    without gaps, other axes from the first element on."""
    dense = image.shape[-1] == 1 or image.strides[-1] == image.itemsize
    forward = all(stride > 0 or side == 1 for stride, side in zip(image.strides, image.shape))
    aligned = all(stride % image.itemsize == 0 for stride in image.strides)
    if not image.flags.aligned:
        return image.copy(order="C")
    return image if dense and forward and aligned else in_c_order(image)


def _mask(mask: np.ndarray) -> Prepared:
    return _rows(mask), _core.Foreground(*NON_ZERO)


def _is_wide(dtype: np.dtype) -> bool:
    """Whether no engine reads the dtype."""
    return dtype.itemsize == 8


def stored(value: Any, dtype: np.dtype) -> Optional[float]:
    """A background as the dtype stores it, an int where it has integers, or None if no element can have this value."""
    if value is None:
        return None
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            nearest = float(dtype.type(value))
        return nearest if nearest == value or math.isnan(value) else None
    low, high = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    return int(value) if value == value and low <= value <= high and value == int(value) else None


def unlike(dtype: np.dtype, background: Any) -> Optional[CoreCriterion]:
    """The criterion of elements that differ from the background, or None if no engine has it for this dtype."""
    if _is_wide(dtype):
        return None
    if dtype.kind in "bu" and background == 0:
        return _core.Foreground(*NON_ZERO)
    value = stored(background, dtype)
    if value is None or math.isnan(value):
        return _core.Foreground(*EVERYTHING)
    if value == -math.inf:  # lies in no range
        return None
    below = math.nextafter(value, -math.inf) if dtype.kind == "f" else value - 1
    return _core.Foreground(below, value, True)


def _unlike_background(image: np.ndarray, background: Any) -> Prepared:
    """Foreground is what differs from the background."""
    criterion = unlike(image.dtype, background)
    if criterion is not None:
        return _rows(image), criterion
    value = stored(background, image.dtype)
    return _mask(np.ones(image.shape, bool) if value is None else image != image.dtype.type(value))


def _in_range(image: np.ndarray, criterion: Foreground) -> Prepared:
    if not _is_wide(image.dtype):
        return _rows(image), _core.Foreground(criterion.low, criterion.high, criterion.inverted)
    low, high = criterion.low, criterion.high
    if image.dtype.kind == "f":
        inside = (image > low) & (image <= high)
    else:
        inside = _above(image, low) & ~_above(image, high)
    return _mask(~inside if criterion.inverted else inside)


def _above(image: np.ndarray, limit: float) -> np.ndarray:
    """Whether integers are above a limit. numpy would compare 64-bit integers with a float as floats."""
    info = np.iinfo(image.dtype)
    if limit < info.min:
        return np.ones(image.shape, bool)
    if limit >= info.max:
        return np.zeros(image.shape, bool)
    return np.greater(image, image.dtype.type(math.floor(limit)))


def _by_value(image: np.ndarray, background: Any) -> Prepared:
    """Equal values are connected. Floats are compared as numbers, but NaN equals NaN."""
    value = stored(background, image.dtype)
    if image.dtype.kind == "f":
        image, value = _float_bits(image, value)
    if _is_wide(image.dtype):
        image, value = _narrow(image, value, rank=True)
    return _rows(image), _core.Equal(value)


def _float_bits(image: np.ndarray, value: Optional[float]) -> Tuple[np.ndarray, Optional[float]]:
    """Floats as integers that are equal where the floats are."""
    bits = np.dtype(f"u{image.itemsize}")

    def encode(floats: np.ndarray) -> np.ndarray:
        floats = floats + floats.dtype.type(0)  # -0 becomes 0
        floats[np.isnan(floats)] = np.nan
        return floats.view(bits)

    number = None if value is None else int(encode(np.array([value], image.dtype))[0])
    return encode(in_c_order(image)), number


def _narrow(image: np.ndarray, value: Optional[float], *, rank: bool) -> Tuple[np.ndarray, Optional[float]]:
    """64-bit integers as uint32 with the same differences, or, with `rank`, where they span more, the same order."""
    low, high = int(image.min()), int(image.max())
    inside = value is not None and low <= value <= high
    if high - low < 2**32:
        # In arithmetic modulo 2^64, whatever the sign.
        shifted = image.view(np.uint64) - np.uint64(low % 2**64)
        return shifted.astype(np.uint32), value - low if value is not None and inside else None
    if not rank:
        raise ValueError(
            f"the elements reach from {low} to {high}: the criterion difference takes 64-bit integers that span less "
            "than 2^32"
        )
    values, ranks = np.unique(image, return_inverse=True)
    place = int(np.searchsorted(values, image.dtype.type(value))) if value is not None and inside else len(values)
    found = place < len(values) and int(values[place]) == value
    return ranks.reshape(image.shape).astype(np.uint32), place if found else None


def difference_of(dtype: np.dtype, largest: float, background: Any) -> CoreCriterion:
    """The criterion of elements that differ by at most `largest`."""
    if dtype == np.float64:
        raise TypeError(
            "the criterion difference subtracts in single precision, and the image is float64: convert it to float32"
        )
    value = stored(background, dtype)
    # NaN is similar to nothing, and so is no background.
    return _core.Difference(largest, None if value is not None and math.isnan(value) else value)


def _by_difference(image: np.ndarray, largest: float, background: Any) -> Prepared:
    if not _is_wide(image.dtype) or image.dtype.kind == "f":
        return _rows(image), difference_of(image.dtype, largest, background)
    image, value = _narrow(image, stored(background, image.dtype), rank=False)
    return _rows(image), _core.Difference(largest, value)
