"""Functions of the caller that are called for each object: the extra properties of scikit-image."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional

import numpy as np

Functions = Optional[Iterable[Callable[..., Any]]]


class Extra(NamedTuple):
    """A function that measures an object."""

    function: Callable[..., Any]
    takes_intensities: bool
    """Its second argument, behind the object's image."""

    def column(self, values: List[Any], axes: int) -> np.ndarray:
        """The values of all objects of so many axes as an array: (N, ...) if they have one shape, whatever the object's
        is, else (N,) objects. As scikit-image the function is asked for the shape of two images of other sizes."""
        small, large = (np.pad(np.ones((side,) * axes, bool), pad) for side, pad in ((1, (0, 1)), (2, (1, 0))))
        sample, other = (np.asarray(self.function(image, *([image * 0.5] if self.takes_intensities else [])))
                         for image in (small, large))
        arrays = [np.asarray(value) for value in values]
        if sample.shape == other.shape and all(one.shape == sample.shape for one in arrays):
            return np.stack(arrays) if arrays else np.stack([sample])[:0]
        column = np.empty(len(values), object)
        for row, value in enumerate(values):
            column[row] = value
        return column


def extra_of(functions: Functions, has_intensities: bool) -> Dict[str, Extra]:
    """The functions by their names. Raises TypeError for what is no function with a name, or one that requires other
    than one or two arguments; AttributeError for one of two without an intensity image."""
    if functions is None:
        return {}
    if not hasattr(functions, "__iter__"):
        raise TypeError(f"extra_properties is a {type(functions).__name__}: pass a list of functions")
    found: Dict[str, Extra] = {}
    for function in functions:
        name = getattr(function, "__name__", None)
        if not callable(function) or not isinstance(name, str):
            raise TypeError(f"extra_properties has a {type(function).__name__}: pass functions, which have a __name__")
        required = _required_arguments(function)
        if required not in (1, 2):
            raise TypeError(f"{name}() of extra_properties requires {required} arguments: let it require 1, the "
                            "object's image, or 2, also its intensities")
        if required == 2 and not has_intensities:
            raise AttributeError(f"{name}() of extra_properties requires intensities: pass an intensity image")
        found[name] = Extra(function, required == 2)
    return found


def _required_arguments(function: Callable[..., Any]) -> int:
    try:
        arguments = inspect.signature(function).parameters.values()
    except ValueError:  # a function of C that does not say
        return 1
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in positional and one.default is one.empty for one in arguments)
