// The planner: planner.wasm, whose numbers and words are C++'s (web/planner/planner.cpp).

const DEFAULT_ROWS = 16384; // of the table
const NAMES_OF_PASS = 5; // numbers of a pass before its uniforms
const UNIFORM_WORDS = 32, BUFFERS = 9;
/** What a pass reads as its source, and has at binding 0: SourceRole and TableRole of planner.cpp. */
const SOURCES = ["image", "labels", "mask", "intensity"], TABLES = ["components", "areas", "mask"];

/** What a specification may have, and the numbers that the planner takes for it. */
const DEFAULTS = {
  connectivity: 0, criterion: "foreground", low: 0, high: Infinity, inverted: false, channel: "red",
  largestDifference: 0, measure: "sum", background: undefined, minArea: 0, maxArea: Infinity, largest: Infinity,
  clearBorder: false, borderWidth: 0, fillHoles: 0, numbering: "raster", periodic: [], columns: [], fractionBits: null,
};
const WORDS = {
  format: "formats", maskFormat: "formats", intensityFormat: "formats", criterion: "criteria", channel: "channels",
  measure: "measures", numbering: "numberings",
};
const AXES = ["x", "y", "z"];
/** What the planner refuses itself, or takes as "none"; and what need not be whole. */
const MAY_BE_NAN = ["low", "high", "largestDifference", "fractionBits"];
const REALS = /^(low|high|largestDifference|background.)$/;

export class Planner {
  #exports; #words = {};

  static async load() {
    const bytes = await (await fetch(new URL("planner.wasm", import.meta.url))).arrayBuffer();
    const planner = new Planner();
    const nothing = () => 0; // nothing is printed
    const { instance } = await WebAssembly.instantiate(bytes, {
      glccl: { number_text: (number, at) => planner.#write(String(number), at) },
      wasi_snapshot_preview1: { fd_close: nothing, fd_seek: nothing, fd_write: nothing },
    });
    planner.#exports = instance.exports;
    instance.exports._initialize();
    instance.exports.vocabulary();
    for (const line of planner.#text().trim().split("\n")) {
      const [title, ...words] = line.split(" ");
      planner.#words[title] = words;
    }
    return planner;
  }

  /**
   * The plan of a labeling: `sizes` are width, height and depth, `formats` are format, maskFormat and intensityFormat,
   * `limits` are mostBytes, mostSide and mostShared, and the rest is a specification. Throws a RangeError of one
   * sentence where it cannot be done.
   */
  plan(asked) {
    const key = this.#numbers(asked);
    const { memory, asked: place, plan, numbers, number_count: count } = this.#exports;
    new Float64Array(memory.buffer, place(), key.length).set(key);
    const done = plan();
    if (!done) throw new RangeError(this.#text());
    const programs = this.#text().trim().split("\n");
    const found = Array.from(new Float64Array(memory.buffer, numbers(), count()));
    const [tableBytes, ...bufferBytes] = found.splice(0, 1 + BUFFERS);
    const passes = programs.map((program) => {
      const [source, table, ...groups] = found.splice(0, NAMES_OF_PASS);
      const uniforms = Uint32Array.from(found.splice(0, UNIFORM_WORDS));
      const constants = found.splice(0, found.shift());
      return { program, source: SOURCES[source], table: TABLES[table], groups, uniforms, constants };
    });
    return { key, tableBytes, bufferBytes, passes };
  }

  #numbers({ sizes, formats, tableRows, limits, ...spec }) {
    for (const name of Object.keys(spec)) {
      if (!(name in DEFAULTS)) {
        throw new RangeError(`a specification has no ${name}: it has ${Object.keys(DEFAULTS).join(", ")}, tableRows`);
      }
    }
    const all = { ...DEFAULTS, ...spec };
    // As in C++: without a word, equal has the background 0, and difference none.
    const background = all.background === undefined ? (all.criterion === "equal" ? 0 : null) : all.background;
    const channels = [background ?? 0].flat();
    const axes = this.#set("periodic", all.periodic, AXES);
    const values = {
      ...all, ...sizes, ...formats, ...limits, hasBackground: background !== null,
      tableRows: tableRows ?? (all.numbering === "root" ? 0 : DEFAULT_ROWS),
      columns: this.#set("columns", all.columns, this.#words.columns).reduce((set, has, i) => set | has << i, 0),
      periodicX: axes[0], periodicY: axes[1], periodicZ: axes[2], fractionBits: all.fractionBits ?? NaN,
      background0: channels[0], background1: channels[1] ?? 0, background2: channels[2] ?? 0, background3: channels[3] ?? 0,
    };
    return this.#words.asked.map((name) => {
      const value = name in WORDS ? this.#number(name, values[name]) : Number(values[name]);
      if (Number.isNaN(value) && !MAY_BE_NAN.includes(name)) {
        throw new RangeError(`${name} is ${values[name]}: pass a number`);
      }
      if (!REALS.test(name) && Number.isFinite(value) && !Number.isInteger(value)) {
        throw new RangeError(`${name} is ${value}: pass a whole number`);
      }
      return value;
    });
  }

  /** Whether a set has each of all words. */
  #set(name, set, words) {
    const wrong = Array.isArray(set) ? set.find((word) => !words.includes(word)) : String(set);
    if (wrong !== undefined) throw new RangeError(`${name} has ${wrong}: pass an array of some of ${words.join(", ")}`);
    return words.map((word) => set.includes(word));
  }

  /** The number of a word; -1 of null, which stands for a second image that there is not. */
  #number(name, word) {
    if (word === null && name.endsWith("Format")) return -1;
    const words = this.#words[WORDS[name]], number = words.indexOf(word);
    if (number < 0) throw new RangeError(`${name} is ${word}: pass one of ${words.join(", ")}`);
    return number;
  }

  #text() {
    const { memory, text, text_length: length } = this.#exports;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, text(), length()));
  }

  #write(text, at) {
    return new TextEncoder().encodeInto(text, new Uint8Array(this.#exports.memory.buffer, at, 32)).written;
  }
}
