"""What is asked of an engine, and what it gives, on the CPU and on GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._components import Components
from ._asked.criteria import Criterion
from ._asked.spec import Members, check_axes
from ._asked.arguments import int_of
from ._asked.periodic import Periodic

if TYPE_CHECKING:
    from ._device.components import DeviceComponents

# By number of axes: the connectivities with the engines' name for them, the default last.
CONNECTIVITIES: Dict[int, Dict[int, int]] = {1: {2: 4}, 2: {4: 4, 8: 8}, 3: {6: 6, 18: 18, 26: 26}}

#: Engines of arrays on the CPU, which "vulkan" copies to a GPU and back.
CPU_ENGINES: List[str] = [*_core.cpu_engines(), "vulkan"]
CUDA_ENGINES: List[str] = _core.cuda_engines()


class Request(NamedTuple):
    """Arguments of glccl.label()."""

    connectivity: Optional[int]
    background: Any
    criterion: Criterion
    engine: str
    batch: bool
    members: Members = ()
    counted: bool = False
    measured: bool = False
    mask: Any = None
    periodic: Periodic = False
    rows: Optional[int] = None
    """The rows of tables on a GPU; None: as many as there are components."""
    coordinates: Tuple[int, ...] = ()
    """For each axis of the caller's images 0, 1 or 2 for x, y and z, and 3 for one that is left out; () without such.
    """


class Results(NamedTuple):
    """Labels, and for each image of a batch, or for the only one, what else was asked for."""

    labels: Any
    counts: List[int]
    tables: Sequence[Union[Components, DeviceComponents]]


def neighbors_of(request: Request, shape: Sequence[int]) -> int:
    """The engines' connectivity for an array of this shape.

    Raises ValueError for numbers of axes that images do not have, and for a connectivity or filter that images with so
    many axes do not have.
    """
    axes = len(shape) - request.batch
    known = CONNECTIVITIES.get(axes)
    if known is None:
        raise ValueError(f"the image has the shape {tuple(shape)}: glccl labels images of one to three axes, and "
                         "others of length 1")
    if request.members:
        check_axes(request.members, axes)
    return connectivity_in(known, request.connectivity, axes)


def spec_of(request: Request, neighbors: int, criterion: Any, axes: Tuple[bool, bool, bool]) -> _core.Spec:
    """What is asked of an engine, with its connectivity and criterion; `axes` are those of periodic_of()."""
    members = dict(request.members)
    if any(axes):
        members["periodic"] = axes
    return _core.Spec(connectivity=neighbors, criterion=criterion, **members)


def connectivity_in(known: Dict[int, int], wanted: Any, axes: int) -> int:
    """What stands for a connectivity in `known`; None stands for the last one. Raises TypeError or ValueError."""
    if wanted is None:
        return list(known.values())[-1]
    choice = " or ".join(map(str, known))
    number = int_of(wanted, "the connectivity", f"pass an int, {choice}")
    if number not in known:
        raise ValueError(f"the connectivity is {number}: with {axes} axes it is {choice}")
    return known[number]


def neighbors_in(connectivity: Optional[int], axes: int) -> int:
    """The engines' connectivity for labels. Raises ValueError for arrays that hold no labels, and for connectivities
    that labels with so many axes do not have."""
    if axes not in CONNECTIVITIES:
        raise ValueError(f"the labels have {axes} axes: pass one to three, and others of length 1")
    return connectivity_in(CONNECTIVITIES[axes], connectivity, axes)


def check_label_axes(shape: Sequence[int]) -> None:
    """Raises ValueError for the shape of an array that holds no labels."""
    if len(shape) not in CONNECTIVITIES:
        raise ValueError(f"the labels have the shape {tuple(shape)}: glccl takes labels of one to three axes, and "
                         "others of length 1")


def check_engine(engine: str, known: List[str], place: str) -> None:
    """Raises ValueError for an engine that does not exist, or that labels no arrays of this place."""
    if not isinstance(engine, str):
        raise TypeError(f"the engine is a {type(engine).__name__}: pass the name of one, or \"auto\"")
    if engine == "auto" or engine in known:
        return
    if engine not in CPU_ENGINES and engine not in CUDA_ENGINES:
        if engine in _core.laboratory:
            raise ValueError(f"engine {engine}{_core.is_in_laboratory}; the Python package does not have it")
        names = ", ".join(CPU_ENGINES + CUDA_ENGINES)
        raise ValueError(f'there is no engine "{engine}": there are "auto", {names}')
    raise ValueError(
        f"{engine} labels no arrays on {place}, where the image is: pass one of {', '.join(known)}, or copy the image"
    )
