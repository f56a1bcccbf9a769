"""The drop-in for OpenCV against OpenCV: values, dtypes, return values."""

import cv2
import glccl
import numpy as np
import pytest
from arrays import assert_same, images
from hypothesis import given
from hypothesis import strategies as st


@given(images(dtypes=["u1", "i1"], axes=(2,)), st.sampled_from([4, 8]), st.sampled_from([cv2.CV_32S, cv2.CV_16U]))
def test_cv_connected_components_with_stats(image, connectivity, ltype):
    num, labels, stats, centroids = cv2.connectedComponentsWithStatsWithAlgorithm(
        np.ascontiguousarray(image), connectivity, ltype, cv2.CCL_WU
    )
    actual = glccl.cv.connectedComponentsWithStats(image, connectivity=connectivity, ltype=ltype)
    assert actual[0] == num
    assert_same(actual[1], labels)
    assert_same(actual[2], stats)
    assert actual[3].dtype == centroids.dtype
    np.testing.assert_allclose(actual[3], centroids, rtol=1e-12)


def test_cv_without_background():
    _, _, stats, centroids = glccl.cv.connectedComponentsWithStats(np.ones((2, 3), np.uint8))
    assert stats.tolist() == [[-1, 2**31 - 1, 0, 0, 0], [0, 0, 3, 2, 6]]
    assert np.isnan(centroids[0]).all()


def test_cv_given_results():
    image = np.array([[1, 0], [0, 0]], np.uint8)
    mine = np.empty((2, 2), np.int32), np.empty((2, 5), np.int32), np.empty((2, 2))
    for result, given_one in zip(glccl.cv.connectedComponentsWithStats(image, *mine)[1:], mine):
        assert result is given_one
    with pytest.raises(ValueError, match="stats is of int64"):
        glccl.cv.connectedComponentsWithStats(image, stats=np.empty((2, 5), np.int64))


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "uint16", dict(image=np.ones((2, 2), np.uint16))),
        (ValueError, "shape \\(2, 2, 2\\)", dict(image=np.ones((2, 2, 2), np.uint8))),
        (ValueError, "shape \\(0, 2\\)", dict(image=np.ones((0, 2), np.uint8))),
        (ValueError, "connectivity is 6", dict(image=np.ones((2, 2), np.uint8), connectivity=6)),
        (ValueError, "ltype is 5", dict(image=np.ones((2, 2), np.uint8), ltype=5)),
        (ValueError, "does not hold 80000",
         dict(image=(np.indices((400, 400)).sum(0) % 2).astype(np.uint8), connectivity=4, ltype=cv2.CV_16U)),
    ],
)
def test_cv_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.cv.connectedComponentsWithStats(**arguments)


@given(images(dtypes=["u1", "i1"], axes=(2,)), st.sampled_from([4, 8]), st.sampled_from([cv2.CV_32S, cv2.CV_16U]))
def test_cv_connected_components(image, connectivity, ltype):
    contiguous = np.ascontiguousarray(image)
    num, labels = cv2.connectedComponentsWithAlgorithm(contiguous, connectivity, ltype, cv2.CCL_WU)
    for actual in (
        glccl.cv.connectedComponents(image, connectivity=connectivity, ltype=ltype),
        glccl.cv.connectedComponentsWithAlgorithm(image, connectivity, ltype, cv2.CCL_SPAGHETTI),
    ):
        assert actual[0] == num
        assert_same(actual[1], labels)
    # The default algorithm of OpenCV labels the same components.
    assert cv2.connectedComponents(contiguous, connectivity=connectivity, ltype=ltype)[0] == num
    with_stats = glccl.cv.connectedComponentsWithStatsWithAlgorithm(image, connectivity, ltype, cv2.CCL_DEFAULT)
    plain = glccl.cv.connectedComponentsWithStats(image, connectivity=connectivity, ltype=ltype)
    for one, other in zip(with_stats, plain):
        np.testing.assert_array_equal(one, other)


def test_cv_given_labels():
    image, mine = np.array([[1, 0], [0, 0]], np.uint8), np.empty((2, 2), np.int32)
    assert glccl.cv.connectedComponents(image, mine)[1] is mine
    assert glccl.cv.connectedComponentsWithAlgorithm(image, 8, cv2.CV_32S, cv2.CCL_WU, mine)[1] is mine
    with pytest.raises(ValueError, match="ccltype is 6: pass one of OpenCV's, -1 to 5"):
        glccl.cv.connectedComponentsWithStatsWithAlgorithm(image, 8, cv2.CV_32S, 6)
