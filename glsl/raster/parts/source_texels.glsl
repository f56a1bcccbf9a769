// Where criterion.glsl finds a pixel in the source. The passes see the labeled rectangle turned by half a turn;
// ids.glsl says why.
// needs  criterion, ids, image_size

ivec2 source_texel(ivec2 pixel) { return turned(pixel, image_size); }
