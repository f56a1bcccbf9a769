// Reading labels around a pixel.
// needs  image_size
// reads binding 6, `labels`: R32UI, as the caller sees them

layout(binding = 6) uniform usampler2D labels;

// The label of a pixel, background outside the image.
uint label_at(ivec2 pixel) {
  return any(greaterThanEqual(uvec2(pixel), uvec2(image_size))) ? 0u : texelFetch(labels, pixel, 0).x;
}
