#!/usr/bin/env python3
"""What the SPIR-V modules of a build ask of a device: capabilities that every Vulkan 1.1 has, those of subgroups, and
nothing that Metal lacks, which drivers of Apple's GPUs translate them to.

    tests/vulkan/portable_modules.py FOLDER [--every N]

FOLDER has the modules that the build compiled. spirv-cross makes the text of Metal of each N-th module. Two modules
that are not portable are made by glslangValidator and have to be found. Exits with 77 where a tool is missing.
"""
import argparse
import concurrent.futures
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SHADER = 1
IMAGE_QUERY = 50
SUBGROUPS = {61: "GroupNonUniform", 63: "GroupNonUniformArithmetic", 64: "GroupNonUniformBallot",
             65: "GroupNonUniformShuffle"}  # fmt: skip
ALLOWED = {SHADER, IMAGE_QUERY, *SUBGROUPS}
OP_CAPABILITY = 17
HEADER_WORDS = 5

NOT_PORTABLE = {
    "integers of 64 bits": """#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Sums { uint64_t sums[]; };
void main() { sums[gl_GlobalInvocationID.x] *= uint64_t(3); }
""",
    "writing images of several samples": """#version 450
layout(local_size_x = 32) in;
layout(binding = 0, r32ui) uniform uimage2DMS labels;
void main() { imageStore(labels, ivec2(gl_GlobalInvocationID.xy), 0, uvec4(1)); }
""",
}
UNKNOWN_TO_METAL = {"integers of 64 bits"}


def capabilities(path):
    data = path.read_bytes()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    found, at = set(), HEADER_WORDS
    while at < len(words) and words[at] & 0xFFFF == OP_CAPABILITY:  # they come first
        found.add(words[at + 1])
        at += words[at] >> 16
    return found


def metal_error(path):
    """What spirv-cross says against a module, or None."""
    done = subprocess.run(["spirv-cross", "--msl", "--msl-version", "20200", path], capture_output=True, text=True)
    return None if done.returncode == 0 and "kernel void" in done.stdout else done.stderr.strip() or "no kernel"


def fault(path, metal):
    """In what a module is not portable, or None."""
    more = capabilities(path) - ALLOWED
    if more:
        return f"asks for capabilities {sorted(more)}"
    error = metal_error(path) if metal else None
    return f"has no text of Metal: {error}" if error else None


def check_planted():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in NOT_PORTABLE.items():
            shader, module = Path(folder) / "planted.comp", Path(folder) / "planted.spv"
            shader.write_text(text)
            subprocess.run(["glslangValidator", "-V", shader, "-o", module], check=True, stdout=subprocess.DEVNULL)
            if fault(module, metal=False) is None:
                sys.exit(f"a module of {name} is taken for portable")
            if name in UNKNOWN_TO_METAL and metal_error(module) is None:
                sys.exit(f"spirv-cross says nothing against {name}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("folder", type=Path, help="the modules, HASH.spv each")
    arguments.add_argument("--every", type=int, default=1, help="translate each N-th module to Metal")
    given = arguments.parse_args()
    missing = [tool for tool in ("spirv-cross", "glslangValidator") if not shutil.which(tool)]
    if missing:
        print(f"skipped: there is no {' and no '.join(missing)}")
        sys.exit(77)
    check_planted()
    paths = sorted(given.folder.glob("*.spv"))
    if not paths:
        sys.exit(f"{given.folder} has no modules")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        faults = list(threads.map(lambda at: fault(paths[at], at % given.every == 0), range(len(paths))))
    for path, text in zip(paths, faults):
        if text:
            print(f"{path.name}: {text}")
    subgroups = sum(bool(capabilities(path) & SUBGROUPS.keys()) for path in paths)
    translated = len(range(0, len(paths), given.every))
    print(f"{len(paths)} modules, {subgroups} of them for subgroups; {translated} translated to Metal")
    sys.exit(1 if any(faults) else 0)


if __name__ == "__main__":
    main()
