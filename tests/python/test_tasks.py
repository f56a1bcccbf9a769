"""docs/use/tasks.md: its C++ and C compiles against the headers, and its Python runs."""

import pathlib
import re
import shutil
import subprocess

import glccl
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = [ROOT / "engine/include", ROOT / "cuda/include", *sorted(ROOT.glob("host/*/include"))]
BLOCKS = re.findall(r"```([a-z ]+)\n(.*?)```", (ROOT / "docs/use/tasks.md").read_text(), re.DOTALL)

#: What the blocks of each interface find declared, at the top of a file and at the top of their function.
DECLARED = {
    "cpp opengl": (
        """
#include <glccl/labeler.hpp>
#include <glccl/regions.hpp>
#include <glccl/tracker.hpp>
using namespace glccl;
""",
        "constexpr std::uint32_t image = 1, mask = 2, light = 3, volume = 4;",
    ),
    "cpp cuda": (
        """
#include <glccl/cuda/labeler.hpp>
#include <glccl/cuda/regions.hpp>
#include <glccl/cuda/tracker.hpp>
using namespace glccl;
""",
        "void *pixels{}, *labels{}, *table{}, *stream{}; cuda::DeviceImage mask, light;",
    ),
    "cpp cpu": (
        """
#include <glccl/host/labeler.hpp>
#include <glccl/host/regions.hpp>
#include <glccl/host/tracker.hpp>
#include <thread>
using namespace glccl;
""",
        "const void* pixels = nullptr; ImageView mask, light;",
    ),
    "c": (
        """
#include <glccl/glccl.h>
#include <glccl/regions.h>
#include <glccl/tracker.h>
static glccl_component components[4096];
static glccl_measurements measured[4096];
static glccl_contact contacts[1024];
static glccl_track tracks[4096];
""",
        """
  const uint32_t image = 1, mask = 2, light = 3, volume = 4;
  const glccl_extent extent = {640, 480, 1};
  glccl_region_options region_options = glccl_default_regions();
  glccl_tracker_options tracker_options = glccl_default_tracker();
  glccl_labeler* labeler; glccl_regions* regions; glccl_tracker* tracker;
  glccl_labels labels = {.size = sizeof labels};
  glccl_error error; size_t count; uint32_t buffer; int32_t done;
""",
    ),
}


def blocks(interface):
    return [text for name, text in BLOCKS if name == interface]


@pytest.mark.parametrize("interface", DECLARED)
def test_tasks_compile(interface):
    language, compiler = ("c", "cc") if interface == "c" else ("c++", "c++")
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    once, *tasks = blocks(interface)
    assert len(tasks) == 10
    top, first = DECLARED[interface]
    scopes = "\n".join("{\n" + task + "}" for task in tasks)
    source = f"{top}\nvoid run_tasks(void) {{\n{first}\n{once}\n{scopes}\n}}\n"
    standard = "c11" if language == "c" else "c++20"
    includes = [f"-I{folder}" for folder in HEADERS]
    compiled = subprocess.run(
        [compiler, f"-std={standard}", "-fsyntax-only", "-w", *includes, "-x", language, "-"],
        input=source, text=True, capture_output=True,
    )
    assert compiled.returncode == 0, compiled.stderr


def test_tasks_run_in_python():
    once, *tasks = blocks("python")
    assert len(tasks) == 10
    noise = np.random.default_rng(1)
    given = {
        "glccl": glccl,
        "image": noise.integers(0, 3, (480, 640), np.uint8),
        "mask": noise.random((480, 640)) < 0.8,
        "light": noise.random((480, 640), np.float32),
        "volume": noise.integers(0, 2, (8, 48, 64), np.uint8),
    }
    exec(once, given)
    for task in tasks:
        found = dict(given)
        exec(task, found)
        assert found.keys() - given.keys()
