// The sample images, drawn here: each function draws into a 2-D context of that size.

/** Random numbers in 0..1 that are the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

function cells(context, width, height) {
  const next = random(3);
  context.fillStyle = "#101418";
  context.fillRect(0, 0, width, height);
  for (let i = 0; i < 140; ++i) {
    const x = next() * width, y = next() * height, radius = 5 + 16 * next(), turn = 3 * next();
    const light = 130 + Math.floor(110 * next());
    const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, `rgb(${light} ${light} ${light - 30})`);
    gradient.addColorStop(0.85, `rgb(${light - 40} ${light - 20} ${light - 40})`);
    gradient.addColorStop(1, "#10141800");
    context.fillStyle = gradient;
    context.beginPath();
    context.ellipse(x, y, radius, radius * (0.6 + 0.4 * next()), turn, 0, 7);
    context.fill();
  }
}

function noise(context, width, height) {
  const next = random(7), pixels = context.createImageData(width, height);
  for (let i = 0; i < pixels.data.length; i += 4) {
    const value = next() < 0.4 ? 255 : 0;
    pixels.data.set([value, value, value, 255], i);
  }
  context.putImageData(pixels, 0, 0);
}

function maze(context, width, height) {
  const next = random(5), step = 12;
  context.fillStyle = "#222";
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "#eee";
  context.lineWidth = 4;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const rises = next() < 0.5;
      context.beginPath();
      context.moveTo(x, rises ? y + step : y);
      context.lineTo(x + step, rises ? y : y + step);
      context.stroke();
    }
  }
}

function text(context, width, height) {
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#111";
  const lines = ["Each connected", "region of pixels", "is a component.", "i, j, ä and % are", "several of them."];
  const size = Math.floor(height / 7);
  context.font = `${size}px Georgia, serif`;
  lines.forEach((line, i) => context.fillText(line, size / 2, size * (1.4 + 1.25 * i), width - size));
}

export const samples = { cells, maze, noise, text };
