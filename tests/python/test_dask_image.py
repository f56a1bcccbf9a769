"""The drop-in for dask-image against dask-image: the same components, dtypes and numbers of components."""

import glccl
import numpy as np
import pytest
import scipy.ndimage

dask = pytest.importorskip("dask", reason="dask is not installed")
da = pytest.importorskip("dask.array", reason="dask is not installed")
ndmeasure = pytest.importorskip("dask_image.ndmeasure", reason="dask-image is not installed")

CASES = [
    ((15, 16), (15, 16), 1, None),
    ((15, 16), (4, 5), 2, None),
    ((15, 16), (8, 5), None, None),
    ((10, 8, 6), (5, 4, 3), 2, None),
    ((10, 8, 6), (5, 4, 3), 3, None),
    ((15, 16), (4, 5), 1, (0,)),
    ((15, 16), (4, 5), 1, (1,)),
    ((15, 16), (4, 5), 1, (0, 1)),
    ((10, 8, 6), (5, 4, 3), 1, (0, 2)),
    ((10, 1, 8, 6), (5, 1, 4, 3), 2, None),
]


@pytest.mark.parametrize("shape, chunks, hops, wrap_axes", CASES)
def test_dask_image_label(shape, chunks, hops, wrap_axes):
    for seed in range(3):
        image = np.random.default_rng(seed).random(shape) < 0.4
        array = da.from_array(image, chunks=chunks)
        structure = None if hops is None else scipy.ndimage.generate_binary_structure(image.ndim, hops)
        expected, count = ndmeasure.label(array, structure, wrap_axes=wrap_axes)
        labels, num = glccl.dask_image.label(array, structure, wrap_axes=wrap_axes)
        assert labels.shape == expected.shape and labels.dtype == expected.dtype and num.dtype == count.dtype
        labels, num, expected, count = dask.compute(labels, num, expected, count)
        assert labels.dtype == expected.dtype and num == count
        pairs = np.unique(np.stack((labels.ravel(), expected.ravel())), axis=1)
        assert pairs.shape[1] == len(np.unique(labels)) == len(np.unique(expected))
        if wrap_axes is None:
            np.testing.assert_array_equal(labels, scipy.ndimage.label(image, structure)[0])


def test_dask_image_label_of_an_array_of_numpy():
    labels, num = glccl.dask_image.label(np.array([[1, 0, 2]]))
    assert labels.compute().tolist() == [[1, 0, 2]] and int(num) == 2


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "wrap_axes has the axis 2: the image has axes 0 to 1", {"wrap_axes": (2,)}),
        (TypeError, "an axis of wrap_axes is a str: pass numbers of axes", {"wrap_axes": "0"}),
        (ValueError, "no labeling with the structure", {"structure": np.zeros((3, 3))}),
        (RuntimeError, "the structure has 1 axes", {"structure": np.ones(3)}),
    ],
)
def test_dask_image_label_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.dask_image.label(da.zeros((3, 3)), **arguments)
