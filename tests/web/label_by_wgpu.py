#!/usr/bin/env python3
"""Labels random images and volumes by wgpu (PyPI), which runs the WGSL of web/ on any device of Vulkan, and compares
labels and tables with cpu-serial, word for word.

    label_by_wgpu.py GLCCL [--count N] [--seed S] [--only NAME] [--times RUNS [--sides N...]] [--keep FILE]

GLCCL is the program glccl, or a file *.json that --keep wrote: the labels of cpu-serial, for a machine without the
program. --times labels noise and discs of N squared pixels RUNS times each and prints the smallest and the middle time,
on the GPU and from submitting to the first word that is read. Needs wgpu and wasmtime of PyPI. Exit status: 1 for a
difference.
"""
import argparse
import hashlib
import json
import random
import re
import statistics
import sys
import tempfile
import time
from array import array
from pathlib import Path

import wgpu
from label_images import all_kinds, describe, differences, expected_labels, random_case
from planner import WEB, Planner

TEXTURES = {"u8": "r8uint", "u16": "r16uint", "u32": "r32uint", "i16": "r16sint", "i32": "r32sint", "f32": "r32float",
            "unorm8": "r8unorm", "rgba8": "rgba8unorm"}  # fmt: skip
# Bindings of the programs, as in web/glccl.js.
UNIFORMS, SOURCE, LABELS = 8, 9, 10
SCRATCH_TABLES = {"areas": 7, "mask": 8}
UNIFORM_BYTES, UNIFORM_STRIDE = 144, 256
SAMPLE_TYPES = {"u32": "uint", "i32": "sint", "f32": "unfilterable-float"}
BINDING = re.compile(r"@binding\((\d+)\)@group\(0\)var(?:<([^>]*)>)? ?\w+:(\w+)(?:<(\w+))?")


class Labeler:
    def __init__(self):
        self.planner = Planner()
        self.programs = json.loads((WEB / "programs.json").read_text())
        adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
        print(adapter.summary)
        names = ["max-storage-buffer-binding-size", "max-buffer-size", "max-compute-workgroup-storage-size"]
        self.device = adapter.request_device_sync(
            required_features=["timestamp-query"], required_limits={name: adapter.limits[name] for name in names}
        )
        self.pipelines = {}

    def pipeline(self, program, constants):
        """The pipeline of a program, and its bindings."""
        code = "\n".join(self.programs["parts"][i] for i in self.programs["programs"][program])
        declared = {number: constants[int(number)] for number in re.findall(r"@id\((\d+)\)", code)}
        key = (program, *declared.items())
        if key not in self.pipelines:
            entries = [{"binding": int(binding), "visibility": wgpu.ShaderStage.COMPUTE, **resource_of(*kind)}
                       for binding, *kind in BINDING.findall(code)]  # fmt: skip
            layout = self.device.create_bind_group_layout(entries=entries)
            pipeline = self.device.create_compute_pipeline(
                layout=self.device.create_pipeline_layout(bind_group_layouts=[layout]),
                compute={"module": self.device.create_shader_module(code=code), "entry_point": "main",
                         "constants": declared},
            )  # fmt: skip
            self.pipelines[key] = pipeline, layout, [entry["binding"] for entry in entries]
        return self.pipelines[key]

    def texture(self, values, size, format):
        texture = self.device.create_texture(
            size=size, dimension="3d" if size[2] > 1 else "2d", format=TEXTURES[format],
            usage=wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_DST,
        )  # fmt: skip
        row = len(values) * values.itemsize // (size[1] * size[2])
        self.device.queue.write_texture({"texture": texture}, bytes(values),
                                        {"bytes_per_row": row, "rows_per_image": size[1]}, size)  # fmt: skip
        return texture.create_view()

    def label(self, case, runs=1):
        """The labels, the words of the table, and of some runs the milliseconds on the GPU and in all."""
        _, shape, format, values, spec, _, more = case
        depth, height, width = [1, 1, *shape][-3:]
        size = (width, height, depth)
        asked = {**spec, "width": width, "height": height, "depth": depth, "format": format}
        if asked.get("fillHoles", 0) is None:
            asked["fillHoles"] = 2**63
        views = {"image": self.texture(values, size, format)}
        if "mask" in more:
            asked["maskFormat"], views["mask"] = "u8", self.texture(more["mask"], size, "u8")
        if "intensity" in more:
            intensity, asked["intensityFormat"] = more["intensity"]
            views["intensity"] = self.texture(intensity, size, asked["intensityFormat"])
        limits = self.device.limits
        table_bytes, buffer_bytes, passes = self.planner.plan(asked, {
            "mostBytes": limits["max-storage-buffer-binding-size"], "mostSide": limits["max-texture-dimension-3d"],
            "mostShared": limits["max-compute-workgroup-storage-size"]})  # fmt: skip
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC
        # A program may name a buffer that a plan never touches.
        table, *scratch = [self.device.create_buffer(size=max(bytes, 256), usage=usage)
                           for bytes in [table_bytes, *buffer_bytes]]  # fmt: skip
        labels = self.device.create_texture(
            size=size, dimension="3d" if depth > 1 else "2d", format="r32uint",
            usage=wgpu.TextureUsage.STORAGE_BINDING | wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_SRC,
        )  # fmt: skip
        views["labels"] = labels.create_view()
        words = array("I")
        for one in passes:
            words += array("I", one["uniforms"] + [0] * (UNIFORM_STRIDE // 4 - len(one["uniforms"])))
        uniforms = self.device.create_buffer_with_data(data=words, usage=wgpu.BufferUsage.UNIFORM)

        def resource(number, one, binding):
            if binding == UNIFORMS:
                return {"buffer": uniforms, "offset": UNIFORM_STRIDE * number, "size": UNIFORM_BYTES}
            if binding in (SOURCE, LABELS):
                return views[one["source"] if binding == SOURCE else "labels"]
            buffer = scratch[SCRATCH_TABLES.get(one["table"], 0) if binding == 0 else binding - 1]
            return {"buffer": table if binding == 0 and one["table"] == "components" else buffer}

        commands = []
        for number, one in enumerate(passes):
            pipeline, layout, bindings = self.pipeline(one["program"], one["constants"])
            entries = [{"binding": each, "resource": resource(number, one, each)} for each in bindings]
            commands.append((pipeline, self.device.create_bind_group(layout=layout, entries=entries), one["groups"]))
        times = [self.run(commands) for _ in range(runs)]
        data = self.device.queue.read_texture({"texture": labels}, {"bytes_per_row": 4 * width,
                                                                    "rows_per_image": height}, size)  # fmt: skip
        return array("I", bytes(data)), array("I", bytes(self.device.queue.read_buffer(table))), times

    def run(self, commands):
        queries = self.device.create_query_set(type="timestamp", count=2)
        times = self.device.create_buffer(size=16, usage=wgpu.BufferUsage.QUERY_RESOLVE | wgpu.BufferUsage.COPY_SRC)
        encoder = self.device.create_command_encoder()
        begun = encoder.begin_compute_pass(timestamp_writes={
            "query_set": queries, "beginning_of_pass_write_index": 0, "end_of_pass_write_index": 1})  # fmt: skip
        for pipeline, group, groups in commands:
            begun.set_pipeline(pipeline)
            begun.set_bind_group(0, group)
            begun.dispatch_workgroups(*groups)
        begun.end()
        encoder.resolve_query_set(queries, 0, 2, times, 0)
        recorded, begin = encoder.finish(), time.perf_counter()
        self.device.queue.submit([recorded])
        first, last = array("Q", bytes(self.device.queue.read_buffer(times)))
        return (last - first) / 1e6, 1e3 * (time.perf_counter() - begin)


def resource_of(space, type, element):
    if space == "uniform":
        return {"buffer": {"type": "uniform"}}
    if space:
        return {"buffer": {"type": "read-only-storage" if space.endswith("read") else "storage"}}
    dimension = "3d" if type.endswith("3d") else "2d"
    if type.startswith("texture_storage"):
        return {"storage_texture": {"access": "write-only", "format": "r32uint", "view_dimension": dimension}}
    return {"texture": {"sample_type": SAMPLE_TYPES[element], "view_dimension": dimension}}


def noise(side):
    """Half of the pixels, at random."""
    return random.Random(1).randbytes(side * side).translate(bytes(int(i < 128) for i in range(256)))


def discs(side):
    """Discs of radius 2 to 15 that overlap, 2500 in 1024 squared."""
    chance, pixels = random.Random(2), bytearray(side * side)
    for _ in range(2500 * side * side // 1024**2):
        x, y, radius = chance.randrange(side), chance.randrange(side), chance.randint(2, 15)
        for row in range(max(0, y - radius), min(side, y + radius + 1)):
            half = int((radius * radius - (row - y) ** 2) ** 0.5)
            first, last = max(0, x - half), min(side, x + half + 1)
            pixels[row * side + first : row * side + last] = b"\1" * (last - first)
    return bytes(pixels)


def timed_cases(sides):
    """Images whose labelings are timed: the labels alone, and with the component table."""
    for kind in noise, discs:
        for side in sides:
            values = array("B", kind(side))
            for numbering in "root", "raster":
                spec = {"criterion": "foreground", "connectivity": 8, "low": 0, "numbering": numbering,
                        "tableRows": 0 if numbering == "root" else side * side // 32}  # fmt: skip
                yield f"{kind.__name__} {side} {numbering}", [side, side], "u8", values, spec, ["--threshold", "0"], {}


def print_times(labeler, runs, sides, hash_of):
    """The times of the timed cases. Returns how many gave other labels than cpu-serial: of raster numbering by a hash,
    of root numbering by those of raster numbering."""
    failures, roots = 0, None
    print("| image | labels | on the GPU: smallest, middle | in all: smallest, middle |\n|---|---|---|---|")
    for case in timed_cases(sides):
        labels, _, times = labeler.label(case, runs)
        if case[4]["numbering"] == "root":
            roots, right = labels, True
        else:
            right = hash_of(case) == hashlib.sha256(labels).hexdigest()
            right &= len(set(zip(roots, labels))) == len(set(roots)) == len(set(labels))
        failures += not right
        on_gpu, in_all = ([f"{pick(each):.3f}" for pick in (min, statistics.median)] for each in zip(*times))
        name, _, numbering = case[0].rpartition(" ")
        wrong = "" if right else " WRONG"
        print(f"| {name} | {numbering}{wrong} | {', '.join(on_gpu)} ms | {', '.join(in_all)} ms |", flush=True)
    return failures


class Expected:
    """The labels of cpu-serial: of the program, or of a file that keep() has written."""

    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.kept = json.loads(Path(program).read_text()) if program.endswith(".json") else None

    def labels(self, case):
        if self.kept:
            return array("I", bytes.fromhex(self.kept[case[0]]))
        return expected_labels(self.program, self.folder, case)

    def hash(self, case):
        return self.kept[case[0]] if self.kept else hashlib.sha256(self.labels(case)).hexdigest()

    def keep(self, cases, sides, file):
        kept = {case[0]: self.labels(case).tobytes().hex() for case in cases}
        kept |= {case[0]: self.hash(case) for case in timed_cases(sides) if case[4]["numbering"] == "raster"}
        Path(file).write_text(json.dumps(kept))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("glccl")
    arguments.add_argument("--count", type=int, default=64)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--times", type=int, default=0)
    arguments.add_argument("--sides", type=int, nargs="+", default=[512, 1024, 2048, 4096])
    arguments.add_argument("--keep")
    given = arguments.parse_args()
    chance = random.Random(given.seed)
    kinds = chance.sample(all_kinds(), len(all_kinds()))
    cases = [random_case(number, kinds[number % len(kinds)], chance) for number in range(given.count)]
    cases = [case for case in cases if case[0].startswith(given.only)]
    with tempfile.TemporaryDirectory() as folder:
        expected = Expected(given.glccl, folder)
        if given.keep:
            expected.keep(cases, given.sides, given.keep)
            return 0
        labeler, failures = Labeler(), 0
        for case in cases:
            labels, table, _ = labeler.label(case)
            if wrong := differences(case, labels, table, expected.labels(case)):
                print(f"{describe(case)}: {wrong}", flush=True)
                failures += 1
        print(f"{len(cases)} images, {failures} failures", flush=True)
        if given.times:
            failures += print_times(labeler, given.times, given.sides, expected.hash)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
