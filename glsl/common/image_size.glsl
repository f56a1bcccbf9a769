// The size of the image whose labels a pass works on. Asking a texture would cost as much as a fetch.
// needs  uniforms

GLCCL_UNIFORM(AT_IMAGE_SIZE, ivec2, image_size)
