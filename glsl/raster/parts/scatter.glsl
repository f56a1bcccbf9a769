// Scattering: a vertex shader moves its point to the pixel that receives a value, and GL_MAX blending keeps the
// largest.
// needs  points

flat out float scattered;

void scatter(float value, ivec2 pixel) {
  scattered = value;
  gl_Position = center_of(pixel);
}

void scatter_nothing() {
  scattered = 0.0;
  gl_Position = NOWHERE;
}
