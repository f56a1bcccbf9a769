// Uniforms, textures and images, in OpenGL and in Vulkan.
// needs  locations
//
//   GLCCL_UNIFORM(at, type, name)  a uniform; `at` is its location in OpenGL (shared/locations.h)
//   GLCCL_TEXTURE(number)          in layout(): the number of a texture
//   GLCCL_IMAGE(number)            in layout(): the number of an image
//   GLCCL_SOURCE_BUFFER(number)    in layout(): the number of a buffer that is read like a texture
//   GLCCL_LABEL_BUFFER(number)     in layout(): the number of a buffer in place of the image of labels
//   GLCCL_CONSTANTS                in Vulkan: declares the constants that a pipeline is given
//
// Vulkan has no uniforms outside of blocks. Those of the compute engine are one block of push constants, in which each
// has the same place in every program. Every device has 128 bytes for it. The criterion decides what the bytes 48 to 63
// hold. Textures and images, and buffers in their place, have a set of descriptors of their own, because bindings of
// Vulkan count all kinds.

#ifdef VULKAN
#define GLCCL_UNIFORM(at, type, name)
#define GLCCL_TEXTURE(number) set = 1, binding = number
#define GLCCL_IMAGE(number) set = 2, binding = number
#define GLCCL_SOURCE_BUFFER(number) set = 1, binding = number
#define GLCCL_LABEL_BUFFER(number) set = 2, binding = number

GLCCL_CONSTANTS

layout(push_constant) uniform Uniforms {
#if SOURCE_IN_BUFFER
  ivec4 source_place;
#else
  ivec4 origin;
#endif
  ivec4 volume;
  ivec4 limits;
#if CRITERION != FOREGROUND
  ivec4 background;
#else
  bool inverted;
  int channel;
#if SOURCE_FLOATS || SOURCE_INTEGERS
  uint range_first;
  uint range_span;
#else
  float range_low;
  float range_high;
#endif
#endif
  ivec2 image_size;
  ivec2 word_count;
  int columns_each;
  uint table_rows;
  int periodic_axes;
  int fraction_bits;
  float scale;
  bool is_srgb;
  bool has_background;
  SOURCE_LIMIT largest_difference;
  ivec4 label_place;
};
#else
#define GLCCL_UNIFORM(at, type, name) layout(location = at) uniform type name;
#define GLCCL_TEXTURE(number) binding = number
#define GLCCL_IMAGE(number) binding = number
#define GLCCL_SOURCE_BUFFER(number) binding = number
#define GLCCL_LABEL_BUFFER(number) binding = number
#endif
