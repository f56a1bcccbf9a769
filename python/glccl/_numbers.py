"""Numbers among the arguments."""

from __future__ import annotations

import operator
import sys
from typing import Any, Sequence, Tuple


def number_of(value: Any, name: str) -> Any:
    """The value, or for an int beyond all floats the last float before infinity, which only infinities exceed too.
    Raises TypeError for what is no number."""
    try:
        float(value)
    except OverflowError:
        return sys.float_info.max if value > 0 else -sys.float_info.max
    except (TypeError, ValueError):
        raise TypeError(f"{name} is a {type(value).__name__}: pass a number") from None
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is a {type(value).__name__}: pass a number")
    return value


def int_of(value: Any, name: str, wanted: str = "pass an int") -> int:
    """The value as an int. Raises TypeError for what is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}: {wanted}") from None


def sides_of(shape: Sequence[int]) -> Tuple[int, ...]:
    """The sides of a shape. Raises TypeError for what is none."""
    wanted = "pass the number of elements along each axis, such as (480, 640)"
    try:
        sides = tuple(shape)
    except TypeError:
        raise TypeError(f"the shape is a {type(shape).__name__}: {wanted}") from None
    return tuple(int_of(side, "a side of the shape", wanted) for side in sides)
