// The passes see the labeled rectangle as it is.

ivec2 source_texel(ivec2 pixel) { return pixel; }
