// The planner: planner.wasm, whose numbers and words are C++'s (web/planner/planner.cpp).

const NAMES_OF_PASS = 5; // numbers of a pass before its uniforms
const UNIFORM_WORDS = 32, BUFFERS = 9;

/** What a specification may have, and the numbers that the planner takes for it. */
const DEFAULTS = {
  connectivity: 0, criterion: "foreground", low: 0, high: Infinity, inverted: false, channel: "red",
  largestDifference: 0, measure: "sum", background: undefined, minArea: 0, maxArea: Infinity, largest: Infinity,
  clearBorder: false, borderWidth: 0, fillHoles: 0,
};
const WORDS = { format: "formats", criterion: "criteria", channel: "channels", measure: "measures" };

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

  /** The plan of a labeling. Throws a RangeError of one sentence where it cannot be done. */
  plan(asked, limits) {
    const key = this.#numbers({ ...asked, ...limits });
    const { memory, asked: place, plan, numbers, number_count: count } = this.#exports;
    new Float64Array(memory.buffer, place(), key.length).set(key);
    const done = plan();
    if (!done) throw new RangeError(this.#text());
    const programs = this.#text().trim().split("\n");
    const found = Array.from(new Float64Array(memory.buffer, numbers(), count()));
    const [tableBytes, ...bufferBytes] = found.splice(0, 1 + BUFFERS);
    const passes = programs.map((program) => {
      const [step, areas, ...groups] = found.splice(0, NAMES_OF_PASS);
      return { program, step, readsAreas: areas !== 0, groups, uniforms: Uint32Array.from(found.splice(0, UNIFORM_WORDS)) };
    });
    return { key, tableBytes, bufferBytes, passes };
  }

  #numbers({ width, height, depth, format, tableRows, mostBytes, mostSide, mostShared, ...spec }) {
    for (const name of Object.keys(spec)) {
      if (!(name in DEFAULTS)) {
        throw new RangeError(`a specification has no ${name}: it has ${Object.keys(DEFAULTS).join(", ")}, tableRows`);
      }
    }
    const all = { ...DEFAULTS, ...spec };
    // As in C++: without a word, equal has the background 0, and difference none.
    const background = all.background === undefined ? (all.criterion === "equal" ? 0 : null) : all.background;
    const channels = [background ?? 0].flat();
    const values = {
      ...all, width, height, depth, format, tableRows, mostBytes, mostSide, mostShared,
      hasBackground: background !== null,
      background0: channels[0], background1: channels[1] ?? 0, background2: channels[2] ?? 0, background3: channels[3] ?? 0,
    };
    return this.#words.asked.map((name) => {
      const value = name in WORDS ? this.#number(name, values[name]) : Number(values[name]);
      if (Number.isNaN(value) && !["low", "high", "largestDifference"].includes(name)) {
        throw new RangeError(`${name} is ${values[name]}: pass a number`);
      }
      return value;
    });
  }

  #number(name, word) {
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
