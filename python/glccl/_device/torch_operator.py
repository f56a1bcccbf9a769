"""glccl.label() as the operator torch.ops.glccl.label, which torch.compile, torch.export and torch.vmap know.

Columns of a table are views of one block of bytes, and are made outside of the operator: what it returns has memory of
its own.
"""

from __future__ import annotations

import sys
from importlib import import_module
from math import inf
from typing import Any, List, Optional, Tuple

from .._arrays.kinds import Host, as_it_is
from .._asked.criteria import Difference, Foreground
from .._asked.spec import Members
from .components import Block, Columns, DeviceComponents, columns_for

_SCHEMA = (
    "(Tensor image, Tensor? mask, str engine, int connectivity, Scalar? background, str criterion, float low, float "
    "high, bool inverted, str[] names, int[] values, bool[] periodic, bool batch, int rows) -> (Tensor, Tensor)"
)

#: The largest integer of an operator.
_MOST = 2**63 - 1


def register() -> None:
    """Register torch.ops.glccl.label. Requires torch. Importing glccl does it where torch has been imported before, and
    glccl.label() within torch.compile does it too."""
    torch: Any = import_module("torch")
    library = getattr(torch, "library", None)
    if library is None or hasattr(torch.ops.glccl, "label"):
        return
    operator = library.custom_op("glccl::label", _label, mutates_args=(), schema=_SCHEMA)
    operator.register_fake(_label_fake)
    operator.register_vmap(_label_batch)


# torch.compile calls it instead of tracing it (torch.compiler.assume_constant_result, without importing torch).
register._dynamo_marked_constant = True  # type: ignore[attr-defined]


def is_traced(*arrays: Any) -> bool:
    """Whether torch traces the calling function, or one of the arrays is a tensor of torch.vmap."""
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "compiler"):
        return False
    if torch.compiler.is_compiling():
        return True
    return any(isinstance(one, torch.Tensor) and torch._C._functorch.is_batchedtensor(one) for one in arrays)


class _GraphComponents(DeviceComponents):
    """A table whose columns torch can trace."""

    def _array(self, begin: int, shape: Tuple[int, ...], dtype: str) -> Any:
        torch: Any = sys.modules["torch"]
        kind = getattr(torch, dtype)
        size = kind.itemsize
        for side in shape:
            size = size * side
        first = self._begin + begin
        return self._block.memory[first : first + size].view(kind).view(shape)


def label_in_graph(
    image: Any, connectivity: Optional[int], background: Any, criterion: Any, engine: str, batch: bool, table: bool,
    mask: Any, members: Members, periodic: List[bool], rows: Optional[int],
) -> Any:
    """glccl.label() of a tensor in a graph of torch: labels, or labels and tables with `rows`."""
    register()
    torch: Any = sys.modules["torch"]
    low, high, inverted = 0.0, inf, False
    if isinstance(criterion, Foreground):
        low, high, inverted, criterion = criterion.low, criterion.high, criterion.inverted, "range"
    elif isinstance(criterion, Difference):
        high, criterion = criterion.largest, "difference"
    labels, blocks = torch.ops.glccl.label(
        image, mask, engine, connectivity or 0, background, criterion, float(low), float(high), inverted,
        [name for name, _ in members], [min(int(value), _MOST) for _, value in members], periodic, batch, rows or 0,
    )
    if not table:
        return labels
    columns = _columns_of(image, batch, periodic)
    size = columns.block_bytes(rows or 0)
    block = Block(Host(), blocks, as_it_is, columns, None)
    tables = [_GraphComponents(block, i * size, rows or 0, True) for i in range(image.shape[0] if batch else 1)]
    return labels, tables if batch else tables[0]


def _columns_of(image: Any, batch: bool, periodic: List[bool]) -> Columns:
    return _columns_for(image.dim() - batch, image.dtype, any(periodic))


def _columns_for(axes: int, dtype: Any, seams: bool) -> Columns:
    return columns_for(axes, str(dtype).rpartition(".")[2], "int64", "int64", seams)


_columns_for._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _label(
    image: Any, mask: Any, engine: str, connectivity: int, background: Any, criterion: str, low: float, high: float,
    inverted: bool, names: List[str], values: List[int], periodic: List[bool], batch: bool, rows: int,
) -> Tuple[Any, Any]:
    from .._label import label

    torch: Any = import_module("torch")
    asked: Any = criterion
    if criterion == "range":
        asked = Foreground(low, high, inverted)
    elif criterion == "difference":
        asked = Difference(high)
    members: Any = dict(zip(names, values))
    labels = label(
        image, mask=mask, engine=engine, connectivity=connectivity or None, background=background, criterion=asked,
        periodic=periodic, batch=batch, table=rows != 0, rows=rows or None, **members,
    )
    if rows == 0:
        return labels, torch.empty(0, dtype=torch.uint8, device=image.device)
    labels, tables = labels
    return labels, (tables[0] if batch else tables).memory()


def _label_fake(image: Any, *asked: Any) -> Tuple[Any, Any]:
    torch: Any = import_module("torch")
    periodic, batch, rows = asked[-3:]
    size = _columns_of(image, batch, periodic).block_bytes(rows) if rows else 0
    size = size * (image.shape[0] if batch else 1)
    return (image.new_empty(image.shape, dtype=torch.int32), image.new_empty((size,), dtype=torch.uint8))


def _label_batch(info: Any, in_dims: Any, image: Any, mask: Any, *asked: Any) -> Any:
    """Images along another axis are a batch."""
    torch: Any = import_module("torch")
    *others, batch, rows = asked
    if batch or rows:
        raise ValueError("torch.vmap of glccl.label() has neither batch nor rows: label a batch without vmap")
    image = image.movedim(in_dims[0], 0) if in_dims[0] is not None else image.expand(info.batch_size, *image.shape)
    if mask is not None:
        mask = mask.movedim(in_dims[1], 0) if in_dims[1] is not None else mask.expand(image.shape)
    labels, blocks = torch.ops.glccl.label(image, mask, *others, True, 0)
    return (labels, blocks), (0, None)
