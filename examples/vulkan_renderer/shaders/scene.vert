#version 450
// One capsule per instance: all points at most `radius` from a line. Its ends come from gl_InstanceIndex, and the
// corners of the rectangle around it from gl_VertexIndex: there are no vertex buffers. Everything is in pixels.
layout(push_constant) uniform Constants { vec2 extent; };
layout(location = 0) flat out uint id;
layout(location = 1) flat out vec4 ends;
layout(location = 2) flat out float radius;
layout(location = 3) flat out vec3 tint;

// A number from 0 to 1 for every instance and every k.
float random(uint k) {
  uint h = (uint(gl_InstanceIndex) * 8u + k) * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 22u) ^ h) / 4294967295.0;
}

void main() {
  float angle = 3.1415927 * random(2u);
  vec2 reach = mix(20.0, 75.0, random(3u)) * vec2(cos(angle), sin(angle));
  vec2 centre = mix(vec2(60), extent - 60.0, vec2(random(0u), random(1u)));
  ends = vec4(centre - reach, centre + reach);
  radius = mix(8.0, 20.0, random(4u));
  tint = 0.6 + 0.3 * cos(6.2831853 * (random(5u) * 0.6 + vec3(0.45, 0.7, 0.95)));
  id = uint(gl_InstanceIndex) + 1u;
  vec2 right = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
  gl_Position = vec4((centre + right * (abs(reach) + radius)) / extent * 2.0 - 1.0, 0.0, 1.0);
}
