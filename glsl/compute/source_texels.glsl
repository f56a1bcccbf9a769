// The passes of the compute engine do not turn the labeled rectangle.

ivec2 source_texel(ivec2 pixel) { return pixel; }
