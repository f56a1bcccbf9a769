// How labels are shown: colours over the picture, boxes, a table.

/** The colour of a component, which depends on its first pixel alone: filters do not change it. */
export function colourOf({ first }) {
  const hue = (Math.imul(first + 1, 0x9e3779b1) >>> 0) / 2 ** 32, light = 0.5 + 0.2 * (((first * 7) % 11) / 11 - 0.5);
  const channel = (n) => {
    const k = (n + 12 * hue) % 12;
    return Math.round(255 * (light - 0.75 * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const css = (colour) => `rgb(${colour.join(" ")})`;

/** Draws components over the picture; `selected` is a label or 0. */
export function drawOverlay(canvas, { labels, width, height, components }, { opacity, boxes, selected }) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(width, height), words = new Uint32Array(pixels.data.buffer);
  const alpha = Math.round(255 * opacity), palette = new Uint32Array(components.length + 1);
  for (const component of components) {
    const [r, g, b] = colourOf(component);
    const strong = selected === 0 || selected === component.label ? alpha : alpha / 4;
    palette[component.label] = (strong << 24) | (b << 16) | (g << 8) | r;
  }
  // Components beyond the capacity of the table are grey.
  const others = (alpha << 24) | 0x808080;
  labels.forEach((label, i) => { if (label !== 0) words[i] = label < palette.length ? palette[label] : others; });
  context.putImageData(pixels, 0, 0);
  const outlined = components.filter(({ label }) => (boxes && components.length <= 5000) || label === selected);
  for (const { label, box: { x0, y0, x1, y1 } } of outlined) {
    context.strokeStyle = label === selected ? "#fff" : "#ffd84d";
    context.lineWidth = Math.max(1, width / 700) * (label === selected ? 2 : 1);
    context.strokeRect(x0 - 0.5, y0 - 0.5, x1 - x0 + 2, y1 - y0 + 2);
  }
}

export const columns = {
  label: (c) => c.label,
  area: (c) => c.area,
  x: (c) => c.centroid[0],
  y: (c) => c.centroid[1],
  width: (c) => c.box.x1 - c.box.x0 + 1,
  height: (c) => c.box.y1 - c.box.y0 + 1,
};
const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** A sentence about a component. */
export function sentenceOf({ label, area, box, centroid }) {
  return `Component ${label}: ${area} pixels, box ${box.x0}, ${box.y0} to ${box.x1}, ${box.y1}, centroid ` +
    `${centroid.map((c) => c.toFixed(1)).join(", ")}`;
}

export function csvOf(components) {
  const lines = components.map(({ label, area, box, centroid, first }) =>
    [label, area, box.x0, box.y0, box.x1, box.y1, ...centroid, first].join());
  return ["label,area,x0,y0,x1,y1,centroid_x,centroid_y,first", ...lines].join("\n") + "\n";
}

/** The table of components, sorted by a column. */
export class Table {
  #body; #head; #sort = "label"; #descending = false; #components = []; #selected = 0; #most = 500;

  constructor(table, select) {
    this.#body = table.tBodies[0];
    this.#head = table.tHead.rows[0];
    for (const name of Object.keys(columns)) {
      const cell = document.createElement("th"), button = document.createElement("button");
      cell.scope = "col";
      cell.dataset.column = name;
      button.textContent = name;
      button.addEventListener("click", () => {
        this.#descending = this.#sort === name ? !this.#descending : name === "area";
        this.#sort = name;
        this.#draw();
      });
      cell.append(button);
      this.#head.append(cell);
    }
    const chosen = (event) => event.target.closest("tr")?.dataset.label;
    this.#body.addEventListener("click", (event) => chosen(event) && select(Number(chosen(event))));
    this.#body.addEventListener("keydown", (event) => {
      if (chosen(event) && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        select(Number(chosen(event)));
      }
    });
  }

  /** Shows components. Returns how many of them. */
  show(components) {
    this.#components = components;
    return this.#draw();
  }

  select(label) {
    this.#selected = label;
    for (const row of this.#body.rows) row.setAttribute("aria-selected", String(Number(row.dataset.label) === label));
    this.#body.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const key = columns[this.#sort], sign = this.#descending ? -1 : 1;
    const sorted = [...this.#components].sort((a, b) => sign * (key(a) - key(b))).slice(0, this.#most);
    for (const cell of this.#head.cells) {
      const order = cell.dataset.column !== this.#sort ? "none" : this.#descending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", order);
    }
    this.#body.replaceChildren(...sorted.map((component) => {
      const row = document.createElement("tr");
      row.dataset.label = component.label;
      row.tabIndex = 0;
      row.style.setProperty("--colour", css(colourOf(component)));
      for (const column of Object.values(columns)) row.insertCell().textContent = shown(column(component));
      return row;
    }));
    this.select(this.#selected);
    return sorted.length;
  }
}
