#!/usr/bin/env python3
"""Labels random images and volumes by wgpu (PyPI), which runs the WGSL of web/ on any device of Vulkan, and compares
labels and tables with cpu-serial, word for word.

    label_by_wgpu.py GLCCL [--count N] [--seed S] [--only NAME] [--times]

GLCCL is the program glccl. --times prints the time on the GPU of each image, the smallest of ten. Needs wgpu and
wasmtime of PyPI. Exit status: 1 for a difference.
"""
import argparse
import json
import random
import re
import sys
import tempfile
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
        """The labels, the words of the table, and the shortest time on the GPU of some runs in milliseconds."""
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
        table = self.device.create_buffer(size=table_bytes, usage=usage)
        scratch = [self.device.create_buffer(size=bytes, usage=usage) if bytes else None for bytes in buffer_bytes]
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
        time = min(self.run(commands) for _ in range(runs))
        data = self.device.queue.read_texture({"texture": labels}, {"bytes_per_row": 4 * width,
                                                                    "rows_per_image": height}, size)  # fmt: skip
        return array("I", bytes(data)), array("I", bytes(self.device.queue.read_buffer(table))), time

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
        self.device.queue.submit([encoder.finish()])
        first, last = array("Q", bytes(self.device.queue.read_buffer(times)))
        return (last - first) / 1e6


def resource_of(space, type, element):
    if space == "uniform":
        return {"buffer": {"type": "uniform"}}
    if space:
        return {"buffer": {"type": "read-only-storage" if space.endswith("read") else "storage"}}
    dimension = "3d" if type.endswith("3d") else "2d"
    if type.startswith("texture_storage"):
        return {"storage_texture": {"access": "write-only", "format": "r32uint", "view_dimension": dimension}}
    return {"texture": {"sample_type": SAMPLE_TYPES[element], "view_dimension": dimension}}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("glccl")
    arguments.add_argument("--count", type=int, default=64)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--times", action="store_true")
    given = arguments.parse_args()
    chance = random.Random(given.seed)
    kinds = chance.sample(all_kinds(), len(all_kinds()))
    cases = [random_case(number, kinds[number % len(kinds)], chance) for number in range(given.count)]
    labeler, failures = Labeler(), 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            if not case[0].startswith(given.only):
                continue
            labels, table, time = labeler.label(case, 10 if given.times else 1)
            wrong = differences(case, labels, table, expected_labels(given.glccl, Path(folder), case))
            if wrong or given.times:
                print(f"{describe(case)}: {wrong or f'{time:.3f} ms'}", flush=True)
            failures += bool(wrong)
    print(f"{len(cases)} images, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
