"""Arguments as what they should be. Everything here raises TypeError, in words that name the argument, for others."""

from __future__ import annotations

import operator
import sys
from typing import Any, Sequence, Tuple

import numpy as np


def number_of(value: Any, name: str) -> Any:
    """The value, or for an int beyond all floats the last float before infinity, which only infinities exceed too."""
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
    """The value as an int."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}: {wanted}") from None


def flag_of(value: Any, name: str) -> bool:
    """Whether a flag is set: a bool, or an int, None for False."""
    if value is None or isinstance(value, (bool, np.bool_)):
        return bool(value)
    return int_of(value, name, "pass True or False") != 0


def dtype_of(value: Any, name: str, wanted: str = "pass a dtype of numpy") -> np.dtype:
    """The dtype that numpy takes the value for."""
    try:
        return np.dtype(value)
    except (TypeError, ValueError):
        found = value if isinstance(value, str) else f"a {type(value).__name__}"
        raise TypeError(f"{name} is {found}: {wanted}") from None


def array_of(value: Any, name: str) -> np.ndarray:
    """The value, an array of numpy that results are written to."""
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name} is a {type(value).__name__}: pass an array of numpy")
    return value


def ints_of(values: Any, name: str, each: str, wanted: str) -> Tuple[int, ...]:
    """Several ints, each of which messages name `each`."""
    try:
        every = tuple(values)
    except TypeError:
        raise TypeError(f"{name} is a {type(values).__name__}: {wanted}") from None
    return tuple(int_of(value, each, wanted) for value in every)


def sides_of(shape: Sequence[int]) -> Tuple[int, ...]:
    """The sides of a shape."""
    wanted = "pass the number of elements along each axis, such as (480, 640)"
    return ints_of(shape, "the shape", "a side of the shape", wanted)
