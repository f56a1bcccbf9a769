#!/usr/bin/env python3
"""Labels random images in a headless Chromium and compares labels and tables with cpu-serial, word for word. Runs the
lines of docs/use/web.md too.

    label_images.py GLCCL [--count N] [--kinds N] [--seed S] [--only NAME]

GLCCL is the program glccl. Exit status: 1 for a difference, 77 where there is no Chromium.
"""
import argparse
import base64
import json
import math
import queue
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
from array import array
from pathlib import Path

from browser import SKIPPED, Browser, Server, find_chromium
from expected_table import expected_rows

PAGE = b"""<!doctype html><title>glccl</title><script type="module">
import { Labeler } from "./glccl.js";
const post = (path, data) => fetch(path, { method: "POST", body: data });
const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i16: Int16Array, i32: Int32Array,
  f32: Float32Array, unorm8: Uint8Array, rgba8: Uint8Array };
async function documented(imageData) {
DOCUMENTED
}
try {
  const picture = new ImageData(60, 40);
  picture.data.fill(255, 0, 4 * 60 * 8);
  await documented(picture);
  const labeler = await Labeler.create();
  const cases = await (await fetch("/cases.js")).json();
  const sourceOf = (shape, format, data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return { data: new ARRAYS[format](bytes.buffer), shape, format };
  };
  for (const { name, shape, format, spec, data, mask, intensity } of cases) {
    try {
      const inputs = { image: sourceOf(shape, format, data) };
      if (mask) inputs.mask = sourceOf(shape, "u8", mask);
      if (intensity) inputs.intensity = sourceOf(shape, ...intensity);
      const labels = await labeler.label(inputs, spec);
      await post(`/labels/${name}`, await labels.read());
      await post(`/table/${name}`, await labels.readTable());
      labels.destroy();
    } catch (error) {
      await post(`/error/${name}`, String(error));
    }
  }
} catch (error) {
  await post("/error/", `${error}\\n${error.stack}`);
}
await post("/done", "");
</script>"""
ROOT = Path(__file__).parents[2]
BLOCK = re.search(r"^```js\n(.*?)^```$", (ROOT / "docs/use/web.md").read_text(), re.MULTILINE | re.DOTALL)[1]
PAGE = PAGE.replace(b"DOCUMENTED", re.sub(r"^import .*\n", "", BLOCK, flags=re.MULTILINE).encode())
TYPES = {"u8": "B", "u16": "H", "u32": "I", "i16": "h", "i32": "i", "f32": "f", "unorm8": "B", "rgba8": "B"}
FORMATS = {"foreground": ["u8", "u16", "i16", "i32", "f32", "unorm8"], "equal": ["u8", "u16", "u32", "i32", "rgba8"],
           "difference": ["u8", "i16", "f32", "unorm8", "rgba8"]}  # fmt: skip
INTENSITIES = ["u8", "u16", "i16", "i32", "f32", "unorm8"]
OPTIONS = {"minArea": "--min-area", "maxArea": "--max-area", "largest": "--largest", "clearBorder": "--clear-border"}
FILTERS = {"": {}, "limits": {"minArea": [2, 10], "maxArea": [30, 500], "clearBorder": [True]},
           "largest": {"largest": [1, 7]}}  # fmt: skip
TABLE_ROWS = 16384  # that a table has room for where a specification does not say
NUMPY = {"B": "|u1", "H": "<u2", "I": "<u4", "h": "<i2", "i": "<i4", "f": "<f4"}


def all_kinds():
    """What needs programs of its own: (criterion, format, connectivity, measure, filter)."""
    kinds = []
    for criterion, formats in FORMATS.items():
        for format in formats:
            measures = ["sum", "luminance", "largest"] if (criterion, format) == ("difference", "rgba8") else ["sum"]
            for connectivity in [4, 8] + ([6, 18, 26] if format != "rgba8" else []):
                for measure in measures:
                    for filter in ["", "limits", "largest"]:
                        kinds.append((criterion, format, connectivity, measure, filter))
    return kinds


def random_case(number, kind, chance, few_programs=False):
    """An image and a specification: (name, shape, format, values, spec of web/glccl.js, options of glccl, and by name
    the mask and the image of intensities). With `few_programs`, all cases of a kind ask for the same measurements,
    axes and inputs, whose programs take SwiftShader seconds to compile."""
    choice = random.Random(repr(kind)) if few_programs else chance
    criterion, format, connectivity, measure, filter = kind
    if connectivity > 8:
        # glccl takes a last axis of 3 or 4 for colours.
        sides = [chance.choice([2, 5, 17, 33]), chance.choice([1, 3, 20, 40]), chance.choice([1, 5, 20, 40])]
    elif connectivity == 6:
        sides = [chance.choice([1, 9, 17]), chance.choice([1, 9, 20]), chance.choice([1, 5, 20, 40])]
    else:
        sides = [chance.choice([1, 7, 64, 65, 150, 300]), chance.choice([1, 31, 33, 129, 260])]
    spec = {"criterion": criterion, "connectivity": connectivity}
    options = ["--connectivity", str(connectivity)]
    levels = chance.choice([2, 3, 8])
    if criterion == "equal":
        options += ["--equal"]
    if criterion == "difference":
        spec["largestDifference"] = chance.choice([0, 1, 2])
        spec["measure"] = measure
        options += ["--max-difference", str(spec["largestDifference"]), "--measure", measure]
    if criterion == "foreground":
        low = chance.choice([0, levels // 2 - 1])
        spec["low"] = (low + 0.5) / 255 if format == "unorm8" else low
        spec["inverted"] = chance.random() < 0.3
        spec["fillHoles"] = chance.choice([1, 20, None]) if choice.random() < 0.3 else 0
        options += ["--threshold", str(low), "--fill-holes", str(spec["fillHoles"] or "all")]
        if spec["fillHoles"] == 0:
            options = options[:-2]
        options += ["--invert"] * spec["inverted"]
    for name, values in FILTERS[filter].items():
        if filter == "limits" and chance.random() < 0.4:
            continue
        spec[name] = chance.choice(values)
        options += [OPTIONS[name]] + ([str(spec[name])] if name != "clearBorder" else [])
    values = random_values(math.prod(sides), sides[-1], levels, format, chance)
    more = random_inputs(sides, connectivity, spec, options, chance, choice)
    return f"{number}-{format}-{criterion}-{connectivity}-{filter}", sides, format, values, spec, options, more


def random_inputs(sides, connectivity, spec, options, chance, choice):
    """A mask and an image of intensities, or not; periodic axes and columns are added to `spec` and `options`. `choice`
    draws what needs programs of its own, `chance` the values."""
    more, count = {}, math.prod(sides)
    volume = connectivity in (6, 18, 26) and sides[0] > 1
    if choice.random() < 0.3 and spec.get("fillHoles", 0) == 0:
        more["mask"] = random_values(count, sides[-1], 3, "u8", chance)
    if choice.random() < 0.3:
        axes = "xyz" if volume else "xy"
        spec["periodic"] = choice.sample(axes, choice.randint(1, len(axes)))
        options += ["--periodic", ",".join(spec["periodic"])]
    if choice.random() < 0.4:
        columns = ["moments", "cubes" if volume else "quads", "intensity", "seams"]
        spec["columns"] = choice.sample(columns, choice.randint(1, 4))
        if "intensity" in spec["columns"]:
            format = choice.choice(INTENSITIES)
            values = random_values(count, sides[-1], 200, format, chance)
            if format == "f32":
                spec["fractionBits"] = choice.choice([None, 0, 3])
                values = array("f", [(value - 90) / 8 for value in values])
            more["intensity"] = (values, format)
    return more


def random_values(count, width, levels, format, chance):
    """Noise, coarse or fine, with few zeros or many."""
    zeros, repeat = chance.choice([0.2, 0.5, 0.7]), chance.choice([1, 1, 5])
    row, values = [], []
    for i in range(count):
        if i % width == 0 and (not row or chance.random() < 1 / repeat):
            row = []
        at = i % width
        if at >= len(row):
            value = 0 if chance.random() < zeros else chance.randrange(1, levels)
            row += [value - (2 if format.startswith("i") else 0)] * repeat
        values.append(row[at])
    if format == "rgba8":
        return array("B", [v for value in values for v in (value, value % 2, value // 2, 255 * (value > 0))])
    return array(TYPES[format], values)


def npy(values, shape, format):
    shape = (*shape, 4) if format == "rgba8" else shape
    header = f"{{'descr': '{NUMPY[values.typecode]}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header = header.ljust(127 - 10) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes()


def expected_labels(glccl, folder, case):
    name, shape, format, values, _, options, more = case
    image, labels = folder / f"{name}.npy", folder / f"{name}.raw"
    image.write_bytes(npy(values, shape, format))
    if "mask" in more:
        mask = folder / f"{name}-mask.npy"
        mask.write_bytes(npy(more["mask"], shape, "u8"))
        options = [*options, "--mask", mask]
    subprocess.run([glccl, "label", image, "--engine", "cpu-serial", *options, "--labels", labels], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return array("I", labels.read_bytes())


def differences(case, labels, table, expected):
    """What is wrong, in a sentence; nothing if all is right."""
    if labels != expected:
        wrong = [i for i, (found, right) in enumerate(zip(labels, expected)) if found != right]
        return f"{len(wrong)} of {len(expected)} labels, at {wrong[0]} {labels[wrong[0]]}, not {expected[wrong[0]]}"
    _, shape, format, values, spec, _, more = case
    count, rows = max(expected, default=0), expected_rows(expected, values, format, shape, spec, more.get("intensity"))
    kept = min(count, TABLE_ROWS)
    if table[8] != count or table[1] != kept:
        return f"{table[8]} components and {table[1]} rows, not {count} and {kept}"
    rows = rows[: len(rows) * kept // max(count, 1)]
    found = list(table[16 : 16 + len(rows)])
    if found != rows:
        wrong = next(i for i, (a, b) in enumerate(zip(found, rows)) if a != b)
        return f"the table, at word {wrong} of {len(rows)} {found[wrong]}, not {rows[wrong]}"
    return ""


def describe(case):
    name, shape, format, _, spec, *_ = case
    return f"{name}: {'x'.join(map(str, shape))} {json.dumps(spec)}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("glccl")
    arguments.add_argument("--count", type=int, default=64)
    arguments.add_argument("--kinds", type=int, default=8, help="that need programs of their own; 0: all")
    arguments.add_argument("--seconds", type=float, default=170, help="for all of them")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    if not find_chromium():
        print("skipped: there is no chromium (Debian's package chromium)")
        return SKIPPED
    chance = random.Random(given.seed)
    kinds = all_kinds()
    if given.kinds:
        # One of foreground in space, whose tiles have more words than workgroups have invocations.
        largest = ("foreground", "u8", 26, "sum", "")
        kinds = [largest, *chance.sample(kinds, given.kinds - 1)]
    few = given.kinds > 0
    cases = [random_case(number, kinds[number % len(kinds)], chance, few) for number in range(given.count)]
    cases = [case for case in cases if case[0].startswith(given.only)]
    return compare(given.glccl, {case[0]: case for case in cases}, given.seconds)


def sent(case):
    name, shape, format, values, spec, _, more = case
    spec = {**spec, "fillHoles": 2**63} if spec.get("fillHoles", 0) is None else spec
    text = {"name": name, "shape": shape, "format": format, "spec": spec, "data": in_text(values)}
    if "mask" in more:
        text["mask"] = in_text(more["mask"])
    if "intensity" in more:
        text["intensity"] = [more["intensity"][1], in_text(more["intensity"][0])]
    return text


def in_text(values):
    return base64.b64encode(values).decode()


def compare(glccl, cases, seconds):
    failures, labels, done = [], {}, 0
    server = Server({"/page.html": PAGE, "/cases.js": json.dumps([sent(case) for case in cases.values()]).encode()})
    with tempfile.TemporaryDirectory() as folder, Browser(server.url("/page.html")):
        end = time.monotonic() + seconds
        while True:
            try:
                path, data = server.posted.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                failures.append(f"{seconds} seconds are over")
                break
            kind, _, name = path[1:].partition("/")
            if kind == "done":
                break
            if kind == "error":
                failures.append(f"{describe(cases[name]) if name else 'the page'}: {data.decode()}")
            if kind == "labels":
                labels[name] = array("I", data)
            if kind == "table":
                done += 1
                expected = expected_labels(glccl, Path(folder), cases[name])
                wrong = differences(cases[name], labels[name], array("I", data), expected)
                failures += [f"{describe(cases[name])}: {wrong}"] * bool(wrong)
    print("\n".join([*failures, f"{done} of {len(cases)} images labeled, {len(failures)} failures"]))
    return 1 if failures or done != len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
