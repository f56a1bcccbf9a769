// The argument of a pass of Tracker or Regions: what differs between its dispatches. And their sizes, so that those of
// all sizes share their programs. In Vulkan also where labels in buffers lie.
// needs  locations

#ifdef VULKAN
layout(push_constant) uniform Arguments {
  // In words: before the first element, from a row to the next, from a slice to the next.
  ivec4 label_place;
  ivec4 target_place;
  int argument;
  uint sizes[MOST_SIZES];
};
#else
layout(location = AT_ARGUMENT) uniform int argument;
layout(location = AT_SIZES) uniform uint sizes[MOST_SIZES];
#endif
