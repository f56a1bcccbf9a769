#!/usr/bin/env python3
"""Runs examples/vulkan_renderer and compares the boxes that it draws with those of cpu-serial.

    check_boxes.py GLCCL PROGRAM PICTURE.ppm IDS.pgm

GLCCL is the program glccl, PROGRAM the example, and the files are what the example writes. The number that it prints is
that of the components of the ids, some of its objects are cut in several, and the white pixels of the picture are the
outlines of all boxes. Khronos's validation layer says nothing, where it is installed. Exit status: 1 for a difference.
"""
import csv
import os
import re
import subprocess
import sys

VALIDATION = {
    "VK_INSTANCE_LAYERS": "VK_LAYER_KHRONOS_validation",
    "VK_LAYER_ENABLES": "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT",
}


def run(*command, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout


def read_white_pixels(path):
    """The places (x, y) of the white pixels of a PPM."""
    with open(path, "rb") as file:
        width = int(file.readline().split()[1])
        values = file.read()
    white = (i // 3 for i in range(0, len(values), 3) if values[i:i + 3] == b"\xff\xff\xff")
    return {(i % width, i // width) for i in white}


def outline(x0, y0, x1, y1):
    return ({(x, y) for x in range(x0, x1 + 1) for y in (y0, y1)} |
            {(x, y) for y in range(y0, y1 + 1) for x in (x0, x1)})


def main(glccl, program, picture, ids):
    printed = run(program, picture, ids, **VALIDATION)
    found = re.fullmatch(r"(\d+) components of \d+ objects\n", printed)
    if not found:
        sys.exit(f"{program} or a layer of Vulkan says:\n{printed}")
    run(glccl, "label", ids, "--equal", "--engine", "cpu-serial", "--components", "components.csv")
    with open("components.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    if int(found[1]) != len(rows):
        sys.exit(f"{program} finds {found[1]} components, cpu-serial {len(rows)}")
    if len({row["value"] for row in rows}) == len(rows):
        sys.exit("no object is cut in several components")
    white = read_white_pixels(picture)
    expected = set().union(*(outline(*(int(row[key]) for key in ("x0", "y0", "x1", "y1"))) for row in rows))
    if white != expected:
        sys.exit(f"{len(expected - white)} pixels of outlines are not white, {len(white - expected)} others are; "
                 f"one of them is {min(white ^ expected)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
