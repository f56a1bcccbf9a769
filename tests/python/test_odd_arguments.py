"""Whatever is passed for an argument, it is taken, or refused by glccl itself: not by numpy, nanobind or Python."""

import inspect
import pathlib
import traceback

import glccl
import numpy as np
import pytest

MASK = np.zeros((6, 7), np.uint8)
MASK[2:4, 2:5] = 1
LABELS = glccl.label(MASK)


def read(first, planes):
    return MASK[first : first + planes]


#: The first arguments of each function. Each is then replaced, and each further argument is passed by name.
FUNCTIONS = {
    glccl.label: [MASK],
    glccl.reserve: [MASK],
    glccl.fill_holes: [MASK],
    glccl.contacts: [LABELS],
    glccl.select: [LABELS, (2, 2)],
    glccl.boundaries: [LABELS],
    glccl.lists: [LABELS],
    glccl.label_slabs: [read, MASK.shape],
    glccl.Tracker: [MASK.shape],
    glccl.foreground: [],
    glccl.difference: [1],
    glccl.ndimage.label: [MASK],
    glccl.ndimage.find_objects: [LABELS],
    **{getattr(glccl.ndimage, name): [MASK] for name in (
        "sum_labels", "mean", "variance", "standard_deviation", "center_of_mass", "minimum", "maximum",
        "minimum_position", "maximum_position", "extrema", "median",
    )},
    glccl.ndimage.value_indices: [LABELS],
    glccl.ndimage.labeled_comprehension: [MASK, LABELS, [1], lambda *arrays: 0, float, 0],
    glccl.skimage.label: [MASK],
    glccl.skimage.remove_small_objects: [MASK > 0],
    glccl.skimage.remove_small_holes: [MASK > 0],
    glccl.skimage.relabel_sequential: [LABELS],
    glccl.skimage.clear_border: [MASK],
    glccl.skimage.regionprops: [LABELS],
    glccl.skimage.regionprops_table: [LABELS],
    glccl.skimage.euler_number: [MASK],
    glccl.cc3d.connected_components: [MASK],
    glccl.cc3d.dust: [MASK, 2],
    glccl.cc3d.largest_k: [MASK, 2],
    glccl.cc3d.statistics: [LABELS],
    glccl.cc3d.contacts: [LABELS],
    glccl.cc3d.region_graph: [LABELS],
    glccl.cc3d.each: [LABELS],
    glccl.cv.connectedComponents: [MASK],
    glccl.cv.connectedComponentsWithAlgorithm: [MASK, 8, 4, 0],
    glccl.cv.connectedComponentsWithStats: [MASK],
    glccl.cv.connectedComponentsWithStatsWithAlgorithm: [MASK, 8, 4, 0],
}
ODD = [
    "x", b"1", [1], [], (1, 2), {}, None, 2.5, np.float64(2), np.nan, np.inf, 1j, -1, 2**31, 2**63, 10**30, -(10**30),
    np.True_, np.array([1, 2]), np.array("a"), np.zeros((2, 2, 2, 2)), object(),
]
#: Functions of the caller.
CALLED = {"read", "write"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: f"{function.__module__}.{function.__name__}")
def test_odd_arguments(function):
    given = FUNCTIONS[function]
    package = pathlib.Path(glccl.__file__).parent
    for place, name in enumerate(inspect.signature(function).parameters):
        for value in ODD if name not in CALLED else []:
            arguments = [value if i == place else one for i, one in enumerate(given)]
            try:
                function(*arguments, **({name: value} if place >= len(given) else {}))
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                told = f"{name}={value!r}: {type(error).__name__}: {error}"
                assert pathlib.Path(last.filename).is_relative_to(package), told
                assert "incompatible function" not in str(error), told
                assert str(error).isprintable(), told
