"""A pytest plugin that runs tests of scipy, as installed, on glccl's drop-ins. (Wheels of scikit-image have no tests
since 0.26: test_skimage.py compares with its functions.)

    python -m pytest -p others --pyargs scipy.ndimage.tests.test_measurements -k label

Each test has to call a drop-in, so that none passes without testing anything. A test that cannot is skipped, for a
reason that stands here.
"""

import functools

import glccl
import pytest
import scipy.ndimage

STRUCTURES = "has structures other than those of 4 and 8 neighbours, which glccl refuses"
MESSAGE = "compares the message of an exception"

#: By name of a test: the reason why it is skipped.
SKIPPED = {
    "test_label_structuring_elements": STRUCTURES,
    "test_value_indices02": MESSAGE,
}

#: The functions under test, and where tests look for them.
REPLACED = [(scipy.ndimage, name, getattr(glccl.ndimage, name)) for name in glccl.ndimage.__all__]


@pytest.fixture(autouse=True)
def drop_ins(request, monkeypatch):
    """Puts the drop-ins in place of their models, and sees to it that the test calls one."""
    name = request.node.originalname
    if name in SKIPPED:
        pytest.skip(SKIPPED[name])
    calls = []

    def counted(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            calls.append(function)
            return function(*args, **kwargs)

        return call

    for module, attribute, drop_in in REPLACED:
        model = getattr(module, attribute)
        monkeypatch.setattr(module, attribute, counted(drop_in))
        if getattr(request.module, attribute, None) is model:  # `from scipy.ndimage import label`
            monkeypatch.setattr(request.module, attribute, counted(drop_in))
    yield
    assert calls, "this test calls no drop-in: say why in SKIPPED"
