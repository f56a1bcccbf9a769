// The source below a picture and the grid above it.
// needs  plane, view
// reads  the source: binding 0 or 4, `source_colors` or `volume_colors`, or binding 1 or 5, `source_values` or
//        `volume_values`

layout(binding = 0) uniform sampler2D source_colors;
layout(binding = 1) uniform usampler2D source_values;
layout(binding = 4) uniform sampler3D volume_colors;
layout(binding = 5) uniform usampler3D volume_values;

in vec2 position;
layout(location = 0) out vec4 color;

const vec3 NOTHING = vec3(0.075, 0.085, 0.11);  // where the image is transparent

ivec2 pixel_here() { return clamp(ivec2(position), ivec2(0), ivec2(extent) - 1); }

vec3 source_in(ivec3 element) {
  bool in_space = volume.z > 1;
  vec3 color;
  if (white > 0) {
    uint value = in_space ? texelFetch(volume_values, element, 0).r : texelFetch(source_values, element.xy, 0).r;
    color = vec3(float(value) / white);
  } else {
    vec4 texel = in_space ? texelFetch(volume_colors, element, 0) : texelFetch(source_colors, element.xy, 0);
    color = mix(NOTHING, texel.rgb, texel.a);
  }
  return color;
}

vec3 source_at(ivec2 pixel) { return source_in(element_at(pixel)); }

float grey_of(vec3 color) { return dot(color, vec3(0.299, 0.587, 0.114)); }

// The source as a background: grey and dark, so that the colours on top stand out.
vec3 backdrop(ivec2 pixel) {
  return NOTHING * 0.7 + 0.24 * grey_of(source_at(pixel));
}

// Lines between texels, if texels are large enough.
vec3 with_grid(vec3 base) {
  vec2 within = fract(position) * zoom;
  bool line = zoom >= 8 && min(within.x, within.y) < 1;
  return line ? base * 0.72 : base;
}
