"""Which axes are periodic."""

from __future__ import annotations

from typing import Any, List, Sequence, Tuple, Union

import numpy as np

#: A bool for all axes, or one for each axis of the image in their order.
Periodic = Union[bool, Sequence[bool]]


def periodic_of(periodic: Periodic, axes: int) -> Tuple[bool, bool, bool]:
    """Whether x, y and z are periodic, the last three axes from the last one on. Raises as flags_of()."""
    x, y, z = (*reversed(flags_of(periodic, axes)), False, False)[:3]
    return x, y, z


def flags_of(periodic: Periodic, axes: int) -> List[bool]:
    """Whether each axis is periodic.

    Raises TypeError for what is no bool, and ValueError for bools of another number of axes.
    """
    if isinstance(periodic, (bool, np.bool_)):
        return [bool(periodic)] * axes
    wanted = "pass a bool, or a sequence with one for each axis"
    try:
        flags: Any = list(periodic)
    except TypeError:
        raise TypeError(f"periodic is a {type(periodic).__name__}: {wanted}") from None
    for flag in flags:
        if not isinstance(flag, (bool, np.bool_)):
            raise TypeError(f"periodic has a {type(flag).__name__}: {wanted}")
    if len(flags) != axes:
        raise ValueError(f"periodic has {len(flags)} bools, and an image {axes} axes: {wanted}")
    return [bool(flag) for flag in flags]
