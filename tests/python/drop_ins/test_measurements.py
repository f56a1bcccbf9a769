"""The measurement functions of glccl.ndimage against those of scipy: values, dtypes, return types, warnings."""

import warnings

import glccl
import numpy as np
import pytest
import scipy.ndimage
from arrays import LAYOUTS, lay_out, native
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

SUMS = ["sum", "sum_labels", "mean", "variance", "standard_deviation", "center_of_mass"]
EXTREMES = ["minimum", "maximum", "minimum_position", "maximum_position", "extrema"]
DTYPES = ["?", "u1", "i2", "u4", "i8", "u8", "f4", "f8"]


@st.composite
def inputs(draw, dtypes=tuple(DTYPES), distinct=False):
    """An image, labels of any kind, and an index."""
    shape = draw(numpy_st.array_shapes(min_dims=1, max_dims=4, max_side=6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    if distinct:
        image = rng.permutation(int(np.prod(shape))).reshape(shape)
    else:
        image = rng.integers(0 if dtype.kind in "bu" else -9, 9, shape)
    image = image.astype(dtype) / dtype.type(4 if dtype.kind == "f" else 1)
    image = lay_out(image.astype(dtype), draw(st.sampled_from(LAYOUTS)))
    numbers = [[0, 1, 2, 3], [0, 2, 7], [1], [0], [-3, 0, 5], [0, 10**6, 3]][draw(st.integers(0, 5))]
    label_dtype = draw(st.sampled_from(["?", "u1", "i4", "i8", "u8", "f8"]))
    if min(numbers) < 0 and label_dtype[0] in "?u" or max(numbers) > 255 and label_dtype in "?u1":
        label_dtype = "i8"
    labels = lay_out(rng.choice(numbers, shape).astype(label_dtype), draw(st.sampled_from(LAYOUTS)))
    index = draw(st.sampled_from([None, 1, np.int64(2), [1, 2], [], np.arange(-1, 9), [[3, 10**6], [0, 5]], (7, 7)]))
    return image, draw(st.sampled_from([labels, labels, None])), index


def outcome(function, *arguments):
    """What a function returns, and the categories of its warnings; or its exception."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = function(*arguments)
        except (ValueError, IndexError) as error:
            return type(error), set()
    return result, {one.category for one in caught}


def assert_alike(actual, expected):
    """Types and dtypes too."""
    assert type(actual) is type(expected)
    if isinstance(expected, (tuple, list)):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected):
            assert_alike(one, other)
    elif isinstance(expected, (np.ndarray, np.generic)):
        assert actual.dtype == expected.dtype and actual.shape == expected.shape
        np.testing.assert_allclose(actual, expected, rtol=1e-6 if actual.dtype == np.float32 else 1e-12, atol=1e-12)
    else:
        assert actual == expected


def check(names, image, labels, index):
    for name in names:
        model = None if labels is None else native(labels)
        expected = outcome(getattr(scipy.ndimage, name), native(image), model, index)
        actual = outcome(getattr(glccl.ndimage, name), image, labels, index)
        if expected[0] is ValueError:
            assert actual[0] is ValueError, name
            continue
        assert_alike(actual[0], expected[0])
        assert actual[1] <= expected[1], name  # scipy's are also of labels that nobody asked for


@given(inputs())
def test_sums(drawn):
    image, labels, index = drawn
    check(SUMS[:-1], *drawn)
    check(["center_of_mass"], image, labels, np.ravel(index) if np.ndim(index) == 2 else index)


def test_labels_that_no_element_has():
    image, labels = np.ones((2, 3)), np.zeros((2, 3), int)
    assert glccl.ndimage.sum(image, labels, [[1], [0]]).tolist() == [[0], [6]]
    for function in (glccl.ndimage.mean, glccl.ndimage.variance, glccl.ndimage.center_of_mass):
        for index in (1, [1]):
            with pytest.warns(RuntimeWarning):
                assert np.isnan(function(image, labels, index)).all()


@given(inputs(dtypes=("u2", "i4", "f4", "f8"), distinct=True))
def test_extremes(drawn):
    check(EXTREMES, *drawn)


@given(inputs())
def test_extremes_of_equal_elements(drawn):
    """Positions are those of the first one, which scipy's are for one group."""
    image, labels, index = drawn
    check(["minimum", "maximum"], *drawn)
    if labels is None or index is None or np.isscalar(index):
        check(EXTREMES, *drawn)
        return
    for name in ("minimum", "maximum"):
        positions = getattr(glccl.ndimage, name + "_position")(image, labels, index)
        for label, position in zip(np.ravel(index), positions):
            if (labels == label).any():
                assert position == getattr(scipy.ndimage, name + "_position")(native(image), native(labels), label)
            else:
                assert position == (0,) * image.ndim


@given(inputs())
def test_median(drawn):
    image, labels, index = drawn
    if labels is not None and index is not None and not np.isscalar(index):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = [scipy.ndimage.median(native(image), native(labels), label) for label in np.ravel(index)]
        found = glccl.ndimage.median(image, labels, index)
        dtype = native(image).dtype if image.dtype.kind == "f" else np.dtype(np.float64)
        assert found.shape == np.shape(index) and found.dtype == dtype
        np.testing.assert_array_equal(found.ravel(), np.array(expected, found.dtype))
    else:
        check(["median"], *drawn)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_nan_and_infinities(dtype):
    image = np.array([[np.nan, 1, 2], [np.inf, -np.inf, 0], [np.nan, np.nan, 5]], dtype)
    labels = np.array([[1, 1, 1], [2, 2, 3], [4, 4, 3]])
    check(SUMS + EXTREMES[:2] + ["median"], image, labels, [1, 2, 3, 4, 5][:4])
    check(SUMS + EXTREMES[:2] + ["median"], image, labels, 1)
    assert glccl.ndimage.minimum_position(image, labels, [1, 2, 3, 4]) == [(0, 1), (1, 1), (1, 2), (2, 0)]
    assert glccl.ndimage.maximum_position(image, labels, [1, 2, 3, 4]) == [(0, 0), (1, 0), (2, 2), (2, 0)]
    assert glccl.ndimage.minimum_position(image, labels, 1) == (0, 0)  # scipy raises IndexError


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_large_labels_and_values(dtype):
    large = np.iinfo(dtype).max
    labels = np.array([[large, large - 1, 3], [large, large - 1, 0]], dtype)
    image = np.array([[5, 1, 2], [7, 9, 4]], np.int64)
    index = np.array([large, large - 1, large - 2, 3, 4], dtype)
    assert glccl.ndimage.sum_labels(image, labels, index).tolist() == [12, 10, 0, 2, 0]
    assert glccl.ndimage.maximum(image, labels, index).tolist() == [7, 9, 0, 2, 0]
    assert glccl.ndimage.minimum(labels, labels > 0, [1, 0]).tolist() == [3, 0]
    assert glccl.ndimage.minimum(image, labels, [-1, 3]).tolist() == [0, 2]
    assert glccl.ndimage.sum(image, labels, [3.0, 2.5, np.nan]).tolist() == [2, 0, 0]


def test_an_input_without_elements():
    image, labels = np.zeros((0, 3)), np.zeros((0, 3), int)
    assert glccl.ndimage.sum(image, labels, [1, 2]).tolist() == [0, 0]
    assert glccl.ndimage.maximum(image, labels, [1, 2]).tolist() == [0, 0]
    assert glccl.ndimage.value_indices(labels) == {}
    for name in EXTREMES:
        with pytest.raises(ValueError, match="no element has such a label: there is no m"):
            getattr(glccl.ndimage, name)(image, labels)
    with pytest.raises(ValueError, match="no element has such a label: there is no minimum"):
        glccl.ndimage.minimum_position(image, labels, [1])


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning:scipy")
def test_labels_are_broadcast():
    image, labels = np.arange(12.0).reshape(3, 4), np.array([0, 1, 1, 5])
    for name in SUMS + ["minimum", "maximum", "median"]:
        assert_alike(getattr(glccl.ndimage, name)(image, labels, [1, 5]),
                     getattr(scipy.ndimage, name)(image, labels, [1, 5]))
    assert glccl.ndimage.maximum_position(image, labels, [1, 5]) == [(2, 2), (2, 3)]
    assert glccl.ndimage.sum(3, [[0, 1], [1, 1]], [1]).tolist() == [9]


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "the input is of complex128: pass bool, integers or floats", ([1j],)),
        (TypeError, "the labels are of complex128: pass integers", ([1], [1j])),
        (TypeError, "the index is an array of object: pass labels", ([1], [1], [2**70])),
        (ValueError, r"the labels have the shape \(3,\), and the input \(2,\)", ([1, 2], [1, 2, 3])),
    ],
)
def test_refused(error, message, arguments):
    for name in SUMS + EXTREMES + ["median"]:
        with pytest.raises(error, match=message):
            getattr(glccl.ndimage, name)(*arguments)


@given(numpy_st.arrays(st.sampled_from(["u1", "i2", "i4", "i8", "u8"]), numpy_st.array_shapes(max_dims=4, max_side=5),
                       elements=st.integers(0, 6)), st.sampled_from([None, 0, 3]), st.sampled_from(LAYOUTS))
def test_value_indices(values, ignored, layout):
    if values.dtype.kind == "i":
        values = values - values.dtype.type(3)
    expected = scipy.ndimage.value_indices(values, ignore_value=ignored)
    actual = glccl.ndimage.value_indices(lay_out(values, layout), ignore_value=ignored)
    assert list(actual) == list(expected)
    for (key, indices), (model, wanted) in zip(actual.items(), expected.items()):
        assert type(key) is type(model)
        assert_alike(indices, wanted)


def test_value_indices_of_a_number():
    assert glccl.ndimage.value_indices(np.array(3)) == scipy.ndimage.value_indices(np.array(3)) == {3: ()}
    with pytest.raises(ValueError, match="float64: pass integers"):
        glccl.ndimage.value_indices([0.5])


@given(inputs())
def test_labeled_comprehension(drawn):
    image, labels, index = drawn
    if index is not None and np.ndim(index) > 1:
        index = np.ravel(index)
    if labels is not None and index is not None and (np.size(index) == 0 or labels.dtype.kind in "bu"):
        index = [1, 1]  # others scipy refuses
    for with_positions in (False, True):
        seen = []

        def total(values, positions=None, seen=seen):
            seen.append(None if positions is None else np.sort(positions).tolist())
            return np.sort(values).sum(dtype=float)

        arguments = (index, total, float, -7, with_positions)
        model = None if labels is None else native(labels)
        expected = outcome(scipy.ndimage.labeled_comprehension, native(image), model, *arguments)
        calls, seen[:] = sorted(seen, key=str), []
        actual = outcome(glccl.ndimage.labeled_comprehension, image, labels, *arguments)
        assert_alike(actual[0], expected[0])
        assert sorted(seen, key=str) == calls
