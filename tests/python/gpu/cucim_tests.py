"""A pytest plugin that runs the label tests of cuCIM, as installed, on glccl.label().

    python -m pytest -p cucim_tests --pyargs cucim.skimage.measure.tests.test_ccomp

Each test has to call it, so that none passes without testing anything. A test that cannot is skipped, for a reason
that stands here.
"""

import cucim.skimage.measure
import glccl
import numpy as np
import pytest

#: By number of axes: glccl's connectivity by the number of coordinates in which neighbours differ at most.
NEIGHBORS = {1: {1: 2}, 2: {1: 4, 2: 8}, 3: {1: 6, 2: 18, 3: 26}}

#: By name of a test: the reason why it is skipped.
SKIPPED = {
    "test_label_dtype_for_size": "tests a helper of cuCIM, not label()",
    "test_label_kernels_support_int64_output": "tests kernels of cuCIM, not label()",
}


def label(label_image, background=None, return_num=False, connectivity=None):
    """cucim.skimage.measure.label(), by glccl.label()."""
    axes = label_image.ndim
    if axes not in NEIGHBORS:
        raise NotImplementedError(f"{axes} axes")
    hops = axes if connectivity is None else connectivity
    if hops not in NEIGHBORS[axes]:
        raise ValueError(f"connectivity {hops}")
    labels, num = glccl.label(label_image, connectivity=NEIGHBORS[axes][hops], criterion="equal",
                              background=background or 0, return_num=True)
    labels = labels.astype(np.int32)
    return (labels, num) if return_num else labels


@pytest.fixture(autouse=True)
def replaced(request, monkeypatch):
    """Puts glccl in the place of cuCIM's function, and sees to it that the test calls it."""
    name = request.node.originalname
    if name in SKIPPED:
        pytest.skip(SKIPPED[name])
    calls = []

    def counted(*args, **kwargs):
        calls.append(args)
        return label(*args, **kwargs)

    model = cucim.skimage.measure.label
    monkeypatch.setattr(cucim.skimage.measure, "label", counted)
    if getattr(request.module, "label", None) is model:
        monkeypatch.setattr(request.module, "label", counted)
    yield
    assert calls, "this test does not call label()"
