"""Which components are kept."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from .arguments import flag_of, int_of

#: A limit above every area and every number of components.
_UNLIMITED = 2**64 - 1


class Filter(NamedTuple):
    """The members of glccl::Filter, in its order: the extension modules make one of the tuple."""

    min_area: int = 0
    max_area: int = _UNLIMITED
    largest: int = _UNLIMITED
    clear_border: bool = False


def filter_of(min_area: int, max_area: Optional[int], largest: Optional[int], clear_border: bool) -> Filter:
    """The filter of the arguments of glccl.label(). Raises TypeError or ValueError for what no component passes."""
    least = _limit(min_area, "min_area", 0)
    most = _limit(max_area, "max_area", 1)
    if most < least:
        raise ValueError(f"max_area is {max_area}, and min_area {min_area}: pass a max_area that is not below min_area")
    return Filter(least, most, _limit(largest, "largest", 1), flag_of(clear_border, "clear_border"))


def holes_of(fill_holes: Any) -> int:
    """LabelingSpec::fill_holes of the argument of glccl.label(). Raises TypeError or ValueError."""
    if isinstance(fill_holes, (bool, np.bool_)) or fill_holes is None:
        return _UNLIMITED if fill_holes else 0
    return _limit(fill_holes, "fill_holes", 0)


def _limit(value: Any, name: str, least: int) -> int:
    if value is None and least > 0:
        return _UNLIMITED
    number = int_of(value, name)
    if number < least:
        raise ValueError(f"{name} is {number}: pass {least} or more")
    return min(number, _UNLIMITED)


def check_axes(kept: Filter, fill_holes: int, axes: int) -> None:
    """Raises ValueError for a filter, or for holes, that images with so many axes do not have."""
    if axes == 1 and fill_holes != 0:
        raise ValueError("fill_holes needs images of two or three axes: with one axis, leave it out")
    if axes == 1 and kept.clear_border:
        raise ValueError("clear_border needs images of two or three axes: with one axis, leave it out")
