"""The rows of a component table, from labels, by its description in engine/include/glccl/table.hpp."""
import struct
from itertools import product

AXES = {4: 1, 6: 1, 8: 2, 18: 2, 26: 3}  # in how many coordinates neighbours differ


def integer(value, words):
    """An integer in two's complement, the lowest word first."""
    return [value >> 32 * i & 0xFFFFFFFF for i in range(words)]


def expected_rows(labels, values, format, shape, spec, intensity=None):
    """The words of all rows. `values` and `intensity` = (values, format) are in raster order, as labels are."""
    depth, height, width = [1, 1, *shape][-3:]
    components = {}
    for place, label in enumerate(labels):
        if label != 0:
            at = (place % width, place // width % height, place // width // height)
            components.setdefault(label, []).append((place, at))
    columns = spec.get("columns", [])
    of_windows = {name: windows[name](labels, (width, height, depth)) for name in windows if name in columns}
    words = []
    for label in sorted(components):
        places = [place for place, _ in components[label]]
        elements = [at for _, at in components[label]]
        row = base_row(label, places, elements, values, format, spec)
        row += integer(sum(z for _, _, z in elements), 2) if depth > 1 else []
        if "moments" in columns:
            for a, b in [(0, 0), (0, 1), (1, 1)] + ([(0, 2), (1, 2), (2, 2)] if depth > 1 else []):
                row += integer(sum(at[a] * at[b] for at in elements), 2)
        if "quads" in columns:
            row += of_windows["quads"].get(label, [0] * 8)
        if "intensity" in columns:
            row += intensity_words([intensity[0][place] for place in places], elements, intensity[1], spec, depth)
        if "cubes" in columns:
            row += of_windows["cubes"][label]
        if "seams" in columns:
            row += seam_words(label, labels, elements, (width, height, depth), spec)
        words += row + [0] * (-len(row) % 4)
    return words


def base_row(label, places, elements, values, format, spec):
    first = places[0]
    value = 0
    if spec["criterion"] == "equal":
        value = (int.from_bytes(values[4 * first : 4 * first + 4].tobytes(), "little") if format == "rgba8"
                 else values[first] & 0xFFFFFFFF)  # fmt: skip
    x, y, z = zip(*elements)
    box = [min(x), min(y), max(x), max(y)]
    return [label, value, len(x), 0, *box, *integer(sum(x), 2), *integer(sum(y), 2), first, 0, min(z), max(z)]


def cell_windows(labels, size):
    """Each window of 2x2x2 elements (2x2 of an image): {label: a set of the bits x + 2 y + 4 z that it has}."""
    width, height, depth = size
    steps = list(product([0, 1] if depth > 1 else [0], [0, 1], [0, 1]))
    for z, y, x in product(range(depth + 1 if depth > 1 else 1), range(height + 1), range(width + 1)):
        found = {}
        for dz, dy, dx in steps:
            at = (x + dx - 1, y + dy - 1, z + dz - (depth > 1))
            if all(0 <= c < side for c, side in zip(at, size)):
                label = labels[(at[2] * height + at[1]) * width + at[0]]
                if label != 0:
                    found[label] = found.get(label, 0) | 1 << dx + 2 * dy + 4 * dz
        yield found


def quads_of(labels, size):
    counts = {}
    for found in cell_windows(labels, size):
        for label, bits in found.items():
            count = bin(bits).count("1")
            kind = 3 if bits in (0b1001, 0b0110) else count - 1
            if count < 4:
                counts.setdefault(label, [0] * 8)[2 * kind] += 1
    return counts


def cubes_of(labels, size):
    """Euler numbers by the cells of a complex: sets of bits of the cells in a window (glsl/shared/cubes.h)."""
    inner = {0x80: 1, 0xC0: -1, 0xA0: -1, 0x88: -1, 0xF0: 1, 0xCC: 1, 0xAA: 1, 0xFF: -1}
    sums = {}
    for found in cell_windows(labels, size):
        for label, bits in found.items():
            row = sums.setdefault(label, [0] * 6)
            for i, pair in enumerate([0xC0, 0xA0, 0x88]):
                row[i] += bits & pair not in (0, pair)
            row[3] += sum(sign for cells, sign in inner.items() if bits & cells == cells)
            closed = sum(sign for cells, sign in inner.items() if bits & cells == 0)
            row[4] += closed + (bits in (0x81, 0x42, 0x24, 0x18))
            row[5] += closed
    return {label: [word for value in row for word in integer(value, 2)] for label, row in sums.items()}


windows = {"quads": quads_of, "cubes": cubes_of}


def float_bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def intensity_words(values, elements, format, spec, depth):
    bits, kind = 0, 1 if format.startswith("i") else 0
    extremes = [min(values), max(values)]
    if format == "f32":
        bits, kind = spec.get("fractionBits"), 1
        if bits is None:
            largest = max(float_bits(abs(value)) for value in values)
            bits, kind = (157 - max(largest >> 23, 1) if largest else 0), 2
            extremes = [float_bits(value) ^ (0xFFFFFFFF if value < 0 else 0x80000000) for value in extremes]
        values = [round(value * 2**bits) for value in values]
        extremes = extremes if kind == 2 else [min(values), max(values)]
    extremes = [value + 2**31 if kind == 1 else value for value in extremes]
    sums = [sum(v for v in values), sum(v * v for v in values)]
    sums += [sum(v * at[axis] for v, at in zip(values, elements)) for axis in range(3)]
    words = [word for value in sums[:4] for word in integer(value, 4)] + [*extremes, kind, bits & 0xFFFFFFFF]
    return words + (integer(sums[4], 4) if depth > 1 else [])


def seam_words(label, labels, elements, size, spec):
    width, height, _ = size
    axes = AXES[spec["connectivity"]]
    periodic = [name in spec.get("periodic", []) for name in "xyz"]
    words = []
    for axis in range(3):
        side, middle = size[axis], size[axis] // 2
        crosses = False
        for at in elements:
            if crosses or not periodic[axis] or (axis == 2 and side == 1) or at[axis] != 0:
                continue
            for step in product([-1, 0, 1], repeat=3):
                if step[axis] != -1 or sum(map(abs, step)) > axes:
                    continue
                other = [c + d for c, d in zip(at, step)]
                wrapped = [c % n if p else c for c, n, p in zip(other, size, periodic)]
                if all(0 <= c < n for c, n in zip(wrapped, size)):
                    crosses |= labels[(wrapped[2] * height + wrapped[1]) * width + wrapped[0]] == label
        lower = [at[axis] for at in elements if at[axis] < middle]
        upper = [at[axis] for at in elements if at[axis] >= middle]
        reach = [max(lower, default=-1) + 1, side - min(upper, default=side), *integer(len(lower), 2)]
        words += reach if crosses else [0, 0, 0, 0]
    return words
