"""glccl.contacts() against cc3d.contacts() and a search through all neighbours."""

import itertools
from collections import Counter

import cc3d
import glccl
import numpy as np
import pytest
from arrays import NEIGHBORS, lay_out
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

LABELS = numpy_st.arrays(
    st.sampled_from(["u1", "u2", "u4", "i4", "i8", "u8"]),
    numpy_st.array_shapes(min_dims=1, max_dims=3, max_side=9),
    elements=st.integers(0, 6),
)


def expected_of(labels, connectivity):
    """The lengths by pairs, from shifted views of the labels."""
    hops = {neighbors: hops for hops, neighbors in NEIGHBORS[labels.ndim].items()}[connectivity]
    lengths = Counter()
    for step in itertools.product((-1, 0, 1), repeat=labels.ndim):
        if step <= (0,) * labels.ndim or np.count_nonzero(step) > hops:
            continue
        own = labels[tuple(slice(max(-s, 0), None if s <= 0 else -s) for s in step)]
        other = labels[tuple(slice(max(s, 0), None if s >= 0 else s) for s in step)]
        for a, b in zip(own.ravel().tolist(), other.ravel().tolist()):
            if a != b and a != 0 and b != 0:
                lengths[min(a, b), max(a, b)] += 1
    return dict(lengths)


@given(LABELS, st.sampled_from(["C", "F", "reversed", "strided", "swapped", "read-only"]), st.data())
def test_contacts_are_those_of_all_neighbors(labels, layout, data):
    connectivity = data.draw(st.sampled_from(list(NEIGHBORS[labels.ndim].values())), label="connectivity")
    before = labels.copy()
    found = glccl.contacts(lay_out(labels, layout), connectivity=connectivity)
    assert found.as_dict() == expected_of(labels, connectivity)
    assert found.pairs.dtype == labels.dtype and found.lengths.dtype == np.uint64
    assert sorted(found.pairs.tolist()) == found.pairs.tolist()
    np.testing.assert_array_equal(labels, before)


@pytest.mark.parametrize("connectivity", [6, 18, 26])
@pytest.mark.parametrize("seed", range(20))
def test_contacts_are_those_of_cc3d(seed, connectivity):
    random = np.random.default_rng(seed)
    # Background around the labels: with 26 neighbours cc3d 4.1.1 counts some diagonals at the border twice.
    labels = np.pad(random.integers(0, 9, random.integers(2, 14, 3)), 1).astype(np.uint32)
    expected = cc3d.contacts(labels, connectivity=connectivity, surface_area=False)
    found = glccl.contacts(labels, connectivity=connectivity).as_dict()
    assert found == {tuple(map(int, pair)): int(length) for pair, length in expected.items()}


@pytest.mark.parametrize("connectivity", [4, 8])
def test_contacts_of_segments(connectivity):
    image = np.random.default_rng(1).integers(1, 4, (60, 80))
    labels = glccl.label(image, criterion="equal", connectivity=connectivity)
    assert glccl.contacts(labels, connectivity=connectivity).as_dict() == expected_of(labels, connectivity)
    assert len(glccl.contacts(glccl.label(image > 2, connectivity=connectivity), connectivity=connectivity).pairs) == 0


@pytest.mark.parametrize("dtype", [np.uint64, np.int64])
def test_labels_beyond_32_bits(dtype):
    large = 2**40
    labels = np.array([[large + 1, large + 1, 7], [0, 5, large]], dtype)
    found = glccl.contacts(labels, connectivity=4)
    assert found.as_dict() == {(5, large): 1, (5, large + 1): 1, (7, large): 1, (7, large + 1): 1}
    assert found.pairs.dtype == dtype


def test_no_elements():
    pairs, lengths = glccl.contacts(np.zeros((0, 4), np.uint16))
    assert pairs.shape == (0, 2) and lengths.shape == (0,)


@pytest.mark.parametrize(
    "error, message, labels, connectivity",
    [
        (ValueError, "the connectivity is 6: with 2 axes it is 4 or 8", np.zeros((2, 2), int), 6),
        (ValueError, "4 axes: pass one to three", np.zeros((2, 2, 2, 2), int), None),
        (ValueError, "from -1 on: pass labels from 0 on", np.array([[-1, 2]]), None),
        (TypeError, "of float64: pass integers", np.zeros((2, 2)), None),
        (TypeError, "of bool: pass integers", np.zeros((2, 2), bool), None),
    ],
)
def test_refusals(error, message, labels, connectivity):
    with pytest.raises(error, match=message):
        glccl.contacts(labels, connectivity=connectivity)


def test_labels_on_the_cpu_have_no_stream():
    with pytest.raises(ValueError, match="has no streams: leave stream out"):
        glccl.contacts(np.zeros((2, 2), int), stream=0)
