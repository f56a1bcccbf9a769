// Ids (chapter 4) as the floats that GL_MAX blending keeps in order. shared/ids.h has their bits.
//
// The passes work on the image turned by half a turn. GL_MAX keeps the last pixel of a component as its root; in the
// turned image that pixel is the first one in raster order, by which components are numbered. encode_ids turns the
// image, and the last pass turns it back.
// needs  shared/ids

float encode(ivec2 pixel) { return uintBitsToFloat(ID_BASE + pack_pixel(pixel.x, pixel.y)); }

ivec2 unpacked(uint word) { return ivec2(packed_x(word), packed_y(word)); }

ivec2 decode(float id) { return unpacked(floatBitsToUint(id) - ID_BASE); }

// Where a pixel of an image of that size lies after half a turn.
ivec2 turned(ivec2 pixel, ivec2 size) { return size - 1 - pixel; }
