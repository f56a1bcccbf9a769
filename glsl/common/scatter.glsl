// Scattering: a vertex shader moves its point to the pixel that receives a value, and GL_MAX blending keeps the
// largest. The point lies at depth 1, the mark of the passes that mark (chapter 5).

layout(location = AT_TARGET_SIZE) uniform ivec2 target_size;
flat out float scattered;

void scatter(float value, ivec2 pixel) {
  scattered = value;
  gl_Position = vec4((2.0 * vec2(pixel) + 1.0) / vec2(target_size) - 1.0, 1.0, 1.0);
}

// Outside the clip volume: no fragment.
void scatter_nothing() {
  scattered = 0.0;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
