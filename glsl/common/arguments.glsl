// The argument of a pass of Tracker or Regions: what differs between its dispatches. Vulkan also has there what are
// defines in OpenGL: the sizes of a Tracker or Regions (`sizes`), so that all of them share their pipelines, and where
// labels in buffers lie.
// needs  locations

#ifdef VULKAN
layout(push_constant) uniform Arguments {
  // In words: before the first element, from a row to the next, from a slice to the next.
  ivec4 label_place;
  ivec4 target_place;
  int argument;
  uint sizes[15];
};
#else
layout(location = AT_ARGUMENT) uniform int argument;
#endif
