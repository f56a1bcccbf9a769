"""glccl.label() on arrays in device memory: the labels of the CPU engines, in arrays of the same library."""

import contextlib
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

import fakes
import glccl
import libraries
import numpy as np
import pytest
from glccl._device.array import label_with_areas

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32",
          "float64"]
LAYOUTS = ["C", "cropped", "columns", "transposed"]


def values(dtype, shape, seed=0):
    """A few values, so that neighbours are often equal; the extremes of the dtype; for floats NaN and infinities."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return rng.random(shape) < 0.5
    if kind.kind == "f":
        pool = np.array([0, 0, -0.0, 1, 2.5, -1, np.inf, -np.inf, np.nan], kind)
    else:
        info = np.iinfo(kind)
        pool = np.array([0, 0, 0, 1, 1, 2, info.min, info.max], kind)
    return rng.choice(pool, shape)


def lay_out(image, layout):
    """The same values, with gaps between rows, gaps in rows, or axes in another order."""
    if layout == "cropped":
        larger = np.zeros([side + 3 for side in image.shape], image.dtype)
        inside = larger[tuple(slice(1, 1 + side) for side in image.shape)]
    elif layout == "columns":
        inside = np.zeros((*image.shape[:-1], 2 * image.shape[-1]), image.dtype)[..., ::2]
    elif layout == "transposed":
        inside = np.zeros(image.shape[::-1], image.dtype).T
    else:
        return image
    inside[...] = image
    return inside


def put(library, image):
    """The array of a library, or skips dtypes that it does not have."""
    try:
        return library.array(image)
    except TypeError as error:
        pytest.skip(str(error))


def check(library, labels, expected):
    library.check(labels)
    found = library.numpy(labels)
    assert found.dtype == library.labels
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(37,), (13, 41), (5, 9, 13)])
def test_foreground(library, dtype, shape):
    image = values(dtype, shape)
    array = put(library, image)
    refused = not library.computes and dtype == "float64"
    for background in (0, 1, 99.5):
        needs_mask = dtype in ("int64", "uint64") and background == 1
        if refused or (needs_mask and (not library.computes or (dtype == "uint64" and library.labels == "int32"))):
            with pytest.raises(TypeError, match=f"no CUDA engine reads {dtype}"):
                glccl.label(array, background=background)
            continue
        labels, num = glccl.label(array, background=background, return_num=True)
        expected, count = glccl.label(image, background=background, return_num=True)
        check(library, labels, expected)
        assert num == count and isinstance(num, int)
    np.testing.assert_array_equal(library.numpy(array), image)


@pytest.mark.parametrize("dtype", DTYPES[:9])
@pytest.mark.parametrize("background", [0, None, 1, -(2**63)])
def test_equal(library, dtype, background):
    for shape in ((13, 41), (5, 9, 13)):
        image = values(dtype, shape)
        labels = glccl.label(put(library, image), criterion="equal", background=background)
        check(library, labels, glccl.label(image, criterion="equal", background=background))


def test_equal_words_of_64_bits(library):
    image = np.array([[1, 1 << 32, (1 << 32) + 1, (1 << 32) + 1, 5]], np.int64)
    array = put(library, image)
    check(library, glccl.label(array, criterion="equal", background=5), [[1, 2, 3, 3, 0]])
    check(library, glccl.label(array, criterion="equal", background=1 << 32), [[1, 0, 2, 2, 3]])


@pytest.mark.parametrize("dtype", ["uint8", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("low, high", [(0, np.inf), (0.5, 2), (-np.inf, 1), (2.0**40, 2.0**70), (-(2.0**70), 0)])
def test_range(library, dtype, low, high):
    if dtype in ("int64", "float64") and not library.computes:
        pytest.skip("the library makes no masks")
    image = values(dtype, (13, 41))
    array = put(library, image)
    for inverted in (False, True):
        criterion = glccl.foreground(low, high, inverted=inverted)
        check(library, glccl.label(array, criterion=criterion), glccl.label(image, criterion=criterion))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32", "float16", "float32"])
def test_difference(library, dtype):
    image = values(dtype, (13, 41))
    array = put(library, image)
    for background in (0, None):
        arguments = dict(criterion=glccl.difference(1), background=background)
        check(library, glccl.label(array, **arguments), glccl.label(image, **arguments))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(13, 41), (5, 9, 13)])
def test_layouts(library, layout, shape):
    image = lay_out(values("uint8", shape), layout)
    array = put(library, image)
    with contextlib.ExitStack() as stack:
        if not library.computes and layout in ("columns", "transposed") and hasattr(array, "host"):
            stack.enter_context(pytest.raises(ValueError, match="pass a copy in C order"))
        check(library, glccl.label(array), glccl.label(image))


@pytest.mark.parametrize("axes, known", [(1, [2]), (2, [4, 8]), (3, [6, 18, 26])])
def test_connectivities(library, axes, known):
    image = values("bool", (3, 9, 13)[-axes:])
    for connectivity in known:
        check(library, glccl.label(put(library, image), connectivity=connectivity),
              glccl.label(image, connectivity=connectivity))


@pytest.mark.parametrize("criterion", ["foreground", "equal"])
@pytest.mark.parametrize("dtype", ["bool", "uint16", "int32", "int64"])
@pytest.mark.parametrize("shape", [(17,), (13, 41), (5, 9, 13)])
def test_table(library, criterion, dtype, shape):
    image = values(dtype, shape)
    labels, num, table = glccl.label(put(library, image), criterion=criterion, return_num=True, table=True)
    expected, count, columns = glccl.label(image, criterion=criterion, return_num=True, table=True)
    check(library, labels, expected)
    assert num == count
    same_table(library, table, columns)


#: The columns of tables.
COLUMNS = ("label", "area", "bbox", "sums", "centroid", "first", "value", "crosses", "unwrapped_bbox",
           "unwrapped_centroid")


def same_table(library, table, expected):
    """Compares the columns on the GPU, and their copies on the CPU, with those of a table of the CPU."""
    assert len(table) == table.count == expected.count == len(expected)
    copy = table.numpy()
    for name in COLUMNS:
        found, copied, column = getattr(table, name), getattr(copy, name), getattr(expected, name)
        if column is None:
            assert found is None and copied is None
            continue
        library.check(found)
        assert copied.dtype == column.dtype
        np.testing.assert_array_equal(copied, column)
        on_gpu = library.numpy(found)
        assert on_gpu.dtype == {"label": library.labels_of_rows, "sums": library.sums_of_rows}.get(name, column.dtype)
        np.testing.assert_array_equal(on_gpu, column)


@pytest.mark.parametrize("shape", [(37,), (13, 41), (1, 5), (5, 9, 13), (1, 7, 6)])
def test_seams_of_tables(library, shape):
    image = values("bool", shape)
    for periodic in (True, [axis % 2 == 0 for axis in range(len(shape))]):
        labels, table = glccl.label(put(library, image), periodic=periodic, table=True)
        expected, columns = glccl.label(image, periodic=periodic, table=True)
        check(library, labels, expected)
        same_table(library, table, columns)
    images = values("bool", (3, *shape)) if len(shape) < 3 else None
    if images is not None:
        _, tables = glccl.label(put(library, images), periodic=True, batch=True, table=True)
        for table, one in zip(tables, glccl.label(images, periodic=True, batch=True, table=True)[1]):
            same_table(library, table, one)
    empty = glccl.label(put(library, image[:0]), periodic=True, table=True)[1]
    same_table(library, empty, glccl.label(image[:0], periodic=True, table=True)[1])


@pytest.mark.parametrize("spare", [0, 1, 40])
@pytest.mark.parametrize("shape, periodic", [((17,), True), ((13, 41), False), ((5, 9, 13), (False, True, True))])
def test_rows(library, shape, periodic, spare):
    image = values("uint16", shape)
    expected = glccl.label(image, criterion="equal", periodic=periodic, table=True)[1]
    rows = len(expected) + spare
    _, table = glccl.label(put(library, image), criterion="equal", periodic=periodic, table=True, rows=rows)
    assert len(table) == rows
    assert library.numpy(table.count).tolist() == [len(expected)]
    for name in COLUMNS:
        column = getattr(expected, name)
        if column is None:
            continue
        on_gpu = library.numpy(getattr(table, name))
        np.testing.assert_array_equal(on_gpu[: len(column)], column)
        assert len(on_gpu) == rows and not on_gpu[len(column) :].any()
        np.testing.assert_array_equal(getattr(table.numpy(), name), column)
    assert list(table.to_dict()) == list(expected.to_dict())
    assert table.slices == expected.slices


def test_too_few_rows(library):
    image = values("bool", (13, 41))
    expected = glccl.label(image, table=True)[1]
    labels, num, table = glccl.label(put(library, image), table=True, return_num=True, rows=2)
    check(library, labels, glccl.label(image))
    assert num == len(expected) and len(table) == 2
    np.testing.assert_array_equal(library.numpy(table.area), expected.area[:2])
    with pytest.raises(ValueError, match=f"there are {num} components, and the table has 2 rows: pass rows={num}"):
        table.numpy()


def test_rows_of_a_batch(library):
    images = values("uint8", (3, 13, 21))
    _, tables = glccl.label(put(library, images), batch=True, table=True, rows=60)
    for table, expected in zip(tables, glccl.label(images, batch=True, table=True)[1]):
        assert library.numpy(table.count).tolist() == [len(expected)]
        np.testing.assert_array_equal(library.numpy(table.bbox)[: len(expected)], expected.bbox)
        np.testing.assert_array_equal(table.numpy().sums, expected.sums)
    empty = glccl.label(put(library, images[:, :0]), batch=True, table=True, rows=2)[1]
    assert [library.numpy(table.count).tolist() for table in empty] == [[0]] * 3
    assert not library.numpy(empty[2].bbox).any() and empty[1].numpy().area.shape == (0,)


@pytest.mark.parametrize("error, message, arguments", [
    (ValueError, "rows is for tables: pass table=True", dict(rows=3)),
    (ValueError, "rows is 0: pass 1 to 4294967295", dict(rows=0, table=True)),
    (TypeError, "rows is a str: pass an int", dict(rows="3", table=True)),
])
def test_rows_that_are_refused(library, error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.label(put(library, values("uint8", (3, 4))), **arguments)
    with pytest.raises(ValueError, match="rows is for tables on a GPU, and the image is on the CPU"):
        glccl.label(np.ones((2, 3)), table=True, rows=3)


@pytest.mark.skipif(fakes.MODULE is None, reason="not every library lets its arrays be watched")
def test_tables_keep_no_image(library):
    array = put(library, values("bool", (13, 41)))
    seen = weakref.ref(array)
    table = glccl.label(array, table=True)[1]
    properties = glccl.skimage.regionprops_table(put(library, np.ones((3, 4), np.int32)), properties=["area"])
    del array
    gc.collect()
    assert seen() is None and len(table.numpy()) == len(table) and len(library.numpy(properties["area"])) == 1


def test_more_components_than_the_first_guess(library):
    image = np.zeros((120, 130), bool)
    image[::2, ::2] = True
    labels, table = glccl.label(put(library, image), table=True)
    assert len(table) == 60 * 65
    same_table(library, table, glccl.label(image, table=True)[1])


@pytest.mark.parametrize("shape", [(3, 17), (5, 13, 21), (2, 4, 7, 9)])
def test_batch(library, shape):
    images = lay_out(values("uint8", shape), "cropped")
    array = put(library, images)
    labels, counts, tables = glccl.label(array, batch=True, return_num=True, table=True)
    expected, numbers, columns = glccl.label(images, batch=True, return_num=True, table=True)
    check(library, labels, expected)
    np.testing.assert_array_equal(counts, numbers)
    for table, one in zip(tables, columns):
        same_table(library, table, one)
    check(library, glccl.label(array, batch=True), expected)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 2, 2)])
def test_no_elements(library, shape):
    empty = put(library, np.zeros(shape, np.uint8))
    labels, num, table = glccl.label(empty, return_num=True, table=True)
    library.check(labels)
    assert tuple(labels.shape) == shape and num == 0 and len(table) == 0 and table.bbox.shape == (0, 2 * len(shape))
    if len(shape) > 1:
        assert glccl.label(empty, batch=True, return_num=True)[1].tolist() == [0] * shape[0]


@pytest.mark.parametrize("engine", [name for name in glccl.engines() if name.startswith("cuda-")])
def test_every_engine_gives_the_same_labels(library, engine):
    image = values("uint8", (33, 70))
    for connectivity in (4, 8):
        labels, num = glccl.label(put(library, image), connectivity=connectivity, engine=engine, return_num=True)
        expected, count = glccl.label(image, connectivity=connectivity, return_num=True)
        check(library, labels, expected)
        assert num == count
    images = values("uint8", (3, 12, 20))
    check(library, glccl.label(put(library, images), batch=True, engine=engine), glccl.label(images, batch=True))


@pytest.mark.parametrize("dtype, criterion", [("bool", "foreground"), ("uint8", "equal"), ("int64", "equal")])
@pytest.mark.parametrize("shape", [(37,), (13, 41), (5, 9, 13)])
@pytest.mark.parametrize(
    "kept", [dict(min_area=2), dict(max_area=3), dict(largest=2), dict(min_area=2, max_area=30, largest=3), "border"]
)
def test_filter(library, dtype, criterion, shape, kept):
    kept = kept if kept != "border" else dict(clear_border=len(shape) > 1, largest=4)
    image = values(dtype, shape) * values("bool", shape, 1)
    array = put(library, image)
    labels, num, table = glccl.label(array, criterion=criterion, return_num=True, table=True, **kept)
    expected, count, columns = glccl.label(image, criterion=criterion, return_num=True, table=True, **kept)
    check(library, labels, expected)
    assert num == count
    same_table(library, table, columns)
    check(library, glccl.label(array, criterion=criterion, **kept), expected)


def test_filter_of_a_batch(library):
    images = values("uint8", (5, 13, 21))
    kept = dict(min_area=2, largest=3, clear_border=True)
    labels, counts, tables = glccl.label(put(library, images), batch=True, return_num=True, table=True, **kept)
    expected, numbers, columns = glccl.label(images, batch=True, return_num=True, table=True, **kept)
    check(library, labels, expected)
    np.testing.assert_array_equal(counts, numbers)
    for table, one in zip(tables, columns):
        same_table(library, table, one)


@pytest.mark.parametrize("dtype", ["int32", "uint32"])
def test_out(library, dtype):
    image = values("bool", (12, 20))
    memory = put(library, np.full((12, 24), 99, dtype))
    if not library.computes:
        if hasattr(memory, "__dlpack__") and not hasattr(memory, "copy_to_host"):
            with pytest.raises(TypeError, match="may be immutable"):
                glccl.label(put(library, image), out=memory)
        return
    window = put(library, np.full((12, 24), 99, dtype)[:, :20])
    assert glccl.label(put(library, image), out=window) is window
    np.testing.assert_array_equal(library.numpy(window), glccl.label(image))


def test_a_device_array_as_image_and_as_out(library):
    image = values("bool", (12, 20))
    out = glccl.DeviceArray((12, 20), 0, 0)
    assert glccl.label(put(library, image), out=out) is out
    expected = glccl.label(image)
    np.testing.assert_array_equal(out.copy_to_host(), expected)
    again, table = glccl.label(out, criterion="equal", connectivity=4, table=True)
    same_table(libraries.DeviceArrays(), table, glccl.label(expected, criterion="equal", connectivity=4, table=True)[1])
    assert isinstance(again, glccl.DeviceArray)


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "connectivity is 6: with 2 axes it is 4 or 8", dict(connectivity=6)),
        (ValueError, "no engine \"gpu\": there are \"auto\", ", dict(engine="gpu")),
        (ValueError, "cpu-fast labels no arrays on a GPU", dict(engine="cpu-fast")),
        (ValueError, "vulkan labels no arrays on a GPU", dict(engine="vulkan")),
        (ValueError, "cuda-stava", dict(engine="cuda-stava", criterion=glccl.difference(1))),
        (ValueError, "no criterion \"same\"", dict(criterion="same")),
        (ValueError, "cuda-stava has no filter", dict(engine="cuda-stava", min_area=2)),
        (ValueError, "max_area is 2, and min_area 3", dict(min_area=3, max_area=2)),
        (TypeError, "largest is a float: pass an int", dict(largest=2.0)),
        (TypeError, "criterion is a list", dict(criterion=[1])),
        (ValueError, "needs a background", dict(background=None)),
        (ValueError, "background is 3, and glccl.foreground", dict(background=3, criterion=glccl.foreground(1))),
        (TypeError, "out is a ndarray on the CPU", dict(out=np.zeros((2, 2), np.uint32))),
        (TypeError, "the stream is a str", dict(stream="fast")),
    ],
)
def test_bad_input(library, error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.label(put(library, np.ones((2, 2), np.uint8)), **arguments)


def test_bad_arrays(library):
    with pytest.raises(ValueError, match="shape \\(2, 2, 2, 2\\)"):
        glccl.label(put(library, np.ones((2, 2, 2, 2), np.uint8)))
    with pytest.raises(TypeError, match="float32, and no CUDA engine compares floats"):
        glccl.label(put(library, np.ones((2, 2), np.float32)), criterion="equal")
    with pytest.raises(TypeError, match="int64, and no CUDA engine subtracts 64 bits"):
        glccl.label(put(library, np.ones((2, 2), np.int64)), criterion=glccl.difference(1))
    image = put(library, np.ones((2, 2), np.uint8))
    with pytest.raises(ValueError, match="cuda-fast labels no arrays on the CPU"):
        glccl.label(np.ones((2, 2), np.uint8), engine="cuda-fast")
    if library.computes:
        with pytest.raises(ValueError, match="out has the shape \\(2, 3\\), and the image \\(2, 2\\)"):
            glccl.label(image, out=put(library, np.zeros((2, 3), np.int32)))
        with pytest.raises(TypeError, match="out is an array of int16"):
            glccl.label(image, out=put(library, np.zeros((2, 2), np.int16)))
        with pytest.raises(ValueError, match="gaps along its last axis"):
            glccl.label(image, out=put(library, np.zeros((2, 4), np.int32)[:, ::2]))


def test_the_cpu_is_not_asked_for_arrays_on_a_gpu(library):
    array = put(library, values("bool", (12, 20)))
    for function in (glccl.ndimage.label, glccl.skimage.label, glccl.cv.connectedComponentsWithStats):
        if hasattr(array, "copy_to_host") and not hasattr(array, "host"):
            return  # Numba's arrays convert themselves
        if type(array).__module__.startswith("jax"):
            return  # so do JAX's
        with pytest.raises(TypeError):
            function(array)


def test_threads_label_side_by_side(library):
    images = [values("bool", (40, 50), seed) for seed in range(6)]
    arrays = [put(library, image) for image in images]
    with ThreadPoolExecutor(3) as pool:
        for _ in range(3):
            for labels, image in zip(list(pool.map(glccl.label, arrays)), images):
                check(library, labels, glccl.label(image))


def test_reserve_and_free_memory(library):
    image = values("bool", (12, 20))
    array = put(library, image)
    glccl.reserve(array)
    glccl.reserve(array, min_area=2, largest=3, clear_border=True)
    with pytest.raises(ValueError, match="cuda-links has no filter"):
        glccl.reserve(array, engine="cuda-links", min_area=2)
    check(library, glccl.label(array), glccl.label(image))
    glccl.free_memory()
    check(library, glccl.label(array), glccl.label(image))
    with pytest.raises(ValueError, match="memory is reserved for arrays on a GPU"):
        glccl.reserve(image)


def test_nothing_is_copied(library, monkeypatch):
    image = put(library, values("uint8", (12, 20)))
    seen = []
    label = glccl._core.label_cuda
    monkeypatch.setattr(glccl._core, "label_cuda", lambda *args: seen.append(args) or label(*args))
    labels = glccl.label(image)
    ((_, view, target, *_),) = seen
    assert view.address == library.address(image)
    assert target == (library.address(labels) if library.computes or not hasattr(labels, "address")
                      else labels.address)


def test_areas_of_components():
    """The areas of glccl.torch.connected_components()."""
    library = libraries.get("torch")
    masks = np.stack([values("bool", (9, 14), seed) for seed in range(3)] + [np.zeros((9, 14), bool)])
    masks = np.concatenate([masks, np.zeros_like(masks)])
    masks[4, ::2, ::2] = True
    masks[5] = np.indices((9, 14)).sum(axis=0) % 2
    for connectivity in (4, 8):
        labels, areas = label_with_areas(library.array(masks), connectivity)
        expected, columns = glccl.label(masks, connectivity=connectivity, batch=True, table=True)
        check(library, labels, expected)
        by_label = [np.concatenate([[0], one.area]) for one in columns]
        check(library, areas, np.stack([area[one] for area, one in zip(by_label, expected)]))


def test_cc_torch():
    """The functions that SAM 2, SAM 3 and others import."""
    library = libraries.get("torch")
    masks = np.stack([values("bool", (9, 15), seed) for seed in range(3)])
    expected, tables = glccl.label(masks, batch=True, table=True)
    areas = np.stack([np.concatenate([[0], one.area])[labels] for one, labels in zip(tables, expected)])
    images = library.array(masks[:, None].astype(np.uint8))
    for found in (glccl.cc_torch.get_connected_components(images), glccl.cc_torch.get_connected_componnets(images)):
        for one, other in zip(found, (expected, areas), strict=True):
            check(library, one, other[:, None])
    labels, counts = glccl.cc_torch.get_connected_components(images, False)
    check(library, labels, expected[:, None])
    check(library, counts, np.zeros_like(areas[:, None]))
    for mask in (masks[0], masks):
        check(library, glccl.cc_torch.connected_components_labeling(library.array(mask)), glccl.label(mask))
