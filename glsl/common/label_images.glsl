// The labels that a pass of Tracker or Regions reads, and the images that it writes, in OpenGL and in Vulkan.
//
//   label_at(x, row)                       the label of an element
//   GLCCL_NUMBERS(number, format, name)    declares an image of numbers; Vulkan has one a pass, of format r32ui
//   GLCCL_STORE(name, x, row, value)       writes an element of it
//   GLCCL_COLOURS(name), GLCCL_STORE_COLOUR(name, x, row, colour)    likewise colours, as label_colour() has them
//
// In Vulkan labels are read from a texture, or from a buffer if LABELS_IN_BUFFER. Then images are buffers of words.
// needs  places, arguments
// reads  texture unit 0: the labels

#ifndef VULKAN
layout(binding = 0) uniform LABEL_SAMPLER labels;
#define GLCCL_NUMBERS(number, format, name) layout(format, binding = number) writeonly uniform LABEL_IMAGE name;
#define GLCCL_COLOURS(name) layout(rgba8, binding = 0) writeonly uniform COLOUR_IMAGE name;
#elif !LABELS_IN_BUFFER
layout(set = 1, binding = 1) uniform LABEL_SAMPLER labels;
#define GLCCL_NUMBERS(number, format, name) layout(r32ui, set = 2, binding = 0) writeonly uniform LABEL_IMAGE name;
#define GLCCL_COLOURS(name) layout(rgba8, set = 2, binding = 0) writeonly uniform COLOUR_IMAGE name;
#else
layout(std430, set = 1, binding = 8) readonly buffer LabelWords { uint label_words[]; };
#define TARGET layout(std430, set = 2, binding = 9) writeonly buffer Target
#define GLCCL_NUMBERS(number, format, name) TARGET { uint name[]; };
#define GLCCL_COLOURS(name) GLCCL_NUMBERS(0, r32ui, name)

uint word_of(uvec4 first, uint x, uint row) {
#ifdef VOLUME
  return first.x + row / uint(HEIGHT) * first.z + row % uint(HEIGHT) * first.y + x;
#else
  return first.x + row * first.y + x;
#endif
}
#endif

#if LABELS_IN_BUFFER
uint label_at(uint x, uint row) { return label_words[word_of(uvec4(label_place), x, row)]; }
#define GLCCL_STORE(name, x, row, value) name[word_of(uvec4(target_place), x, row)] = value
#define GLCCL_STORE_COLOUR(name, x, row, colour) GLCCL_STORE(name, x, row, colour)
#else
uint label_at(uint x, uint row) { return texelFetch(labels, place_of(x, row), 0).r; }
#define GLCCL_STORE(name, x, row, value) imageStore(name, place_of(x, row), uvec4(value))
#define GLCCL_STORE_COLOUR(name, x, row, colour) imageStore(name, place_of(x, row), unpackUnorm4x8(colour))
#endif
