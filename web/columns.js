// The measured columns of a row of the component table (engine/include/glccl/table.hpp).

/** An unsigned or, with `signed`, signed integer of some words, the lowest first, to the precision of a number. */
export function integer(words, at, count, signed = false) {
  let value = 0n;
  for (let i = count - 1; i >= 0; --i) value = value << 32n | BigInt(words[at + i]);
  return Number(signed ? BigInt.asIntN(32 * count, value) : value);
}

/** The columns in their order: bit of the header's `columns`, words, and what they add to a component. */
const COLUMNS = [
  [1, 2, (row, at, component) => component.centroid.push(integer(row, at, 2) / component.area)],
  [2, 6, (row, at, component) => { component.moments = named(row, at, ["xx", "xy", "yy"]); }],
  [3, 6, (row, at, component) => Object.assign(component.moments, named(row, at, ["xz", "yz", "zz"]))],
  [4, 8, (row, at, component) => { component.quads = named(row, at, ["one", "two", "three", "diagonal"]); }],
  [5, 20, (row, at, component) => { component.intensity = intensityOf(row, at); }],
  [6, 4, (row, at, component) => { component.intensity.sumZ = integer(row, at, 4, true) * component.intensity.unit; }],
  [7, 12, (row, at, component) => {
    const names = ["facesX", "facesY", "facesZ", "euler6", "euler18", "euler26"];
    component.cubes = named(row, at, names, true);
  }],
  [8, 12, (row, at, component) => {
    component.seams = {};
    ["x", "y", "z"].forEach((axis, i) => {
      const [lower, upper] = row.subarray(at + 4 * i);
      if (upper > 0) component.seams[axis] = { lower, upper, lowerArea: integer(row, at + 4 * i + 2, 2) };
    });
  }],
];

/** Adds the columns of a row to its component. `columns` is the set in the table's header. */
export function addColumns(component, row, columns) {
  let at = 16;
  for (const [bit, words, add] of COLUMNS) {
    if (!(columns >> bit & 1)) continue;
    add(row, at, component);
    at += words;
  }
  delete component.intensity?.unit;
}

function named(row, at, names, signed = false) {
  return Object.fromEntries(names.map((name, i) => [name, integer(row, at + 2 * i, 2, signed)]));
}

/** Sums of values in their own unit. Values of floats are added up as integers times a power of two. */
function intensityOf(row, at) {
  const [minimum, maximum, kind, bits] = row.subarray(at + 16, at + 20);
  const unit = 2 ** -(bits | 0);
  const [sum, squares, sumX, sumY] = [0, 4, 8, 12].map((from) => integer(row, at + from, 4, true));
  const extreme = (word) => (kind === 2 ? floatOfKey(word) : (kind === 1 ? word - 2 ** 31 : word) * unit);
  return {
    unit, sum: sum * unit, squares: squares * unit * unit, sumX: sumX * unit, sumY: sumY * unit,
    minimum: extreme(minimum), maximum: extreme(maximum),
  };
}

/** The float with a key, as glsl/shared/fixed_point.h makes keys. */
function floatOfKey(key) {
  const bits = key & 0x80000000 ? key & 0x7fffffff : ~key;
  return new Float32Array(Uint32Array.of(bits).buffer)[0];
}
