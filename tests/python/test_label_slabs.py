"""glccl.label_slabs() gives what glccl.label() gives of the whole."""

import glccl
import numpy as np
import pytest

RANDOM = np.random.default_rng(17)


class Store:
    """An image that is read by planes, and labels that are written by planes, as files of both would be."""

    def __init__(self, image):
        self.image = image
        self.labels = np.full(image.shape, 0xABCDEF01, np.uint32)
        self.calls = []

    def read(self, first, planes):
        self.calls.append((first, planes))
        return self.image[first:first + planes]

    def write(self, first, labels):
        assert labels.flags.writeable and labels.dtype == np.uint32
        self.labels[first:first + len(labels)] = labels
        labels[:] = 7  # they are the caller's


def image_of(shape, dtype, values=3):
    return RANDOM.integers(0, values, shape).astype(dtype)


CASES = {
    "a mask": (image_of((40, 30), bool, 2), {}),
    "bytes with four neighbours": (image_of((40, 30), np.uint8), {"connectivity": 4}),
    "a volume": (RANDOM.random((20, 9, 11)) < 0.2, {"connectivity": 6}),
    "a volume of equal values": (image_of((20, 9, 11), np.uint16), {"criterion": "equal", "connectivity": 18}),
    "no background": (image_of((40, 30), np.int32), {"criterion": "equal", "background": None}),
    "negative values": (-image_of((40, 30), np.int8, 4), {"criterion": "equal", "background": -1}),
    "floats": (image_of((40, 30), np.float32, 9) / np.float32(4), {"criterion": glccl.difference(0.3)}),
    "equal halves": (image_of((40, 30), np.float16) - np.float16(1), {"criterion": "equal"}),
    "a range": (image_of((40, 30), np.uint16, 900), {"criterion": glccl.foreground(100, 500)}),
    "one row": (image_of((1, 30), np.uint8, 2), {}),
    "one column": (image_of((30, 1), np.uint8, 2), {}),
    "a volume of one slice": (image_of((1, 20, 30), np.uint8, 2), {"connectivity": 26}),
    "other byte order": (image_of((40, 30), ">u2"), {"criterion": "equal"}),
    "Fortran order": (np.asfortranarray(image_of((40, 30), np.uint8)), {}),
    "no rows": (np.zeros((0, 30), np.uint8), {}),
    "no columns": (np.zeros((30, 0), np.uint8), {}),
}


@pytest.mark.parametrize("planes", [1, 2, 7, 1000, None])
@pytest.mark.parametrize("name", CASES)
def test_slabs_are_the_whole(name, planes):
    image, arguments = CASES[name]
    expected, count, table = glccl.label(image, return_num=True, table=True, **arguments)
    store = Store(image)
    memory = None if planes else max(image.nbytes * 40, 3000)
    num, found = glccl.label_slabs(store.read, image.shape, store.write, planes=planes, memory=memory, table=True,
                                   **arguments)
    assert num == count
    assert np.array_equal(store.labels, expected)
    for column in ("label", "area", "bbox", "sums", "first", "value"):
        one, other = getattr(found, column), getattr(table, column)
        assert one.dtype.newbyteorder("=") == other.dtype.newbyteorder("=") and np.array_equal(one, other), column
    assert glccl.label_slabs(store.read, image.shape, dtype=image.dtype, planes=planes, **arguments) == count


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.float64])
def test_wide_elements_are_foreground(dtype):
    image = image_of((40, 30), dtype)
    for arguments in ({}, {"background": 2}, {"criterion": glccl.foreground(0, 1)}):
        store = Store(image)
        glccl.label_slabs(store.read, image.shape, store.write, planes=7, **arguments)
        assert np.array_equal(store.labels, glccl.label(image, **arguments))


@pytest.mark.parametrize("planes", [7, None])
def test_labels_of_64_bits(planes):
    image = image_of((40, 30), np.uint8, 2)
    written = []
    num, table = glccl.label_slabs(lambda first, count: image[first:first + count], image.shape,
                                   lambda first, labels: written.append(labels), planes=planes, table=True,
                                   labels_dtype=np.uint64)
    labels = np.concatenate(written)
    assert labels.dtype == np.uint64 and np.array_equal(labels, glccl.label(image))
    assert num == len(table) == labels.max()
    assert glccl.label_slabs(Store(image).read, image.shape, labels_dtype="uint64") == num


def test_planes_are_read_in_ascending_order():
    store = Store(image_of((10, 5), np.uint8))
    glccl.label_slabs(store.read, (10, 5), planes=4)
    assert store.calls == [(0, 1), (0, 4), (4, 4), (8, 2)]
    store.calls.clear()
    glccl.label_slabs(store.read, (10, 5), store.write, planes=4, dtype=np.uint8)
    assert store.calls == [(0, 4), (4, 4), (8, 2)] * 2
    store.calls.clear()
    glccl.label_slabs(store.read, (10, 5), store.write, dtype="u1")
    assert store.calls == [(0, 10)]


class Broken(Exception):
    pass


@pytest.mark.parametrize("exception", [Broken("disc"), KeyboardInterrupt(), MemoryError("no")])
def test_exceptions_come_out_unchanged(exception):
    image = image_of((20, 5), np.uint8)
    written = []

    def read(first, planes):
        if first == 8:
            raise exception
        return image[first:first + planes]

    def write(first, labels):
        written.append(first)
        if first == 4:
            raise exception

    with pytest.raises(type(exception)) as raised:
        glccl.label_slabs(read, image.shape, write, planes=4)
    assert raised.value is exception and written == []
    with pytest.raises(type(exception)) as raised:
        glccl.label_slabs(Store(image).read, image.shape, write, planes=4)
    assert raised.value is exception and written == [0, 4]
    assert glccl.label_slabs(Store(image).read, image.shape, planes=4) == glccl.label(image).max()


def zeros(dtype=np.uint8, columns=5):
    return lambda first, planes: np.zeros((planes, columns), dtype)


def test_labels_may_be_labeled_again_inside_of_a_callback():
    image = image_of((20, 5), np.uint8)
    counts = []
    glccl.label_slabs(Store(image).read, image.shape, lambda first, labels: counts.append(
        glccl.label_slabs(lambda at, n: labels[at:at + n], labels.shape, planes=1)), planes=6)
    assert len(counts) == 4


@pytest.mark.parametrize("arguments, exception, message", [
    (dict(read=zeros(), shape=(9,)), ValueError, "images of two and three axes"),
    (dict(read=zeros(), shape=(9, 5, 2, 2)), ValueError, "images of two and three axes"),
    (dict(read=zeros(), shape=(9, -5)), ValueError, "no axis has fewer than 0 elements"),
    (dict(read=zeros(), shape=(2**30, 2**30)), ValueError, "fewer than 2^59 elements"),
    (dict(read=zeros(), shape=(2**31, 5)), ValueError, "has an axis of 2147483648 elements"),
    (dict(read=zeros(columns=6), shape=(9, 5)), ValueError, r"read(0, 9) has returned an array of the shape (9, 6)"),
    (dict(read=zeros(float), shape=(9, 5), dtype=int), TypeError, "an array of float64 instead of int64"),
    (dict(read=zeros(complex), shape=(9, 5)), TypeError, "dtype is complex128"),
    (dict(read=zeros(), shape=(9, 5), dtype="names"), TypeError, "dtype is names"),
    (dict(read=zeros(float), shape=(9, 5), criterion="equal"), TypeError, "this criterion takes elements of up to 32"),
    (dict(read=zeros(int), shape=(9, 5), criterion=glccl.difference(1)), TypeError, "this criterion takes elements"),
    (dict(read=zeros(int), shape=(9, 5), table=True), TypeError, "a table takes elements of up to 32 bits"),
    (dict(read=zeros(), shape=(9, 5), labels_dtype=np.int64), TypeError, "labels of int64: pass numpy.uint32 or"),
    (dict(read=zeros(), shape=(9, 5), connectivity=6), ValueError, "the connectivity is 6"),
    (dict(read=zeros(), shape=(9, 5), criterion="alike"), ValueError, 'there is no criterion "alike"'),
    (dict(read=zeros(), shape=(9, 5), min_area=3), ValueError, "labeling by slabs has no filter"),
    (dict(read=zeros(), shape=(9, 5), fill_holes=True), ValueError, "labeling by slabs"),
    (dict(read=zeros(), shape=(9, 5), periodic=[True, False]), ValueError, "labeling by slabs"),
    (dict(read=zeros(), shape=(9, 5), periodic=[True]), ValueError, "periodic has 1 bools"),
    (dict(read=zeros(), shape=(9, 5), min_area="3"), TypeError, "min_area is a str"),
    (dict(read=zeros(), shape=(9, 5), mask=None), TypeError, "unexpected keyword argument 'mask'"),
    (dict(read=zeros(), shape=(9, 5), memory=0), ValueError, "memory is 0 bytes"),
    (dict(read=zeros(), shape=(9, 5), planes=0), ValueError, "a slab has 0 planes"),
    (dict(read=zeros(), shape=(9, 5), planes=1, memory=100), ValueError, "pass one of them"),
    (dict(read=zeros(), shape=(9, 5), memory=100), MemoryError, "a slab of one row of 5x9 takes"),
])
def test_refusals(arguments, exception, message):
    with pytest.raises(exception) as raised:
        glccl.label_slabs(**arguments)
    assert message in str(raised.value)
