"""What is asked of an engine: the keywords of glccl.label() that are members of glccl::LabelingSpec.

The library's ledger (engine/vocabulary/spec_fields.hpp) has their names, kinds of values and defaults. A new member
has its keyword and its sentence in glccl.label(), and its type in Asked; functions that take the same keywords follow.
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypedDict, TypeVar, Union

import numpy as np

from .. import _core
from .arguments import flag_of, int_of
from .criteria import Criterion
from .periodic import Periodic

#: A limit above every area and every number of components.
_UNLIMITED = 2**64 - 1


class Asked(TypedDict, total=False):
    """The keywords, as type checkers see them; glccl.label() explains them."""

    connectivity: Optional[int]
    background: Any
    criterion: Criterion
    min_area: int
    max_area: Optional[int]
    largest: Optional[int]
    clear_border: bool
    border_width: int
    fill_holes: Union[bool, int]
    periodic: Periodic


class Field(NamedTuple):
    """A keyword of the ledger."""

    name: str
    values: str
    """"N", a number; "N|all", a number or a bool; "flag"; "AXES"."""
    default: Any


#: The keywords of the ledger. `periodic` is read where the number of axes is known.
FIELDS: List[Field] = [Field(*field) for field in _core.option_fields()]

#: Each with what the keyword is where it asks for nothing.
_UNASKED = [
    (field, None if field.default == _UNLIMITED else 0 if field.values == "N" else False)
    for field in FIELDS
    if field.values != "AXES"
]

#: Members of a specification that differ from their defaults.
Members = Tuple[Tuple[str, Any], ...]

Function = TypeVar("Function", bound=Callable[..., Any])


def members_of(keywords: Mapping[str, Any]) -> Members:
    """The members for the keywords of glccl.label() but `periodic`, all of which are there.

    Raises TypeError or ValueError for what is no value of a keyword, and for limits that no component passes.
    """
    members = []
    for field, unasked in _UNASKED:
        keyword = keywords[field.name]
        if keyword is unasked:
            continue
        value = _value_of(field, keyword)
        if value != field.default:
            members.append((field.name, value))
    if not members:
        return ()
    found = dict(members)
    if found.get("max_area", _UNLIMITED) < found.get("min_area", 0):
        raise ValueError(
            f"max_area is {found['max_area']}, and min_area {found['min_area']}: pass a max_area that is not below "
            "min_area"
        )
    return tuple(members)


def _value_of(field: Field, value: Any) -> Any:
    if field.values == "flag":
        return flag_of(value, field.name)
    if field.values == "N|all" and (value is None or isinstance(value, (bool, np.bool_))):
        return _UNLIMITED if value else 0
    least = 1 if field.default == _UNLIMITED else 0
    if value is None and least > 0:
        return _UNLIMITED
    number = int_of(value, field.name)
    if number < least:
        raise ValueError(f"{field.name} is {number}: pass {least} or more")
    return min(number, _UNLIMITED)


def check_axes(members: Members, axes: int) -> None:
    """Raises ValueError for members that images with so many axes do not have."""
    for name, _ in members:
        if axes == 1 and name in ("fill_holes", "clear_border"):
            raise ValueError(f"{name} needs images of two or three axes: with one axis, leave it out")


def takes_keywords_of(label: Callable[..., Any], *but: str) -> Callable[[Function], Function]:
    """Gives a function with `**asked` the keywords of Asked in its signature, with the defaults that they have in
    `label`, but for some."""

    def with_signature(function: Function) -> Function:
        own = inspect.signature(function)
        of_label = inspect.signature(label).parameters
        parameters = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        parameters += [of_label[name] for name in Asked.__annotations__ if name not in but]
        function.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        return function

    return with_signature


def complete(function: Callable[..., Any], asked: Mapping[str, Any]) -> Dict[str, Any]:
    """The keywords of a function with takes_keywords_of(): `asked`, and the defaults of others. Raises TypeError for a
    keyword that it does not have."""
    defaults = _defaults_of(function)
    for name in asked:
        if name not in defaults:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'")
    return {**defaults, **asked}


@lru_cache(maxsize=None)
def _defaults_of(function: Callable[..., Any]) -> Dict[str, Any]:
    known = inspect.signature(function).parameters
    return {name: known[name].default for name in Asked.__annotations__ if name in known}
