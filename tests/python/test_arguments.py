"""Arguments of glccl.label() and others: what is refused, with which words, and how numbers are compared."""

import glccl
import numpy as np
import pytest


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "dtype is complex128", dict(image=np.ones((2, 2), complex))),
        (TypeError, "dtype is object", dict(image=np.ones((2, 2), object))),
        (TypeError, "dtype is datetime64", dict(image=np.ones(2, "M8[s]"))),
        (ValueError, "shape \\(\\)", dict(image=np.float32(1))),
        (ValueError, "shape \\(2, 2, 2, 2\\)", dict(image=np.ones((2, 2, 2, 2)))),
        (ValueError, "shape \\(3,\\)", dict(image=np.ones(3), batch=True)),
        (ValueError, "connectivity is 6: with 2 axes it is 4 or 8", dict(image=np.ones((2, 2)), connectivity=6)),
        (ValueError, "connectivity is 8: with 3 axes it is 6 or 18 or 26",
         dict(image=np.ones((2, 2, 2)), connectivity=8)),
        (ValueError, "no engine \"gpu\": there are \"auto\", ", dict(image=np.ones((2, 2)), engine="gpu")),
        (ValueError, "cuda-fast labels no arrays on the CPU, where the image is: pass one of cpu-fast",
         dict(image=np.ones((2, 2)), engine="cuda-fast")),
        (ValueError, "engine cuda-qin is in the laboratory, which is built with -DGLCCL_LAB=ON",
         dict(image=np.ones((2, 2)), engine="cuda-qin")),
        (ValueError, "no criterion \"same\"", dict(image=np.ones((2, 2)), criterion="same")),
        (ValueError, "min_area is -1: pass 0 or more", dict(image=np.ones((2, 2)), min_area=-1)),
        (ValueError, "max_area is 0: pass 1 or more", dict(image=np.ones((2, 2)), max_area=0)),
        (ValueError, "max_area is 2, and min_area 3", dict(image=np.ones((2, 2)), min_area=3, max_area=2)),
        (ValueError, "largest is 0: pass 1 or more", dict(image=np.ones((2, 2)), largest=0)),
        (TypeError, "min_area is a float: pass an int", dict(image=np.ones((2, 2)), min_area=2.0)),
        (TypeError, "min_area is a NoneType: pass an int", dict(image=np.ones((2, 2)), min_area=None)),
        (TypeError, "largest is a str: pass an int", dict(image=np.ones((2, 2)), largest="2")),
        (ValueError, "clear_border needs images of two or three axes", dict(image=np.ones(2), clear_border=True)),
        (ValueError, "border_width is 3, and clear_border is not set: set it",
         dict(image=np.ones((2, 2)), border_width=3)),
        (ValueError, "border_width is 134217728: pass at most",
         dict(image=np.ones((2, 2)), clear_border=True, border_width=2**27)),
        (ValueError, "clear_border needs images of two or three axes",
         dict(image=np.ones((2, 2)), batch=True, clear_border=True)),
        (TypeError, "criterion is a float", dict(image=np.ones((2, 2)), criterion=0.5)),
        (ValueError, "needs a background", dict(image=np.ones((2, 2)), background=None)),
        (ValueError, "background is 3, and glccl.foreground",
         dict(image=np.ones((2, 2)), background=3, criterion=glccl.foreground(1))),
        (TypeError, "image is float64", dict(image=np.ones((2, 2)), criterion=glccl.difference(1))),
        (TypeError, "out is an array of float64", dict(image=np.ones((2, 2)), out=np.ones((2, 2)))),
        (TypeError, "out is a list: pass an array of integers on the CPU",
         dict(image=np.ones((2, 2)), out=[[0, 0], [0, 0]])),
        (ValueError, "out has the shape \\(2, 3\\)", dict(image=np.ones((2, 2)), out=np.ones((2, 3), int))),
        (ValueError, "out is read-only",
         dict(image=np.ones((2, 2)), out=np.broadcast_to(np.uint32(0), (2, 2)))),
        (ValueError, "labels up to 127, and there are 128",
         dict(image=np.tile([1, 0], 128), out=np.zeros(256, np.int8))),
    ],
)
def test_bad_input(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.label(arguments.pop("image"), **arguments)


def test_bad_criteria():
    with pytest.raises(ValueError, match="above low, 2, and not above high, 1"):
        glccl.foreground(2, 1)
    with pytest.raises(ValueError, match="largest difference is -1"):
        glccl.difference(-1)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_numbers_are_compared_as_numpy_compares_them(dtype):
    image = np.array([0.0, 0.1, 0.2, 0.3], dtype)
    for number in (0.1, np.float64(0.1)):
        assert (glccl.label(image, background=number, connectivity=2) != 0).tolist() == (image != number).tolist()
        above = glccl.label(image, criterion=glccl.foreground(number), connectivity=2)
        assert (above != 0).tolist() == (image > number).tolist()
        upto = glccl.label(image, criterion=glccl.foreground(-1, number), connectivity=2)
        assert (upto != 0).tolist() == (image <= number).tolist()
    if dtype != np.float64:
        near = dtype(0.1) - dtype(0)
        pair = np.array([0, near], dtype)
        assert glccl.label(pair, criterion=glccl.difference(0.1), background=None).tolist() == [1, 1]


@pytest.mark.parametrize(
    "error, words, call",
    [
        (TypeError, "the connectivity is a str: pass an int, 4 or 8", lambda x: glccl.label(x, connectivity="8")),
        (TypeError, "the connectivity is a list: pass an int", lambda x: glccl.label(x, connectivity=[8])),
        (TypeError, "the connectivity is a str", lambda x: glccl.fill_holes(x, connectivity="8")),
        (TypeError, "the connectivity is a str", lambda x: glccl.contacts(x, connectivity="8")),
        (TypeError, "the background is a str: pass a number", lambda x: glccl.label(x, background="0")),
        (TypeError, "the background is a list: pass a number", lambda x: glccl.label(x, background=[0])),
        (TypeError, "low is a str: pass a number", lambda x: glccl.foreground("1")),
        (TypeError, "the largest difference is a NoneType", lambda x: glccl.difference(None)),
        (ValueError, "pass sides below 2147483648", lambda x: glccl.Tracker((2**31, 4))),
        (TypeError, "the shape is a int: pass the number of elements along each axis", lambda x: glccl.Tracker(5)),
        (TypeError, "a side of the shape is a str", lambda x: glccl.Tracker(("3", 4))),
        (TypeError, "max_components is a str: pass an int", lambda x: glccl.Tracker((3, 4), max_components="9")),
        (TypeError, "first_id is a float: pass an int", lambda x: glccl.Tracker((3, 4), first_id=1.5)),
        (TypeError, "a side of the shape is a float", lambda x: glccl.label_slabs(lambda a, b: x, (3.5, 4))),
        (TypeError, "planes is a str", lambda x: glccl.label_slabs(lambda a, b: x, (3, 4), planes="1")),
        (TypeError, "memory is a float", lambda x: glccl.label_slabs(lambda a, b: x, (3, 4), memory=1e9)),
        (TypeError, "the seeds are an array of object: pass integers", lambda x: glccl.select(x, [[None, 2**70]])),
    ],
)
def test_arguments_of_other_types_are_refused_in_our_words(error, words, call):
    with pytest.raises(error, match=words):
        call(np.ones((3, 4), np.uint8))


def test_seeds_beyond_64_bits_are_outside():
    labels = np.array([[1, 0], [2, 2]])
    for far in (10**30, -(10**30), 2**63, 2**64):
        selection, found = glccl.select(labels, [[0, far], [1, 1]], return_found=True)
        assert selection.tolist() == [[0, 0], [1, 1]] and found.tolist() == [0, 1]


BAD_ARGUMENTS = {
    "background": dict(background="0"),
    "no background": dict(background=None),
    "criterion": dict(criterion="same"),
    "no criterion": dict(criterion=0.5),
    "background of a range": dict(background=3, criterion=glccl.foreground(1)),
    "difference of doubles": dict(criterion=glccl.difference(1)),
    "engine": dict(engine="gpu"),
    "engine of GPUs": dict(engine="cuda-fast"),
    "engine of the laboratory": dict(engine="cpu-wu"),
    "periodic": dict(periodic=(True,)),
    "connectivity": dict(connectivity=6),
    "filter": dict(min_area=3, max_area=2),
    "dtype": dict(dtype=complex),
}


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_arrays_without_elements_are_checked_like_others(name, batch):
    arguments = {"dtype": np.float64, **BAD_ARGUMENTS[name], "batch": batch}
    dtype = arguments.pop("dtype")
    with pytest.raises((TypeError, ValueError)) as of_elements:
        glccl.label(np.zeros((2, 3, 3)[not batch:], dtype), **arguments)
    for shape in ((0, 3, 3), (2, 0, 3), (2, 3, 0)):
        with pytest.raises(of_elements.type) as of_none:
            glccl.label(np.zeros(shape[not batch:], dtype), **arguments)
        assert str(of_none.value) == str(of_elements.value)


def test_slabs_without_elements_are_checked_like_others():
    for shape in ((2, 3), (0, 3)):
        with pytest.raises(ValueError, match='no criterion "same"'):
            glccl.label_slabs(lambda first, planes: np.zeros((planes, 3), np.uint8), shape, criterion="same")


@pytest.mark.parametrize("engine", ["auto", "cpu-fast", "cpu-serial"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_an_infinity_differs_from_itself_by_nan(engine, dtype):
    """The rules of glccl/spec.hpp, in rows, columns and diagonals."""
    cases = {
        (np.inf, np.inf): False, (-np.inf, -np.inf): False, (np.nan, np.nan): False, (np.nan, 1): False,
        (np.inf, -np.inf): True, (np.inf, 1): True, (-np.inf, 0): True, (60000, -60000): True,
    }
    for pair, by_infinity in cases.items():
        for layout in (np.array([pair]), np.array([pair]).T, np.diag(pair)):
            image = layout.astype(dtype)
            arguments = dict(background=0 if layout.shape == (2, 2) else None, engine=engine)
            labels = glccl.label(image, criterion=glccl.difference(np.inf), **arguments)
            assert labels.max() == (2 - by_infinity if 0 not in pair or layout.shape != (2, 2) else 1), pair
            if not np.isfinite(pair).all():
                assert glccl.label(image, criterion=glccl.difference(1e300), **arguments).max() == np.count_nonzero(
                    layout if layout.shape == (2, 2) else np.ones(2)), pair


def test_numbers_beyond_floats_are_below_infinity():
    row = np.array([1, np.inf, 2], np.float32)
    assert glccl.label(row, criterion=glccl.difference(10**400), background=None).tolist() == [1, 2, 3]
    assert glccl.label(row, criterion=glccl.foreground(10**400)).tolist() == [0, 1, 0]
    assert glccl.label(row, criterion=glccl.foreground(0, 10**400)).tolist() == [1, 0, 2]
    image = np.array([[0, 1], [5, 2]], np.float32)
    assert glccl.label(image, criterion=glccl.difference(10**400), background=None).max() == 1
    assert glccl.label(image, criterion=glccl.foreground(-(10**400), 10**400)).max() == 1
    assert glccl.label(image == 0, fill_holes=np.True_).tolist() == glccl.label(image == 0, fill_holes=True).tolist()
