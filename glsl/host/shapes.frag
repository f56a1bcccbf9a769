// Writes the colour of the shape. Nothing is blended, so every pixel shows one shape or background.
in vec2 local;
flat in vec4 tint;
flat in uint round_shape;

layout(location = 0) out vec4 colour;

void main() {
  if (round_shape == 1u && dot(local, local) > 1) discard;
  colour = tint;
}
