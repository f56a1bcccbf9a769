"""Which neighbouring elements are connected."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Union

from .arguments import number_of


@dataclass(frozen=True)
class Foreground:
    """Made by glccl.foreground()."""

    low: float
    high: float
    inverted: bool


@dataclass(frozen=True)
class Difference:
    """Made by glccl.difference()."""

    largest: float


Criterion = Union[str, Foreground, Difference]
"""What `criterion` of glccl.label() takes: "foreground", "equal", or an object of foreground() or difference()."""


def foreground(low: float = 0, high: float = inf, *, inverted: bool = False) -> Foreground:
    """Two neighbours are connected if both lie in a range.

    Elements are foreground if they are strictly above `low` and not above `high`; with `inverted`, if they are not.
    NaN lies in no range. All other elements get label 0. Python's floats are rounded to the floats of an image, as
    numpy compares them; numpy's float64 is compared as it is.

    Raises TypeError for what is no number, ValueError if `high` is not above `low`.
    """
    low, high = number_of(low, "low"), number_of(high, "high")
    if not low < high:
        raise ValueError(f"foreground is what is above low, {low}, and not above high, {high}: pass a high above low")
    return Foreground(low, high, inverted)


def difference(largest: float) -> Difference:
    """Two neighbours are connected if they differ by at most `largest`, in the units of the elements.

    Differences of integers are exact. Differences of floats are those of float32: float16 is extended, and float64 is
    refused by glccl.label(). NaN is similar to nothing: it is a component of one element. So is an infinity to itself,
    from which its difference is NaN; from other numbers it is infinite, so that `difference(math.inf)` alone connects
    an infinity with its finite neighbours, and with the infinity of the other sign. `largest` is rounded as the
    limits of foreground().

    Raises TypeError for what is no number, ValueError if `largest` is negative or NaN.
    """
    largest = number_of(largest, "the largest difference")
    if not largest >= 0:
        raise ValueError(f"the largest difference is {largest}: pass 0 or more")
    return Difference(largest)


def check_criterion(criterion: Any, background: Any) -> None:
    """Raises TypeError or ValueError for what is no Criterion, and for a background that does not go with it."""
    if isinstance(criterion, Foreground):
        if background != 0 and background is not None:
            raise ValueError(
                f"the background is {background}, and glccl.foreground() says by itself what is foreground: leave it "
                "out"
            )
    elif isinstance(criterion, str):
        if criterion not in ("foreground", "equal"):
            raise ValueError(f'there is no criterion "{criterion}": there are "foreground" and "equal"')
        if criterion == "foreground" and background is None:
            raise ValueError('the criterion "foreground" needs a background: pass its value, or glccl.foreground()')
    elif not isinstance(criterion, Difference):
        raise TypeError(
            f"the criterion is a {type(criterion).__name__}: pass a string, glccl.foreground() or glccl.difference()"
        )
