"""`python -m glccl.selftest` labels random arrays with every engine that can run, and prints a text for an issue.

Labels and numbers are compared with those of a flood fill of its own. The exit status is 1 if one differs. Arrays on a
GPU are torch's or CuPy's, whichever can be imported first.
"""

from __future__ import annotations

import itertools
import platform
import statistics
import sys
import time
from importlib import import_module
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

import glccl

from . import _core
from ._request import CPU_ENGINES, CUDA_ENGINES
from ._vulkan_engine import vulkan_module

ARRAYS = 200
"""How many random arrays each engine labels."""

Place = Callable[[np.ndarray], Any]


class Case(NamedTuple):
    """A random array and what is asked of it."""

    array: np.ndarray
    connectivity: int
    criterion: str


def random_case(seed: int) -> Case:
    """A row, an image or a volume of few values, in patches of one to four elements; the same on every machine."""
    dice = np.random.default_rng(seed)
    axes = int(dice.integers(1, 4))
    shape = [int(dice.integers(1, most + 1)) for most in {1: [300], 2: [60, 70], 3: [12, 14, 16]}[axes]]
    values = dice.integers(0, 4, shape) * (dice.random(shape) < dice.uniform(0.2, 0.95))
    for axis in range(axes):
        values = np.repeat(values, int(dice.integers(1, 5)), axis)[tuple(slice(side) for side in shape)]
    connectivity = int(dice.choice({1: [2], 2: [4, 8], 3: [6, 18, 26]}[axes]))
    dtype = str(dice.choice(["uint8", "int16", "int32", "float32"]))
    return Case(values.astype(dtype), connectivity, str(dice.choice(["foreground", "equal"])))


def flood_fill(case: Case) -> np.ndarray:
    """The labels, by visiting every element."""
    array, axes = case.array, case.array.ndim
    most = [count for count in range(1, axes + 1) if _neighbors(axes, count) == case.connectivity][0]
    steps = [step for step in itertools.product((-1, 0, 1), repeat=axes) if 0 < np.count_nonzero(step) <= most]
    padded = np.zeros([side + 2 for side in array.shape], array.dtype)
    padded[(slice(1, -1),) * axes] = array
    strides = [int(np.prod(padded.shape[axis + 1 :])) for axis in range(axes)]
    offsets = [sum(s * stride for s, stride in zip(step, strides)) for step in steps]
    values, labels, last = padded.ravel().tolist(), [0] * padded.size, 0
    for start, value in enumerate(values):
        if value == 0 or labels[start] != 0:
            continue
        last += 1
        labels[start], waiting = last, [start]
        while waiting:
            place = waiting.pop()
            for other in (place + offset for offset in offsets):
                linked = values[other] == value if case.criterion == "equal" else values[other] != 0
                if linked and labels[other] == 0:
                    labels[other] = last
                    waiting.append(other)
    return np.array(labels, np.uint32).reshape(padded.shape)[(slice(1, -1),) * axes]


def _neighbors(axes: int, most: int) -> int:
    """How many neighbours differ in at most so many coordinates."""
    return {1: [2], 2: [4, 8], 3: [6, 18, 26]}[axes][most - 1]


def _torch() -> Tuple[Place, Place, Callable[[], None], str]:
    torch = import_module("torch")

    if not torch.cuda.is_available():
        raise ImportError("torch finds no GPU")
    name = f"{torch.cuda.get_device_name()}, torch {torch.__version__}"
    return (lambda array: torch.from_numpy(array).cuda()), (lambda labels: labels.cpu().numpy()), (
        torch.cuda.synchronize
    ), name


def _cupy() -> Tuple[Place, Place, Callable[[], None], str]:
    cupy = import_module("cupy")

    device = cupy.cuda.Device()
    name = cupy.cuda.runtime.getDeviceProperties(device.id)["name"].decode()
    return cupy.asarray, cupy.asnumpy, device.synchronize, f"{name}, cupy {cupy.__version__}"


def _gpu() -> Tuple[Optional[Tuple[Place, Place, Callable[[], None], str]], str]:
    """What places arrays on a GPU, reads them, waits and names it; or None, and why not."""
    reasons = []
    for library in (_torch, _cupy):
        try:
            return library(), ""
        except Exception as error:  # whatever a library says that cannot run here
            reasons.append(f"{library.__name__[1:]}: {error}")
    return None, "; ".join(reasons)


def _run(engine: str, place: Place, read: Place, wait: Callable[[], None], on: str) -> Tuple[bool, str]:
    """Whether all labels of an engine are right, and its row."""
    wrong: List[int] = []
    done = 0
    for seed in range(ARRAYS):
        case = random_case(seed)
        try:
            labels, number = glccl.label(
                place(case.array), connectivity=case.connectivity, criterion=case.criterion, engine=engine,
                return_num=True,
            )
        except (TypeError, ValueError):  # what this engine does not label, as floats by equal values
            continue
        done += 1
        expected = flood_fill(case)
        if number != expected.max(initial=0) or not np.array_equal(read(labels), expected):
            wrong.append(seed)
    noise = place((np.random.default_rng(0).random((1024, 1024)) < 0.5).astype(np.uint8))
    times = []
    for _ in range(10):
        begin = time.perf_counter()
        glccl.label(noise, engine=engine)
        wait()
        times.append(1000 * (time.perf_counter() - begin))
    verdict = "all equal" if done else "**NOTHING LABELED**"
    if wrong:
        verdict = f"**{len(wrong)} WRONG**: seeds {', '.join(map(str, wrong[:9]))}"
    return done > 0 and not wrong, f"| `{engine}` | {on} | {done} | {verdict} | {statistics.median(times[1:]):.3f} |"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main() -> int:
    """Prints the text. Returns the exit status."""
    print(f"| glccl | {glccl.__version__} |\n| --- | --- |")
    print(f"| Python | {platform.python_version()}, numpy {np.__version__} |")
    print(f"| system | {platform.platform()} |\n| CPU | {_processor()} |")
    print(f"| CUDA | {_core.describe_cuda() or _core.why_no_cuda()} |")
    gpu, no_library = _gpu()
    missing: Dict[str, str] = {name: reason for name, reason in glccl.engines().items() if reason is not None}
    if gpu is None:
        missing.update({name: no_library for name in CUDA_ENGINES if name not in missing})
    for reason in sorted(set(missing.values())):
        names = ", ".join(name for name, why in missing.items() if why == reason)
        print(f"| cannot run | {names}: {reason} |")
    print("\n| engine | on | labelings | | ms for 1024 squared |\n| --- | --- | --- | --- | --- |")
    right = True
    for engine in [name for name in glccl.engines() if name not in missing]:
        here = vulkan_module().device() if engine == "vulkan" else "CPU"
        on_cpu = (lambda array: array, lambda labels: labels, lambda: None, here)
        equal, row = _run(engine, *(on_cpu if engine in CPU_ENGINES or gpu is None else gpu))
        right = right and equal
        print(row, flush=True)
    result = "all as a flood fill" if right else "LABELS DIFFER"
    print(f"\n{ARRAYS} random arrays: {result}. Times are medians of 9 calls.")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
