"""Runs web/planner.wasm by wasmtime (PyPI), as web/planner.js does in a browser."""
import math
import struct
from pathlib import Path

import wasmtime

WEB = Path(__file__).resolve().parents[2] / "web"
UNIFORM_WORDS, BUFFERS = 32, 9
SOURCES, TABLES = ["image", "labels", "mask", "intensity"], ["components", "areas", "mask"]
WORDS = {"format": "formats", "maskFormat": "formats", "intensityFormat": "formats", "criterion": "criteria",
         "channel": "channels", "measure": "measures", "numbering": "numberings"}  # fmt: skip
# What web/glccl.js asks with where a specification says nothing.
DEFAULTS = {"connectivity": 0, "criterion": "foreground", "low": 0, "high": math.inf, "inverted": False,
            "channel": "red", "largestDifference": 0, "measure": "sum", "minArea": 0, "maxArea": math.inf,
            "largest": math.inf, "clearBorder": False, "borderWidth": 0, "fillHoles": 0, "numbering": "raster",
            "fractionBits": None, "tableRows": 16384, "maskFormat": None, "intensityFormat": None}  # fmt: skip


class Planner:
    def __init__(self):
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, (WEB / "planner.wasm").read_bytes())
        linker = wasmtime.Linker(engine)
        for imported in module.imports:
            write = self.write_number if imported.name == "number_text" else lambda *_: 0
            linker.define_func(imported.module, imported.name, imported.type, write)
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.call("_initialize")
        self.call("vocabulary")
        self.words = {line.split()[0]: line.split()[1:] for line in self.text().splitlines()}

    def call(self, name):
        return self.exports[name](self.store)

    def write_number(self, number, at):
        text = (str(int(number)) if number == int(number) else repr(number)).encode()
        self.exports["memory"].write(self.store, text, at)
        return len(text)

    def read(self, at, count):
        return bytes(self.exports["memory"].read(self.store, at, at + count))

    def text(self):
        return self.read(self.call("text"), self.call("text_length")).decode().strip()

    def plan(self, asked, limits):
        """(bytes of the table, bytes of the buffers, passes) of a labeling. `asked` has a specification, width,
        height, depth and formats; `limits` has mostBytes, mostSide and mostShared. ValueError: it cannot be done."""
        values = {**DEFAULTS, **asked, **limits}
        values["hasBackground"] = values["criterion"] == "equal"
        for i in range(4):
            values[f"background{i}"] = 0
        for axis in "xyz":
            values[f"periodic{axis.upper()}"] = axis in values.get("periodic", [])
        columns = values.get("columns", [])
        values["columns"] = sum(1 << i for i, name in enumerate(self.words["columns"]) if name in columns)
        numbers = [self.number(name, values[name]) for name in self.words["asked"]]
        self.exports["memory"].write(self.store, struct.pack(f"<{len(numbers)}d", *numbers), self.call("asked"))
        if not self.call("plan"):
            raise ValueError(self.text())
        count = self.call("number_count")
        found = list(struct.unpack(f"<{count}d", self.read(self.call("numbers"), 8 * count)))

        def take(count):
            return [int(found.pop(0)) for _ in range(count)]

        table_bytes, buffer_bytes, passes = take(1)[0], take(BUFFERS), []
        for program in self.text().splitlines():
            source, table, *groups = take(5)
            uniforms = take(UNIFORM_WORDS)
            passes.append({"program": program, "source": SOURCES[source], "table": TABLES[table], "groups": groups,
                           "uniforms": uniforms + groups, "constants": take(take(1)[0])})  # fmt: skip
        return table_bytes, buffer_bytes, passes

    def number(self, name, value):
        if name in WORDS:
            return -1.0 if value is None else float(self.words[WORDS[name]].index(value))
        return math.nan if value is None else float(value)
