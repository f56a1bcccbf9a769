// Colours for places, labels and numbers. All are made in OKLCH (B. Ottosson, A perceptual color space for image
// processing, 2020), where equal steps of the hue look equally different and equally bright.

const float TURN = 6.28318531;

vec3 encode_srgb(vec3 linear) {
  linear = clamp(linear, 0.0, 1.0);
  return mix(12.92 * linear, 1.055 * pow(linear, vec3(1 / 2.4)) - 0.055, greaterThan(linear, vec3(0.0031308)));
}

vec3 oklch(float lightness, float chroma, float hue) {
  vec2 ab = chroma * vec2(cos(TURN * hue), sin(TURN * hue));
  vec3 lms = lightness + mat2x3(0.3963378, -0.1055613, -0.0894842, 0.2158038, -0.0638542, -1.2914855) * ab;
  lms = lms * lms * lms;
  return encode_srgb(mat3(4.0767417, -1.2684380, -0.0041961, -3.3077116, 2.6097574, -0.7034186, 0.2309699, -0.3413194,
                          1.7076147) * lms);
}

// A colour that changes smoothly with the place in the image. A component that moves a little nearly keeps its colour,
// and runs with adjacent roots differ a little. The periods are short, so that components a few dozen pixels apart have
// different colours.
vec3 place_color(ivec2 place) {
  vec2 p = vec2(place);
  float lightness = 0.73 + 0.09 * sin(TURN * (p.x / 61 - p.y / 83));
  return oklch(lightness, 0.145, fract(p.x / 173 + p.y / 97));
}

// The same for an element of a volume.
vec3 element_color(ivec3 element) { return place_color(element.xy + element.z * ivec2(23, 31)); }

// A colour for a number. Consecutive numbers, which are often neighbours, are far apart (steps of the golden ratio).
vec3 number_color(uint number) {
  float hue = float(number * 2654435769u >> 8) / 16777216.0;
  return oklch(0.68 + 0.055 * float(number % 3u), 0.145, hue);
}

// A colour for a count, from dark blue (1) by way of pink to pale yellow (2^20); equal steps per doubling.
vec3 count_color(uint count) {
  float level = clamp(log2(float(max(count, 1u))) / 20, 0.0, 1.0);
  vec3 color = oklch(0.38 + 0.55 * level, 0.15 - 0.03 * level, 0.74 + 0.52 * level);
  return count == 0u ? vec3(0.075, 0.085, 0.11) : color;
}
