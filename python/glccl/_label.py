"""glccl.label()."""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING, Any, Dict, Optional, Union

import numpy as np

from . import _core
from ._asked.arguments import flag_of, int_of
from ._arrays.axes import with_spare
from ._asked.criteria import Criterion
from ._asked.periodic import Periodic, flags_of
from ._asked.spec import Asked, complete, members_of, takes_keywords_of
from ._components import Components
from ._request import CPU_ENGINES, CUDA_ENGINES, Request
from ._device.torch_operator import is_traced, label_in_graph
from ._verbs import wrap
from ._vulkan_engine import close_device, why_no_vulkan

if TYPE_CHECKING:
    from typing_extensions import Unpack


def label(
    image: Any,
    *,
    connectivity: Optional[int] = None,
    background: Any = 0,
    criterion: Criterion = "foreground",
    min_area: int = 0,
    max_area: Optional[int] = None,
    largest: Optional[int] = None,
    clear_border: bool = False,
    border_width: int = 0,
    engine: str = "auto",
    return_num: bool = False,
    table: bool = False,
    out: Any = None,
    batch: bool = False,
    stream: Any = None,
    mask: Any = None,
    fill_holes: Union[bool, int] = False,
    periodic: Periodic = False,
    rows: Optional[int] = None,
) -> Any:
    """Label the connected components of an image or volume.

    Components are numbered 1..N in the order in which a scan in C order first meets each of them; 0 is background.
    These are the numbers of scipy.ndimage.label and skimage.measure.label. Every engine gives the same labels.

    Parameters
    ----------
    image
        Array of one to three axes, and others of length 1: numpy, or what numpy.asarray() takes; torch, CuPy, JAX, and
        others that speak DLPack or __cuda_array_interface__. bool, integers, float16, float32 or float64. It is not
        changed, and it is labeled on the device on which it is. Arrays whose last axis has gaps, whose strides are not
        positive, or whose bytes are not native (Fortran order, `image[:, ::-1]`, `image.T`) are copied there. On the
        CPU, so are 64-bit elements, and floats with the criterion "equal". All of this is exact; what cannot be exact
        is refused.
    connectivity
        Number of neighbours: 2 in one axis, 4 or 8 in two, 6, 18 or 26 in three or more. None: the largest.
    background
        Elements of this value get label 0. None: there is no background. A value that the dtype does not store is the
        value of no element.
    criterion
        "foreground": neighbours are connected if both differ from the background. "equal": if both have the same
        value; NaN equals NaN. Or glccl.foreground(low, high), or glccl.difference(largest).
    min_area, max_area
        Components of fewer, or of more, elements become background. max_area None: no limit. The components that these
        and the next two arguments keep are numbered as if there were no others.
    largest
        Keep only so many of the components that the other limits keep, those of the largest area; of equal areas those
        that come first. None: all.
    clear_border, border_width
        Drop components with an element in the first or last column, row or slice of axes that are not `periodic`; with
        `border_width` also so many columns, rows or slices further in (skimage.segmentation.clear_border's
        buffer_size). A volume of one slice is an image, whose slice is not at the border; neither are the first axes of
        length 1 of arrays of more than three. Refused for one axis.
    engine
        "auto", or one of glccl.engines(). "auto" takes `cuda-fast` for arrays on a GPU, and `cpu-fast` for others. Of
        the CUDA engines `cuda-fast` alone can drop components. `vulkan` takes arrays on the CPU, and copies them to the
        first GPU of Vulkan and the labels back.
    return_num, table
        Also return the number of components that are kept; their table, a glccl.Components. On a GPU these wait until
        the number is known; otherwise the call returns as soon as the labeling is launched. The table of an array on a
        GPU is a glccl.DeviceComponents, whose columns are arrays on that GPU.
    out
        Array of the image's shape and on its device that labels are written to. On the CPU of any integers and strides;
        on a GPU of int32 or uint32, without gaps along the last axis. Default: a new array.
    batch
        The first axis counts images (or rows, or volumes) that are labeled one by one, each from 1. The number of
        components is then an array, and the table is a list. On a GPU images are labeled together.
    stream
        Of arrays on a GPU: the CUDA stream in whose order they are labeled, a stream of torch or CuPy, an object with
        __cuda_stream__, or the integer of a cudaStream_t. None: the current stream of torch or CuPy; the stream of
        __cuda_array_interface__; for other arrays CUDA's default stream.
    mask
        Array of bool or integers, of the image's shape and on its device. Elements at which it is 0 get label 0 and
        connect nothing, whatever the criterion. Of the CUDA engines `cuda-fast` alone has masks. On a GPU bool and
        uint8 are read in place, and other integers made a mask by torch or CuPy.
    fill_holes
        Holes become foreground before components are labeled, counted and dropped: True: all; an int: those of up to so
        many elements. A hole is a component of the background without an element at the border, of which `periodic`
        axes have none; glccl.fill_holes() has its connectivity. For a foreground of two or three axes, without a mask.
        Of the CUDA engines `cuda-fast` alone fills holes.
    periodic
        Whether an axis is periodic, for all axes or a sequence with a bool for each: components that meet across its
        seam, where the last element is beside the first one, are one. Boxes and centroids stay those of the indices;
        the table also has them with the parts of a component side by side, and says which components cross a seam.
        `clear_border` looks at the axes that are not periodic. Of the CUDA engines `cuda-fast` alone has it.
    rows
        Of arrays on a GPU: the rows of the table, so that the call waits for nothing, also within CUDA graphs. Rows
        behind the last component are 0; components behind the last row have none, and `table.count` says how many there
        are. None: a row for each component.

    Returns
    -------
    labels, or the tuple (labels, num), (labels, table) or (labels, num, table)
        `labels` is `out`, or a new array of the kind of `image` and on its device, of uint32 (torch: int32) and in C
        order, that owns its memory. `num` is an int.

    Raises
    ------
    TypeError
        The dtype or the type of an argument is wrong.
    ValueError
        The shape, connectivity, criterion, engine or a limit of areas is wrong, labels do not fit `out`, or an engine's
        limit is passed.
    MemoryError
        There is no memory for the labels.
    Error
        The GPU failed or has no memory left, or there is none.
    """
    batch, return_num, table = flag_of(batch, "batch"), flag_of(return_num, "return_num"), flag_of(table, "table")
    members = members_of(
        {
            "min_area": min_area,
            "max_area": max_area,
            "largest": largest,
            "clear_border": clear_border,
            "border_width": border_width,
            "fill_holes": fill_holes,
        }
    )
    if is_traced(image, mask):
        if return_num or out is not None or stream is not None or (table and rows is None):
            raise ValueError(
                "within torch.compile and torch.vmap glccl.label() has neither return_num, out nor stream, and a table "
                "only with rows, which waits for nothing"
            )
        flags = flags_of(periodic, image.dim() - batch)
        return label_in_graph(
            image, connectivity, background, criterion, engine, batch, table, mask, members, flags, rows
        )
    image, spare = with_spare(image, batch)
    array = wrap(image)
    periodic = spare.flags(periodic, batch)
    target = spare.without(out)
    if mask is not None and spare.left_out:
        mask = spare.without(mask if hasattr(mask, "shape") else np.asarray(mask))
    request = Request(
        connectivity, background, criterion, engine, batch, members, return_num, table, mask, periodic,
        _rows_of(rows, table, array.device), spare.coordinates(batch),
    )
    labels, counts, tables = array.label(request, target, stream)
    labels = out if out is not None else spare.restored(labels)
    if not return_num and not table:
        return labels
    tables = [spare.restored_table(one, batch) if isinstance(one, Components) else one for one in tables]
    num: Any = None
    if return_num:
        num = np.array(counts, np.int64) if batch else counts[0]
    if not table:
        return labels, num
    measured = tables if batch else tables[0]
    return (labels, num, measured) if return_num else (labels, measured)


def _rows_of(rows: Any, table: bool, device: Optional[int]) -> Optional[int]:
    """The rows of a table on a GPU."""
    if rows is None:
        return None
    if device is None:
        raise ValueError("rows is for tables on a GPU, and the image is on the CPU: leave rows out")
    if not table:
        raise ValueError("rows is for tables: pass table=True, or leave rows out")
    number = int_of(rows, "rows")
    if not 1 <= number < 2**32:
        raise ValueError(f"rows is {number}: pass 1 to {2**32 - 1}")
    return number


def engines() -> Dict[str, Optional[str]]:
    """All engines by name, each with the reason why it cannot run here, or None if it can."""
    no_cuda = _core.why_no_cuda() or None
    reasons = {"vulkan": why_no_vulkan(), **{name: no_cuda for name in CUDA_ENGINES}}
    return {name: reasons.get(name) for name in CPU_ENGINES + CUDA_ENGINES}


@takes_keywords_of(label)
def reserve(
    image: Any, *, engine: str = "auto", batch: bool = False, mask: Any = None, table: bool = False,
    rows: Optional[int] = None, **asked: Unpack[Asked],
) -> None:
    """Reserve device memory for a label() of these arguments in the next CUDA graph.

    Memory cannot be allocated while a stream is being captured. So a capture with label() in it needs this call before
    it begins, with an array of the same shape, dtype and device, and the same other arguments. The graph then owns the
    memory, and the next capture needs the call again. Several calls before a capture with several label() in it reserve
    memory for the largest.

    Call it while no stream of the device is being captured. Raises as label() does; ValueError also for arrays on the
    CPU.
    """
    words = complete(reserve, asked)
    batch, table = flag_of(batch, "batch"), flag_of(table, "table")
    image, spare = with_spare(image, batch)
    array = wrap(image)
    request = Request(
        words["connectivity"], words["background"], words["criterion"], engine, batch, members_of(words),
        measured=table, mask=mask, periodic=spare.flags(words["periodic"], batch),
        rows=_rows_of(rows, table, array.device),
    )
    array.reserve(request)


def free_memory() -> None:
    """Free the device memory that label() keeps for its next calls, and what reserve() reserved.

    Waits for labelings that use it. CUDA graphs keep theirs. Do not call it while a stream is being captured. Closes
    the device of the engine `vulkan`, which its next labeling opens again.
    """
    close_device()
    if hasattr(_core, "free_cuda_memory"):
        _core.free_cuda_memory()


# Labelers do not outlive CUDA, and a device does not outlive the driver of Vulkan.
atexit.register(free_memory)
