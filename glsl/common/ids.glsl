// Ids (chapter 4): where a pixel is, as the bits of a float that GL_MAX blending keeps in order.
//
//   bits of the float = 0x00800000 + (y << 15 | x)
//
// Every such float is positive and normal, so comparing two of them compares (y, x), up to 32768 x 32768. 0.0 is the
// background. The paper keeps 11 + 11 bits in the value of a float instead, and stops at 2047.

const uint ID_BASE = 0x00800000u;
const uint LAST_POSITION = 0x3FFFFFFFu;

float encode(ivec2 pixel) { return uintBitsToFloat(ID_BASE + (uint(pixel.y) << 15 | uint(pixel.x))); }

ivec2 decode(float id) {
  uint position = floatBitsToUint(id) - ID_BASE;
  return ivec2(position & 0x7FFFu, position >> 15);
}

// The same, descending: GL_MAX over these keeps the first pixel in raster order.
float encode_descending(ivec2 pixel) {
  return uintBitsToFloat(ID_BASE + (LAST_POSITION - (uint(pixel.y) << 15 | uint(pixel.x))));
}

ivec2 decode_descending(float id) {
  uint position = LAST_POSITION - (floatBitsToUint(id) - ID_BASE);
  return ivec2(position & 0x7FFFu, position >> 15);
}
