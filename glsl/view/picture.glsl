// The source below a picture and the grid above it.
// reads  binding 0, `source_colors`, or binding 1, `source_values`: the source

layout(binding = 0) uniform sampler2D source_colors;
layout(binding = 1) uniform usampler2D source_values;

in vec2 position;
layout(location = 0) out vec4 color;

const vec3 NOTHING = vec3(0.075, 0.085, 0.11);  // where the image is transparent

ivec2 pixel_here() { return clamp(ivec2(position), ivec2(0), ivec2(extent) - 1); }

vec3 source_at(ivec2 pixel) {
  if (white > 0) return vec3(float(texelFetch(source_values, pixel, 0).r) / white);
  vec4 texel = texelFetch(source_colors, pixel, 0);
  return mix(NOTHING, texel.rgb, texel.a);
}

// The source as a background: grey and dark, so that the colours on top stand out.
vec3 backdrop(ivec2 pixel) {
  float grey = dot(source_at(pixel), vec3(0.299, 0.587, 0.114));
  return NOTHING * 0.7 + 0.24 * grey;
}

// Lines between texels, if texels are large enough.
vec3 with_grid(vec3 base) {
  vec2 within = fract(position) * zoom;
  bool line = zoom >= 8 && min(within.x, within.y) < 1;
  return line ? base * 0.72 : base;
}
