// Writes the colour of the shape, or with IDS its id. Nothing is blended, so every pixel shows one shape or background.
#ifndef IDS
#error IDS is not defined
#endif

in vec2 local;
flat in vec4 tint;
flat in uint id;
flat in uint round_shape;

#if IDS
layout(location = 0) out uint written;
#else
layout(location = 0) out vec4 written;
#endif

void main() {
  if (round_shape == 1u && dot(local, local) > 1) discard;
#if IDS
  written = id;
#else
  written = tint;
#endif
}
