#version 450
layout(location = 0) flat in uvec4 box;
layout(location = 0) out vec4 colour;

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  if (all(notEqual(uvec4(pixel, pixel), box))) discard;  // inside
  colour = vec4(1.0);
}
