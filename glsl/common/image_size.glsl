// The size of the image whose labels a pass works on. Asking a texture would cost as much as a fetch.
// needs  locations

layout(location = AT_IMAGE_SIZE) uniform ivec2 image_size;
