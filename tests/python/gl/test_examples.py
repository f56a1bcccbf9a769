"""The examples run, and draw what they promise."""

import importlib.util
import pathlib
import subprocess
import sys

import contexts
import glccl
import numpy as np
from PIL import Image

FOLDER = pathlib.Path(__file__).parents[3] / "examples" / "python"


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
