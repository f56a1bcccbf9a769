// Ids (chapter 4): where a pixel is, as the bits of a float that GL_MAX blending keeps in order.
//
//   bits of the float = 0x00800000 + (y << 15 | x)
//
// Every such float is positive and normal, so comparing two of them compares (y, x), up to 32768 x 32768. 0.0 is the
// background. The paper keeps 11 + 11 bits in the value of a float instead, and stops at 2047.
//
// The passes work on the image turned by half a turn: GL_MAX keeps the last pixel of a component as its root, and of the
// turned image that is the first in raster order, which is what components are numbered by. encode_ids turns it, the
// last pass turns it back.

const uint ID_BASE = 0x00800000u;

float encode(ivec2 pixel) { return uintBitsToFloat(ID_BASE + (uint(pixel.y) << 15 | uint(pixel.x))); }

ivec2 decode(float id) {
  uint position = floatBitsToUint(id) - ID_BASE;
  return ivec2(position & 0x7FFFu, position >> 15);
}

// Where a pixel of an image of that size comes to lie by half a turn, and where it came from.
ivec2 turned(ivec2 pixel, ivec2 size) { return size - 1 - pixel; }
