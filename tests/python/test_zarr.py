"""glccl.zarr.label() writes what glccl.label() gives of the whole."""

import importlib
import json
import subprocess
import sys

import glccl
import numpy as np
import pytest
from glccl._zarr import target
from zarr_images import RANDOM, assert_table, columns_of, make, memory_of, ome_of, random, zarr


CASES = {
    "NGFF 0.4": (random((23, 11, 17)), {"version": "0.4"}, {}),
    "NGFF 0.5": (random((23, 11, 17)), {}, {"connectivity": 6}),
    "shards": (random((23, 11, 17)), {"chunks": (2, 5, 6), "shards": (4, 10, 12)}, {}),
    "an image": (random((40, 30), 0.5), {"names": "yx", "version": "0.4"}, {"connectivity": 4}),
    "equal values": (RANDOM.integers(0, 3, (21, 7, 9)).astype(">u2"), {"version": "0.4"}, {"criterion": "equal"}),
    "floats": (RANDOM.integers(0, 9, (21, 7, 9)).astype(np.float32), {}, {"criterion": glccl.difference(1)}),
    "64 bits": (RANDOM.integers(0, 3, (21, 7, 9)) << 40, {}, {"criterion": "equal", "background": None}),
    "one chunk": (random((5, 6, 7)), {"chunks": (9, 9, 9)}, {}),
    "nothing": (np.zeros((9, 6, 7), np.uint8), {}, {}),
    "everything": (np.ones((9, 6, 7), np.uint8), {}, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_labels_and_table_are_those_of_the_whole(name, tmp_path):
    image, of_image, arguments = CASES[name]
    path = make(tmp_path / "image.zarr", image, **of_image)
    memory = memory_of(path, **{key: arguments[key] for key in arguments if key == "criterion"})
    result = glccl.zarr.label(path, memory=memory, **arguments)
    expected, count, table = glccl.label(image.astype(image.dtype.newbyteorder("=")), return_num=True, table=True,
                                         **arguments)
    assert result.counts == [count] and result.path == path / "labels" / "components"
    labels = zarr.open_group(result.path, mode="r")
    (dataset,) = ome_of(labels)["multiscales"][0]["datasets"]
    assert np.array_equal(labels[dataset["path"]][...], expected) and labels["0"].dtype == np.uint32
    assert dataset["coordinateTransformations"][0]["scale"][-1] == 0.5
    assert ome_of(zarr.open_group(path / "labels", mode="r"))["labels"] == ["components"]
    assert ome_of(labels)["image-label"]["source"] == {"image": "../../"}
    assert_table(result.table, table)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["image.zarr", "image.zarr.components.csv"]


#: Shapes of an image of several levels: rounded up, rounded down, along some axes alone, and by no whole number.
LEVELS = [(23, 11, 17), (12, 6, 9), (12, 3, 4), (6, 1, 2), (4, 1, 1)]


def nearest(labels, shapes):
    """The labels in levels of these shapes."""
    places = [np.arange(23), np.arange(0, 23, 2), np.arange(0, 23, 2), np.arange(0, 23, 4), np.array([0, 4, 12, 16])]
    others = [[1, 2, 4, 8, 16], [1, 2, 4, 8, 16]]
    assert shapes[0] == labels.shape == LEVELS[0]
    return [labels[z][:, ::y, ::x][tuple(map(slice, shape))] for z, y, x, shape in zip(places, *others, shapes)]


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_labels_have_the_levels_of_their_image(tmp_path, version):
    image = random(LEVELS[0])
    path = make(tmp_path / "image.zarr", image, version=version, levels=LEVELS[1:])
    result = glccl.zarr.label(path, memory=memory_of(path))
    labels = zarr.open_group(result.path, mode="r")
    of_image, of_labels = (ome_of(group)["multiscales"][0] for group in (zarr.open_group(path, mode="r"), labels))
    assert of_labels["datasets"] == of_image["datasets"] and of_labels["axes"] == of_image["axes"]
    for level, expected in enumerate(nearest(glccl.label(image), LEVELS)):
        assert np.array_equal(labels[str(level)][...], expected), level


def test_levels_from_the_labeled_one_on(tmp_path):
    image = random((2, 2, 18, 12, 20))
    path = make(tmp_path / "image.zarr", image, "tczyx", levels=[(9, 6, 10), (5, 3, 5), (5, 1, 2)])
    result = glccl.zarr.label(path, level=1, channel=1)
    labels = zarr.open_group(result.path, mode="r")
    of_image, of_labels = (ome_of(group)["multiscales"][0]["datasets"]
                           for group in (zarr.open_group(path, mode="r"), labels))
    expected = glccl.label(zarr.open_array(path / "1", mode="r")[:, 1], batch=True)
    assert len(of_labels) == 3 and sorted(labels) == ["0", "1", "2"]
    for level, shape in enumerate([(9, 6, 10), (5, 3, 5), (5, 1, 2)]):
        at = np.s_[:, ::2, ::2, ::2] if level == 1 else np.s_[:, ::2, ::4, ::4] if level else np.s_[:]
        assert np.array_equal(labels[str(level)][...], expected[at][(np.s_[:], *map(slice, shape))])
        for of_label, transform in zip(of_labels[level]["coordinateTransformations"],
                                       of_image[level + 1]["coordinateTransformations"], strict=True):
            kind = transform["type"]
            assert of_label == {"type": kind, kind: [transform[kind][axis] for axis in (0, 2, 3, 4)]}
    last = zarr.open_group(glccl.zarr.label(path, level=3, channel=0, time=0, name="last").path, mode="r")
    assert sorted(last) == ["0"] and last["0"].shape == (5, 1, 2)


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_labels_elsewhere_have_levels_of_their_own(tmp_path, monkeypatch, version):
    monkeypatch.setattr(target, "SMALLEST", 8)
    image = random(LEVELS[0])
    path = make(tmp_path / "image.zarr", image, version=version, levels=LEVELS[1:])
    elsewhere = zarr.open_group(glccl.zarr.label(path, tmp_path / "out.zarr").path, mode="r")
    assert [elsewhere[str(level)].shape for level in range(3)] == [(23, 11, 17), (12, 6, 9), (6, 3, 5)]
    assert sorted(elsewhere) == ["0", "1", "2"]
    for level, dataset in enumerate(ome_of(elsewhere)["multiscales"][0]["datasets"]):
        at = (slice(None, None, 2**level),) * image.ndim
        assert np.array_equal(elsewhere[dataset["path"]][...], glccl.label(image)[at])
        assert dataset["coordinateTransformations"][0]["scale"] == [2.0 * 2**level, 0.5 * 2**level, 0.5 * 2**level]
    monkeypatch.chdir(tmp_path)
    assert len(zarr.open_group(glccl.zarr.label("image.zarr", "image.zarr").path, mode="r")) == 5


def test_levels_that_are_not_there(tmp_path):
    path = make(tmp_path / "image.zarr", random(LEVELS[0]), levels=LEVELS[1:])
    (path / "2" / "zarr.json").unlink()
    with pytest.raises(FileNotFoundError, match="there is no array 2"):
        glccl.zarr.label(path)
    assert not (path / "labels").exists()
    glccl.zarr.label(path, tmp_path / "out.zarr")
    zarr.create_array(path / "2", shape=(2, 0, 2), chunks=(1, 1, 1), dtype="u1")
    with pytest.raises(ValueError, match=r"level 2 has the shape \(2, 0, 2\), and so no elements"):
        glccl.zarr.label(path)


#: Images whose metadata, and those of their labels, are held against NGFF.
VALIDATED = {
    "zyx": {"levels": LEVELS[1:3]},
    "one level": {},
    "yx": {"names": "yx", "levels": [(6, 9)]},
    "tczyx": {"names": "tczyx", "levels": [(12, 6, 9)]},
}


@pytest.mark.parametrize("version", ["0.4", "0.5"])
@pytest.mark.parametrize("name", VALIDATED)
def test_metadata_are_those_of_ngff(tmp_path, version, name):
    """By ome-zarr-models."""
    models = importlib.import_module(f"ome_zarr_models.v{version.replace('.', '')}")
    of_image = VALIDATED[name]
    names = of_image.get("names", "zyx")
    path = make(tmp_path / "image.zarr", random((2, 2, *LEVELS[0])[-len(names):]), version=version, **of_image)
    image = models.Image.from_zarr(zarr.open_group(path, mode="r"))
    result = glccl.zarr.label(path, channel=0 if "c" in names else None)
    labels, of_label = (model.from_zarr(zarr.open_group(folder, mode="r")) for model, folder in
                        ((models.Labels, path / "labels"), (models.ImageLabel, result.path)))
    assert labels.ome_attributes.labels == ["components"]
    assert of_label.ome_attributes.image_label.source.image == "../../"
    found, expected = (one.ome_attributes.multiscales[0].datasets for one in (of_label, image))
    assert len(found) == len(expected)
    assert models.Image.from_zarr(zarr.open_group(path, mode="r")).labels is not None  # compares the levels


def test_slabs_are_whole_chunks_within_the_memory(tmp_path):
    path = make(tmp_path / "image.zarr", random((23, 11, 17)))
    for planes, expected in {1: 1, 2: 2, 3: 2, 4: 4, 7: 4, 8: 8, 22: 20, 23: 23}.items():
        memory = memory_of(path, planes)
        plan = glccl.zarr.plan(path, memory=memory)
        assert plan.planes == expected and plan.slabs == -(-23 // expected) and plan.bytes <= memory
        assert planes == 1 or glccl.zarr.plan(path, memory=memory - 1).planes < planes
    assert glccl.zarr.plan(path)[:3] == (23, 1, 1)


@pytest.mark.parametrize("planes", [1, 2, 8])
def test_slabs_of_other_planes(tmp_path, planes):
    image = random((23, 11, 17))
    path = make(tmp_path / "image.zarr", image, chunks=(4, 11, 17))
    labels = zarr.open_array(glccl.zarr.label(path, memory=memory_of(path, planes)).path / "0", mode="r")
    assert np.array_equal(labels[...], glccl.label(image)) and labels.chunks == (min(planes, 4), 11, 17)


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_times_and_channels(tmp_path, version):
    image = random((3, 2, 9, 6, 7))
    path = make(tmp_path / "image.zarr", image, "tczyx", version)
    out = tmp_path / "out.zarr"
    result = glccl.zarr.label(path, out, channel=1, name="cells", memory=memory_of(path, channel=1))
    labels = zarr.open_group(result.path, mode="r")
    expected, counts = glccl.label(image[:, 1], batch=True, return_num=True)
    assert result.counts == list(counts) and np.array_equal(labels["0"][...], expected)
    assert [axis["name"] for axis in ome_of(labels)["multiscales"][0]["axes"]] == list("tzyx")
    assert "source" not in ome_of(labels)["image-label"] and not (path / "labels").exists()
    times = columns_of(result.table)["t"]
    assert [np.count_nonzero(times == time) for time in range(3)] == list(counts)
    one = glccl.zarr.label(path, out, channel=0, time=2, name="frame", table=None)
    assert np.array_equal(zarr.open_group(one.path, mode="r")["0"][...], glccl.label(image[2, 0]))
    assert ome_of(zarr.open_group(out / "labels", mode="r"))["labels"] == ["cells", "frame"] and one.table is None


def test_missing_chunks_have_the_fill_value(tmp_path):
    image = random((9, 6, 7))
    path = make(tmp_path / "image.zarr", image, fill_value=1)
    (path / "0" / "c" / "1" / "0" / "0").unlink()
    image[4:8, :5, :6] = 1
    assert np.array_equal(zarr.open_group(glccl.zarr.label(path).path, mode="r")["0"][...], glccl.label(image))


def test_a_store_in_memory_and_labels_of_64_bits(tmp_path):
    image = random((9, 6, 7))
    store = zarr.storage.MemoryStore()
    make(store, image)
    with pytest.raises(ValueError, match="is in no local folder: pass out"):
        glccl.zarr.label(store)
    result = glccl.zarr.label(zarr.open_group(store, mode="r"), tmp_path / "out.zarr", dtype=np.uint64)
    labels = zarr.open_group(result.path, mode="r")["0"]
    assert labels.dtype == np.uint64 and np.array_equal(labels[...], glccl.label(image))


@pytest.mark.filterwarnings("ignore:Consolidated metadata")
@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_consolidated_metadata_list_the_labels(tmp_path, version):
    path = make(tmp_path / "image.zarr", random((9, 6, 7)), version=version)
    zarr.consolidate_metadata(path)
    glccl.zarr.label(path)
    assert "labels/components/0" in zarr.open_consolidated(path)


def edited(change):
    """Changes the attributes of the image's group."""
    def edit(path):
        file = path / "zarr.json"
        metadata = json.loads(file.read_text())
        change(metadata["attributes"]["ome"])
        file.write_text(json.dumps(metadata))
    return edit


def edited_array(change):
    def edit(path):
        file = path / "0" / "zarr.json"
        metadata = json.loads(file.read_text())
        change(metadata)
        file.write_text(json.dumps(metadata))
    return edit


def damaged(path):
    (path / "0" / "c" / "1" / "0" / "0").write_bytes(b"rubbish")


ERRORS = {
    "no multiscales": (edited(lambda ome: ome.pop("multiscales")), {}, ValueError, "has no multiscale image"),
    "another version": (edited(lambda ome: ome.update(version="0.3")), {}, ValueError, "has the version 0.3 of NGFF"),
    "a version that is no word": (edited(lambda ome: ome.update(version=["0.5"])), {}, ValueError,
                                  r"has the version ['0.5'] of NGFF"),
    "axes of no type": (edited(lambda ome: ome["multiscales"][0]["axes"].__setitem__(
        slice(0, 0), [{"name": "a"}, {"name": "t"}])), {}, ValueError, "the axes are a, t, z, y, x; two or three"),
    "no datasets": (edited(lambda ome: ome["multiscales"][0].update(datasets=[])), {}, ValueError, "no datasets"),
    "no path": (edited(lambda ome: ome["multiscales"][0].update(datasets=[{}])), {}, ValueError, "has no path"),
    "no axes": (edited(lambda ome: ome["multiscales"][0].pop("axes")), {}, ValueError, "no axes with names"),
    "too few axes": (edited(lambda ome: ome["multiscales"][0]["axes"].pop()), {}, ValueError,
                     "the metadata have 2 axes, and the array of level 0 has 3"),
    "odd axes": (edited(lambda ome: ome["multiscales"][0]["axes"][2].update(type="channel")), {}, ValueError,
                 "the axes are z, y, x; two or three spatial axes"),
    "odd scale": (edited(lambda ome: ome["multiscales"][0]["datasets"][0]["coordinateTransformations"][0].update(
        scale=[1])), {}, ValueError, "is no scale and no translation of 3 numbers"),
    "a scale of words": (edited(lambda ome: ome["multiscales"][0]["datasets"][0]["coordinateTransformations"][
        0].update(scale=[1, None, True])), {}, ValueError, "is no scale and no translation of 3 numbers"),
    "another array": (edited(lambda ome: ome["multiscales"][0]["datasets"][0].update(path="7")), {}, FileNotFoundError,
                      "there is no array 7"),
    "an unknown codec": (edited_array(lambda array: array["codecs"].append({"name": "zip9"})), {}, OSError,
                         "the array 0 cannot be opened"),
    "damaged metadata": (lambda path: (path / "0" / "zarr.json").write_text("{"), {}, OSError, "cannot be opened"),
    "a damaged chunk": (damaged, {}, OSError, "planes 0 to 8 cannot be read"),
    "no group": (lambda path: (path / "zarr.json").unlink(), {}, FileNotFoundError, "is no Zarr group"),
    "level": (None, {"level": 1}, ValueError, "has no level 1: it has levels 0 to 0"),
    "channel": (None, {"channel": 1}, ValueError, "has no axis of channels: leave channel out"),
    "name": (None, {"name": "a/b"}, ValueError, "the name of the labels is 'a/b'"),
    "table": (None, {"table": "xls"}, ValueError, 'table is \'xls\': pass "csv", "parquet" or None'),
    "dtype": (None, {"dtype": np.int32}, TypeError, "labels of int32"),
    "memory": (None, {"memory": 100}, MemoryError, "a slab of one plane takes"),
    "connectivity": (None, {"connectivity": 4}, ValueError, "the connectivity is 4"),
    "criterion": (None, {"criterion": "similar"}, ValueError, 'no criterion "similar"'),
}


@pytest.mark.parametrize("name", ERRORS)
def test_refused(name, tmp_path):
    edit, arguments, error, text = ERRORS[name]
    path = make(tmp_path / "image.zarr", random((9, 6, 7)))
    if edit:
        edit(path)
    with pytest.raises(error) as raised:
        glccl.zarr.label(path, **arguments)
    assert text in str(raised.value) and "\n" not in str(raised.value)
    assert not (path / "labels").exists() and not list(tmp_path.glob("*.csv"))


def test_targets_that_cannot_be_written(tmp_path, monkeypatch):
    path = make(tmp_path / "image.zarr", random((9, 6, 7)))
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="file is no folder"):
        glccl.zarr.label(path, tmp_path / "file")
    with pytest.raises(ValueError, match="has another format than the image, NGFF 0.5"):
        glccl.zarr.label(path, make(tmp_path / "older.zarr", random((9, 6, 7)), version="0.4"))
    glccl.zarr.label(path)
    with pytest.raises(FileExistsError, match="pass another name, or remove it"):
        glccl.zarr.label(path)

    monkeypatch.setattr(target.os, "access", lambda folder, mode: False)
    with pytest.raises(PermissionError, match="cannot be written"):
        glccl.zarr.label(path, name="again")
    assert not (path / "labels" / "again").exists()


def test_several_channels_need_one(tmp_path):
    path = make(tmp_path / "image.zarr", random((2, 9, 6, 7)), "czyx")
    with pytest.raises(ValueError, match="has 2 channels: pass channel=0 to 1"):
        glccl.zarr.label(path)
    with pytest.raises(ValueError, match="has no channel 2: it has channels 0 to 1"):
        glccl.zarr.label(path, channel=2)


def test_parquet(tmp_path):
    image = random((9, 6, 7))
    path = make(tmp_path / "image.zarr", image)
    try:
        from pyarrow import parquet
    except ImportError:
        with pytest.raises(ImportError, match="needs pyarrow"):
            glccl.zarr.label(path, table="parquet")
        return
    result = glccl.zarr.label(path, table="parquet", memory=memory_of(path))
    assert result.table == tmp_path / "image.zarr.components.parquet"
    found = parquet.read_table(result.table)
    expected = glccl.label(image, table=True)[1].to_dict()
    assert found.column_names == list(expected)
    for name, column in expected.items():
        assert np.array_equal(found[name].to_numpy(), column), name
        assert found[name].to_numpy().dtype == (np.uint64 if name == "label" else column.dtype), name
    times = make(tmp_path / "times.zarr", random((2, 1, 9, 6, 7)), "tczyx")
    table = parquet.read_table(glccl.zarr.label(times, table="parquet").table)
    assert table.column_names == ["t", *expected] and set(table["t"].to_pylist()) == {0, 1}
    nothing = make(tmp_path / "nothing.zarr", np.zeros((9, 6, 7), np.uint8))
    table = parquet.read_table(glccl.zarr.label(nothing, table="parquet").table)
    assert table.num_rows == 0 and table.column_names == list(expected)


def test_import_is_put_off():
    """What the module needs of Python takes as long to import as the rest of the package."""
    code = ("import sys, glccl; assert 'glccl.zarr' not in sys.modules\n"
            "from glccl import *; assert zarr is glccl.zarr is sys.modules['glccl.zarr']")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import_needs_no_zarr():
    code = ("import sys; sys.modules['zarr'] = None; import glccl\n"
            "try: glccl.zarr.label('image.zarr')\n"
            "except ImportError as error: assert 'glccl.zarr needs zarr-python 3' in str(error)\n"
            "else: raise SystemExit(1)")
    subprocess.run([sys.executable, "-c", code], check=True)
