"""What is done with labels in device memory: masks, measures, boundaries, selections, lists and tracks are those of the
same calls on the CPU.
"""

import glccl
import libraries
import numpy as np
import pytest
from test_arrays import lay_out, put, same_table, values

SHAPES = [(37,), (13, 41), (5, 9, 13)]


def labels_of(shape, seed=0, density=0.4):
    return glccl.label(np.random.default_rng(seed).random(shape) < density)


def check(library, array, expected, dtype=None):
    library.check(array)
    found = library.numpy(array)
    assert found.dtype == (dtype or library.labels)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("layout", ["C", "cropped"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int32"])
def test_mask(library, dtype, shape, layout):
    image = values("uint8", shape)
    mask = lay_out(values(dtype, shape, 1), layout)
    array, on_gpu = put(library, image), put(library, mask)
    if dtype == "int32" and not library.computes:
        with pytest.raises(TypeError, match="of int32: pass one of bool or uint8"):
            glccl.label(array, mask=on_gpu)
        return
    for arguments in (dict(), dict(criterion=glccl.foreground(inverted=True)), dict(criterion="equal", min_area=2)):
        labels, num, table = glccl.label(array, mask=on_gpu, return_num=True, table=True, **arguments)
        expected, count, columns = glccl.label(image, mask=mask, return_num=True, table=True, **arguments)
        check(library, labels, expected)
        assert num == count
        same_table(library, table, columns)


def test_mask_of_a_batch(library):
    images, mask = values("uint8", (5, 13, 21)), lay_out(values("bool", (5, 13, 21), 1), "cropped")
    labels = glccl.label(put(library, images), mask=put(library, mask), batch=True)
    check(library, labels, glccl.label(images, mask=mask, batch=True))


def test_reserve_with_a_mask(library):
    image, mask = values("uint8", (13, 21)), values("bool", (13, 21), 1)
    glccl.reserve(put(library, image), mask=put(library, mask))
    check(library, glccl.label(put(library, image), mask=put(library, mask)), glccl.label(image, mask=mask))


@pytest.mark.parametrize(
    "error, message, mask, arguments",
    [
        (ValueError, "mask has the shape \\(2, 3\\), and the image \\(2, 2\\)", np.ones((2, 3), bool), {}),
        (TypeError, "mask's dtype is float32: pass bool or integers", np.ones((2, 2), np.float32), {}),
        (ValueError, "cuda-stava has no mask", np.ones((2, 2), bool), {"engine": "cuda-stava"}),
    ],
)
def test_bad_masks(library, error, message, mask, arguments):
    with pytest.raises(error, match=message):
        glccl.label(put(library, np.ones((2, 2), np.uint8)), mask=put(library, mask), **arguments)


def test_a_mask_on_the_other_device(library):
    image, mask = np.ones((2, 2), np.uint8), np.ones((2, 2), bool)
    if not library.computes:
        return
    with pytest.raises(ValueError, match="the mask is on the CPU, and the image on a GPU"):
        glccl.label(put(library, image), mask=mask)
    with pytest.raises(ValueError, match="the mask is on a GPU, and the image on the CPU"):
        glccl.label(image, mask=put(library, mask))


@pytest.mark.parametrize("layout", ["C", "cropped"])
@pytest.mark.parametrize("shape", SHAPES)
def test_boundaries(library, shape, layout):
    labels = lay_out(labels_of(shape), layout)
    array = put(library, labels.astype(library.labels) if layout == "C" else labels)
    for connectivity in {1: [None, 2], 2: [None, 4], 3: [None, 6, 18]}[len(shape)]:
        check(library, glccl.boundaries(array, connectivity=connectivity),
              glccl.boundaries(labels, connectivity=connectivity), "bool")


@pytest.mark.parametrize("layout", ["C", "cropped"])
@pytest.mark.parametrize("shape", SHAPES)
def test_contacts(library, shape, layout):
    some = np.random.default_rng(4).integers(0, 40, shape).astype("uint32")
    labels = lay_out(some, layout)
    array = put(library, labels.astype(library.labels) if layout == "C" else labels)
    for connectivity in {1: [None, 2], 2: [None, 4], 3: [None, 6, 18]}[len(shape)]:
        same_contacts(library, glccl.contacts(array, connectivity=connectivity),
                      glccl.contacts(labels, connectivity=connectivity))
    none = glccl.contacts(put(library, np.zeros(shape, library.labels)))
    assert tuple(none.pairs.shape) == (0, 2) and none.as_dict() == {}


def same_contacts(library, found, expected):
    pairs, lengths = (library.numpy(one) for one in found)
    for one in found:
        library.check(one)
    np.testing.assert_array_equal(pairs, expected.pairs)
    np.testing.assert_array_equal(lengths, expected.lengths)
    assert pairs.dtype.itemsize == 4 and lengths.dtype == library.sums_of_rows
    assert found.numpy().lengths.dtype == np.uint64 and found.as_dict() == expected.as_dict()


def test_more_contacts_than_the_first_regions_have_room_for(library):
    labels = np.random.default_rng(5).integers(0, 2**31, (70, 90)).astype("uint32")
    expected = glccl.contacts(labels)
    assert len(expected.pairs) > 2**14
    for _ in range(2):
        same_contacts(library, glccl.contacts(put(library, labels)), expected)


@pytest.mark.parametrize(
    "message, shape, connectivity",
    [("the connectivity is 6: with 2 axes it is 4 or 8", (2, 2), 6), ("one to three", (2, 2, 2, 2), None)],
)
def test_contacts_refuse(library, message, shape, connectivity):
    with pytest.raises(ValueError, match=message):
        glccl.contacts(put(library, np.zeros(shape, library.labels)), connectivity=connectivity)


@pytest.mark.parametrize("shape", SHAPES)
def test_selections(library, shape):
    labels = labels_of(shape)
    array = put(library, labels)
    middle = [side // 2 for side in shape]
    cases = [[], [[0] * len(shape)], middle, [[-1] * len(shape), middle, [side - 1 for side in shape], middle, shape]]
    cases.append(np.random.default_rng(3).integers(0, np.array(shape), (300, len(shape))))
    for seeds in cases:
        selection, found = glccl.select(array, seeds, return_found=True)
        expected, numbers = glccl.select(labels, seeds, return_found=True)
        check(library, selection, expected)
        np.testing.assert_array_equal(found, numbers)
        check(library, glccl.select(array, seeds), expected)
    with pytest.raises(ValueError, match="65537 seeds"):
        glccl.select(array, np.zeros((65537, len(shape)), int))


@pytest.mark.parametrize("shape", [*SHAPES, (120, 130)])
def test_lists(library, shape):
    some = labels_of(shape)
    for labels in (some, glccl.label(values("uint8", shape), criterion="equal", background=None), np.zeros_like(some)):
        lists = glccl.lists(put(library, labels))
        expected = glccl.lists(labels)
        check(library, lists.offsets, expected.offsets)
        check(library, lists.places, expected.places)
        assert len(lists) == len(expected)


def test_lists_one_by_one():
    library = libraries.get("torch")
    if not hasattr(library.module.Tensor, "__getitem__") or libraries.fakes.MODULE is not None:
        pytest.skip("the fake has no slices")
    labels = labels_of((13, 41))
    for places, expected in zip(glccl.lists(put(library, labels)), glccl.lists(labels)):
        np.testing.assert_array_equal(library.numpy(places), expected)


@pytest.mark.parametrize("shape", [(40, 60), (5, 20, 30)])
def test_tracks(library, shape):
    random = np.random.default_rng(1)
    on_gpu, on_cpu = glccl.Tracker(shape), glccl.Tracker(shape)
    mask = random.random(shape) < 0.08
    frames = []
    for frame in range(6):
        if frame == 4:
            on_gpu.forget()
            on_cpu.forget()
        labels = glccl.label(mask)
        found, expected = on_gpu.track(put(library, labels)), on_cpu.track(labels)
        same_tracks(library, found, expected)
        frames.append((found, expected))
        mask ^= random.random(shape) < 0.03
    for found, expected in frames:  # which later frames have not written to
        same_tracks(library, found, expected)


TRACKS = ["id", "age", "overlap", "events", "parent", "dead", "dead_age", "heir"]


def same_tracks(library, found, expected):
    check(library, found.ids, expected.ids)
    on_cpu = found.numpy()
    assert len(found) == len(expected) and on_cpu.ids is found.ids
    for name in TRACKS:
        check(library, getattr(found, name), getattr(expected, name), library.labels_of_rows)
        assert getattr(on_cpu, name).dtype == np.uint32
        np.testing.assert_array_equal(getattr(on_cpu, name), getattr(expected, name))
    for name in ("births", "splits", "merges") if library.computes else ():
        np.testing.assert_array_equal(library.numpy(getattr(found, name)), getattr(expected, name))


def test_tracks_of_frames_without_components(library):
    """The columns have no numbers, then one death."""
    tracker = glccl.Tracker((2, 3))
    for labels, lengths in ((0, (0, 0)), (1, (1, 0)), (0, (0, 1)), (0, (0, 0))):
        tracks = tracker.track(put(library, np.full((2, 3), labels, np.uint32)))
        assert tuple(library.numpy(getattr(tracks, name)).size for name in ("id", "dead")) == lengths
        assert len(tracks.numpy().heir) == lengths[1]


def test_missing_labels_are_neither_born_nor_die(library):
    random = np.random.default_rng(4)
    on_gpu, on_cpu = (glccl.Tracker((30, 40), max_components=2000) for _ in range(2))
    for frame in range(6):
        labels, num = glccl.label(random.random((30, 40)) < 0.1 + 0.05 * frame, return_num=True)
        most = 3 * num if frame != 3 else num  # a frame without gaps between others
        numbers = np.append(0, np.sort(random.permutation(most)[:num]) + 1).astype(np.uint32)
        found, expected = on_gpu.track(put(library, numbers[labels])), on_cpu.track(numbers[labels])
        same_tracks(library, found, expected)
        with pytest.raises(MemoryError, match="a frame of 2001 components cannot be followed"):
            glccl.Tracker((1, 2), max_components=2000).track(put(library, np.array([[7, 2001]], np.uint32)))


def test_tracks_that_cannot_be(library):
    labels = np.zeros((2, 3), np.uint32)
    tracker = glccl.Tracker((2, 3), max_components=2)
    with pytest.raises(ValueError, match="the shape \\(3, 2\\), and this tracker is for \\(2, 3\\)"):
        tracker.track(put(library, labels.reshape(3, 2)))
    with pytest.raises(TypeError, match="of uint8: on a GPU pass one of int32 or uint32"):
        tracker.track(put(library, labels.astype(np.uint8)))
    tracker.track(put(library, labels))
    with pytest.raises(ValueError, match="labels are on the CPU, and this tracker follows labels on CUDA device 0"):
        tracker.track(labels)
    with pytest.raises(MemoryError, match="a frame of 3 components cannot be followed: there are too many components"):
        tracker.track(put(library, np.array([[1, 0, 2], [0, 3, 0]], np.uint32)))


COLUMNS = ["label", "area", "num_pixels", "area_bbox", "extent", "bbox", "centroid", "slice", "euler_number",
           "inertia_tensor", "inertia_tensor_eigvals", "axis_major_length", "axis_minor_length"]
OF_IMAGES = ["eccentricity", "orientation", "perimeter_crofton"]
INTENSITIES = ["intensity_mean", "intensity_min", "intensity_max", "intensity_std", "centroid_weighted"]


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "int8", "int16", "int32"])
@pytest.mark.parametrize("shape", [(23, 41), (5, 9, 13)])
def test_measures(library, shape, dtype):
    """Labels with several components, gaps between numbers, and negative ones."""
    pool = np.array([0, 0, 1, 1, 2, 7, 100, -3 if dtype[0] == "i" else 200], np.int64)
    labels = np.random.default_rng(2).choice(pool, shape).astype(dtype)
    array = put(library, labels)
    properties = COLUMNS + (OF_IMAGES if len(shape) == 2 else [])
    same_columns(library, glccl.skimage.regionprops_table(array, properties=properties),
                 glccl.skimage.regionprops_table(labels, properties=properties))
    for kind in ("bool", "uint8", "int16", "uint32", "float16", "float32"):
        intensity = (np.random.default_rng(3).random(shape) * 90 - 30 * (kind[0] in "if")).astype(kind)
        beside = put(library, lay_out(intensity, "cropped"))
        wanted = ["label", *INTENSITIES]
        found = glccl.skimage.regionprops_table(array, properties=wanted, intensity_image=beside)
        expected = glccl.skimage.regionprops_table(labels, properties=wanted, intensity_image=intensity)
        if kind[0] != "f":
            same_columns(library, found, expected)
            continue
        # The parts of a label have scales of their own, and so other errors than the whole.
        assert list(found) == list(expected)
        for name, column in expected.items():
            exact = name in ("label", "intensity_min", "intensity_max")
            np.testing.assert_allclose(library.numpy(found[name]), column, rtol=0 if exact else 2.0**-20,
                                       atol=0 if exact else 1e-6)


#: Properties that a GPU computes by functions of its own: roots, angles, eigenvalues.
ROUNDED = ("axis_major_length", "axis_minor_length", "eccentricity", "orientation", "inertia_tensor",
           "perimeter_crofton", "intensity_std")


def same_columns(library, found, expected):
    assert list(found) == list(expected)
    for name, column in expected.items():
        if name == "slice":
            assert found[name].tolist() == column.tolist()
            continue
        library.check(found[name])
        on_cpu = library.numpy(found[name])
        assert on_cpu.dtype == column.dtype
        if name.startswith(ROUNDED):
            np.testing.assert_allclose(on_cpu, column, rtol=1e-12, atol=1e-12)
        else:
            np.testing.assert_array_equal(on_cpu, column)  # bit for bit


@pytest.mark.parametrize("shape", [(150, 170), (13, 30, 40)])
def test_measures_of_many_components(library, shape):
    """Labels of one component each, and classes of thousands."""
    properties = COLUMNS + (OF_IMAGES if len(shape) == 2 else [])
    mask = np.random.default_rng(4).random(shape) < 0.3
    ascending = glccl.label(mask).astype(np.int32)
    classes = ascending * 7919 % 5
    grey = np.random.default_rng(5).integers(0, 200, shape).astype(np.uint8)
    for labels in (ascending, classes, np.flip(ascending).copy(), classes[:1].copy()):
        beside = grey[: len(labels)].copy()
        same_columns(library, glccl.skimage.regionprops_table(
                         put(library, labels), put(library, beside), [*properties, *INTENSITIES], separator="/"),
                     glccl.skimage.regionprops_table(labels, beside, [*properties, *INTENSITIES], separator="/"))


def test_measures_of_nothing(library):
    for shape in ((0, 3), (4, 4)):
        labels = np.zeros(shape, np.int32)
        same_columns(library, glccl.skimage.regionprops_table(put(library, labels), properties=COLUMNS + OF_IMAGES),
                     glccl.skimage.regionprops_table(labels, properties=COLUMNS + OF_IMAGES))


@pytest.mark.parametrize(
    "error, message, labels, intensity",
    [
        (TypeError, "of int64: on a GPU pass integers of up to 32", np.ones((2, 2), np.int64), None),
        (TypeError, "of float32: pass labels", np.ones((2, 2), np.float32), None),
        (TypeError, "has 1 axes", np.ones(2, np.int32), None),
        (ValueError, "intensity image has the shape \\(2, 3\\)", np.ones((2, 2), np.int32), np.ones((2, 3), np.uint8)),
        (TypeError, "of int64: on a GPU pass", np.ones((2, 2), np.int32), np.ones((2, 2), np.int64)),
    ],
)
def test_bad_measures(library, error, message, labels, intensity):
    beside = None if intensity is None else put(library, intensity)
    properties = ["label"] if intensity is None else ["intensity_mean"]
    with pytest.raises(error, match=message):
        glccl.skimage.regionprops_table(put(library, labels), properties=properties, intensity_image=beside)


def test_intensities_of_every_magnitude(library):
    """Parts of a label that are not connected may have other scales than it has as a whole."""
    labels = np.array([[1, 1, 2, 0, 3, 4, 0, 1], [1, 1, 2, 0, 3, 4, 0, 2]], np.int32)
    rows = [[1e-30, 2e-30, 5, np.nan, np.inf, np.nan, 0, 3e30], [3e-30, 0, 7, 0, 1, 2, 0, -1e-20]]
    image = np.array(rows, np.float32)
    names = ["label", "intensity_mean", "intensity_min", "intensity_max", "intensity_std"]
    table = glccl.skimage.regionprops_table(put(library, labels), properties=names, intensity_image=put(library, image))
    expected = glccl.skimage.regionprops_table(labels, properties=names, intensity_image=image)
    for name in names:
        np.testing.assert_allclose(library.numpy(table[name]), expected[name], rtol=2.0**-29)


def test_labels_of_other_dtypes(library):
    labels = put(library, np.ones((2, 2), np.uint8))
    for call in (glccl.boundaries, glccl.lists, glccl.contacts, lambda array: glccl.select(array, (0, 0))):
        with pytest.raises(TypeError, match="labels are an array of uint8: on a GPU pass one of int32 or uint32"):
            call(labels)


def test_streams(library):
    """A stream of the caller's; regions that are kept serve several streams."""
    if not library.computes:
        return
    labels = labels_of((30, 40))
    array = put(library, labels)
    cuda = library.module.cuda
    tracker, frames = glccl.Tracker((30, 40)), []
    for stream in (cuda.Stream(), None, cuda.Stream()):
        if stream is not None and hasattr(stream, "synchronize"):
            cuda.synchronize() if hasattr(cuda, "synchronize") else cuda.Device().synchronize()
        mask = glccl.boundaries(array, stream=stream)
        selection = glccl.select(array, (15, 20), stream=stream)
        tracks = tracker.track(array, stream=stream)
        lists = glccl.lists(array, stream=stream)
        assert glccl.contacts(array, stream=stream).pairs.shape == (0, 2)
        if stream is not None and hasattr(stream, "synchronize"):
            stream.synchronize()
        check(library, mask, glccl.boundaries(labels), "bool")
        check(library, selection, glccl.select(labels, (15, 20)))
        check(library, tracks.ids, labels)
        frames.append(tracks)
        check(library, lists.places, glccl.lists(labels).places)
    for age, tracks in enumerate(frames, 1):
        assert (library.numpy(tracks.age) == age).all() and (tracks.numpy().age == age).all()


def test_what_works_on_the_cpu_alone(library):
    labels = put(library, np.array([[1, 0, 2]], np.int32))
    for call in (
        lambda: glccl.ndimage.mean(labels),
        lambda: glccl.ndimage.median(labels, labels, 1),
        lambda: glccl.ndimage.maximum_position(labels, np.ones((1, 3), int), [1]),
        lambda: glccl.ndimage.value_indices(labels),
        lambda: glccl.ndimage.labeled_comprehension(labels, None, None, len, int, 0),
        lambda: glccl.cc3d.each(labels),
    ):
        with pytest.raises(TypeError, match="is on a GPU: copy it to the CPU"):
            call()
    with pytest.raises(AttributeError, match='glccl does not measure "perimeter": it has area, '):
        glccl.skimage.regionprops_table(labels, properties=["perimeter"])
    with pytest.raises(NotImplementedError, match="on a GPU glccl measures elements, whose spacing is 1"):
        glccl.skimage.regionprops_table(labels, spacing=2)
