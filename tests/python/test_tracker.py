"""glccl.Tracker against the rules, by counting in numpy."""

import concurrent.futures

import glccl
import numpy as np
import pytest


class Reference:
    """Follows components by brute force."""

    def __init__(self):
        self.before, self.ids, self.ages, self.last = None, [], [], 0

    def track(self, labels):
        num = int(labels.max())
        overlaps = np.zeros((num + 1, len(self.ids) + 1), int)
        if self.before is not None:
            np.add.at(overlaps, (labels.ravel(), self.before.ravel()), 1)
        overlaps = overlaps[1:, 1:]
        parents = [
            max((d for d in range(len(self.ids)) if row[d]), key=lambda d: (row[d], -self.ids[d]), default=None)
            for row in overlaps
        ]
        keepers = {}
        for c, d in enumerate(parents):
            if d is not None and (d not in keepers or overlaps[c, d] > overlaps[keepers[d], d]):
                keepers[d] = c
        dead = [d for d in range(len(self.ids)) if d not in keepers]
        ids, ages = [], []
        for c, d in enumerate(parents):
            keeps = d is not None and keepers[d] == c
            self.last += not keeps
            ids.append(self.ids[d] if keeps else self.last)
            ages.append(self.ages[d] + 1 if keeps else 1)
        heirs = [ids[int(np.argmax(overlaps[:, d]))] if num and overlaps[:, d].any() else 0 for d in dead]
        result = ids, ages, [self.ids[d] for d in dead], heirs, [0 if d is None else self.ids[d] for d in parents]
        self.before, self.ids, self.ages = labels.copy(), ids, ages
        return result


@pytest.mark.parametrize("shape", [(40, 60), (7, 20, 30)])
@pytest.mark.parametrize("dtype", [np.uint32, np.int64, np.uint8])
def test_tracks_follow_the_rules(shape, dtype):
    random = np.random.default_rng(1)
    tracker, reference = glccl.Tracker(shape), Reference()
    mask = random.random(shape) < 0.08
    for _ in range(6):
        labels = glccl.label(mask).astype(dtype)
        tracks = tracker.track(labels)
        ids, ages, dead, heirs, parents = reference.track(labels)
        assert tracks.id.tolist() == ids and tracks.age.tolist() == ages and tracks.parent.tolist() == parents
        assert tracks.dead.tolist() == dead and tracks.heir.tolist() == heirs
        np.testing.assert_array_equal(tracks.ids, np.array([0, *ids])[labels])
        assert tracks.births.tolist() == [age == 1 for age in ages] and len(tracks) == len(ids)
        mask ^= random.random(shape) < 0.03


def test_events():
    tracker = glccl.Tracker((1, 7), first_id=5)
    tracker.track(np.array([[1, 1, 0, 2, 2, 2, 0]]))
    merged = tracker.track(np.array([[1, 1, 1, 1, 1, 1, 1]]))
    assert merged.id.tolist() == [6] and merged.merges.all() and merged.dead.tolist() == [5]
    assert merged.heir.tolist() == [6] and merged.overlap.tolist() == [3] and merged.dead_age.tolist() == [1]
    parts = tracker.track(np.array([[1, 1, 0, 2, 2, 2, 2]]))
    assert parts.id.tolist() == [7, 6] and parts.splits.all() and parts.births.tolist() == [True, False]
    tracker.forget()
    fresh = tracker.track(np.array([[1, 1, 0, 2, 2, 2, 2]]))
    assert fresh.id.tolist() == [8, 9] and len(fresh.dead) == 0


@pytest.mark.parametrize(
    "error, message, labels",
    [
        (ValueError, r"the shape \(3, 2\), and this tracker is for \(2, 3\)", np.zeros((3, 2), int)),
        (TypeError, "an array of float64: pass integers", np.zeros((2, 3))),
        (ValueError, "labels from -1 to 0", np.array([[0, 0, 0], [0, -1, 0]])),
        (MemoryError, "a frame of 3 components cannot be followed: there are too many components", np.eye(3)[:2] * 3),
    ],
)
def test_labels_that_cannot_be_followed(error, message, labels):
    with pytest.raises(error, match=message):
        glccl.Tracker((2, 3), max_components=2).track(labels.astype(int) if "components" in message else labels)


@pytest.mark.parametrize(
    "error, message, shape, arguments",
    [
        (ValueError, r"the shape is \(4,\)", (4,), {}),
        (ValueError, "each side is 1 or more", (0, 4), {}),
        (ValueError, "max_components is 1 or more", (4, 4), {"max_components": 0}),
        (ValueError, "first_id is -1: pass a number of 32 bits", (4, 4), {"first_id": -1}),
        (MemoryError, "4194304 is the largest number", (4, 4), {"max_components": 5000000}),
    ],
)
def test_trackers_that_cannot_be(error, message, shape, arguments):
    with pytest.raises(error, match=message):
        glccl.Tracker(shape, **arguments)


def test_missing_labels_are_neither_born_nor_die():
    """The frames of a tracker that is given all labels, but for rows of zeros."""
    random = np.random.default_rng(4)
    dense, sparse = glccl.Tracker((30, 40)), glccl.Tracker((30, 40))
    for frame in range(6):
        labels, num = glccl.label(random.random((30, 40)) < 0.1 + 0.05 * frame, return_num=True)
        numbers = np.append(0, np.sort(random.permutation(3 * num)[:num]) + 1)
        expected, found = dense.track(labels), sparse.track(numbers[labels])
        assert len(found) == numbers[-1]
        for name in ("id", "age", "overlap", "events", "parent"):
            column = getattr(found, name)
            np.testing.assert_array_equal(column[numbers[1:] - 1], getattr(expected, name))
            assert np.count_nonzero(np.delete(column, numbers[1:] - 1)) == 0
        assert found.births.sum() == expected.births.sum()
        for name in ("dead", "dead_age", "heir", "ids"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))


def test_threads_take_turns():
    labels, num = glccl.label(np.random.default_rng(2).random((300, 400)) < 0.2, return_num=True)
    tracker, ages = glccl.Tracker(labels.shape), []

    def follow():
        for _ in range(12):
            tracks = tracker.track(labels)
            assert len(tracks) == num and len(tracks.dead) == 0 and (tracks.age == tracks.age[0]).all()
            ages.append(int(tracks.age[0]))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(follow) for _ in range(8)]:
            done.result()
    assert sorted(ages) == list(range(1, 97))
