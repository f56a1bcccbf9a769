// Reading ids around a pixel.
//
//     8: 0 1 2    4:   1
//        3 p 4       3 p 4
//        5 6 7         6
//
// needs  image_size
// reads binding 0, `ids`: R32F

layout(binding = 0) uniform sampler2D ids;

// The id of a pixel of the image.
float id_of(ivec2 pixel) { return texelFetch(ids, pixel, 0).x; }

// The id of a pixel, background outside the image.
float id_at(ivec2 pixel) {
  return any(greaterThanEqual(uvec2(pixel), uvec2(image_size))) ? 0.0 : id_of(pixel);
}
