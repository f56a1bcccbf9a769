"""The examples run, and draw what they promise."""

import importlib.util
import pathlib
import shutil
import subprocess
import sys

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from page_blocks import blocks_of
from PIL import Image

ROOT = pathlib.Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "python"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def packed(colours):
    return np.ascontiguousarray(colours, np.uint8).view("u4")[..., 0]


def test_label_framebuffer(tmp_path):
    example = load("label_framebuffer")
    context = contexts.ModernglContext()
    renderer = example.Renderer(context.gl, 320, 180)
    pictures = []
    for frame in range(3):
        renderer.draw_shapes(frame / 30)
        shapes = renderer.pixels()
        labels = renderer.draw_boxes()
        found = labels.numpy()
        expected, table = glccl.label(packed(shapes), criterion="equal", background=packed(example.BACKGROUND)[()],
                                      table=True)
        np.testing.assert_array_equal(found, expected)
        assert len(table) >= example.SHAPES // 2
        np.testing.assert_array_equal(labels.components().bbox, table.bbox)

        boxed = shapes.copy()
        for y0, x0, y1, x1 in table.bbox:
            boxed[[y0, y1 - 1], x0:x1] = example.BOX
            boxed[y0:y1, [x0, x1 - 1]] = example.BOX
        pictures.append(renderer.pixels())
        np.testing.assert_array_equal(pictures[-1], boxed)
    assert (pictures[0] != pictures[2]).any()
    del renderer
    context.end()

    options = ["--size", "320x180", "--frames", "3", "--out", "frame.png"]
    command = [sys.executable, FOLDER / "label_framebuffer.py", *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{len(table)} components in the last frame" in done.stdout
    np.testing.assert_array_equal(np.asarray(Image.open(tmp_path / "frame.png")), pictures[-1])


def test_the_lines_of_the_page(context):
    """Those of docs/use/python.md with all classes."""
    (code,) = [block.code for block in blocks_of("docs/use/python.md") if block.language == "python gl"]
    random, shape = np.random.default_rng(3), (480, 640)
    ids = np.kron(random.integers(0, 4, (48, 64)), np.ones((10, 10))).astype("u4")
    visible = (random.random(shape) < 0.9).astype("u1")
    heat = random.random(shape).astype("f4")
    row, column = np.argwhere((ids > 0) & (visible > 0))[500]
    names = dict(
        glccl=glccl, ids=context.texture(ids, "R32UI"), visible=context.texture(visible, "R8UI"),
        heat=context.texture(heat, "R32F"), row=row, column=column,
    )
    exec(compile(code, "python.md", "exec"), names)
    labels = glccl.label(ids, criterion="equal", mask=visible)
    np.testing.assert_array_equal(context.read(names["labels"].texture, shape), labels)
    hovered = contexts.read_bytes(names["hovered"], shape)
    np.testing.assert_array_equal(hovered, glccl.select(labels, (row, column)))
    colours = contexts.read_colours(names["picture"], shape)
    assert (colours.any(axis=2) == (labels > 0)).all()
    expected = glccl.skimage.regionprops_table(labels, heat, ["area", "orientation", "intensity_mean"])
    assert list(names["table"]) == list(expected)
    for name, column in expected.items():
        np.testing.assert_allclose(names["table"][name], column, err_msg=name)
    for name in ("labeler", "tracker", "regions"):
        names[name].close()


def test_the_lines_of_the_readme(context):
    (code,) = [block.code for block in blocks_of("README.md") if block.language == "python"]
    mask = np.random.default_rng(4).random((60, 80)) < 0.4
    names = dict(glccl=glccl, mask=mask, texture=context.texture(mask.astype("u1"), "R8UI"))
    arrays, textures = code.splitlines()
    exec(arrays, names)
    labels = names["labels"]
    np.testing.assert_array_equal(labels, glccl.label(mask))
    assert len(names["table"]) == labels.max()
    exec(textures, names)
    np.testing.assert_array_equal(names["labels"].numpy(), labels)


def test_label_raylib(tmp_path):
    pytest.importorskip("raylib")
    if shutil.which("xvfb-run") is None:
        pytest.skip("no xvfb-run")
    command = ["xvfb-run", "-a", sys.executable, FOLDER / "label_raylib.py", "--frames", "3", "--out", "frame.png"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    scene, colours = np.split(np.asarray(Image.open(tmp_path / "frame.png")), 2, axis=1)
    labels = glccl.label(packed(scene), criterion="equal", background=packed(load("label_raylib").BACKGROUND)[()])
    assert f"{labels.max()} components in the last of 3 frames" in done.stdout
    # Each component has one colour, and the colours tell as much as the labels do.
    shown = glccl.label(packed(colours), criterion="equal", background=packed(load("label_raylib").BACKGROUND)[()])
    np.testing.assert_array_equal(shown, labels)
