// The uniforms of every shader of the viewer. The C++ side is Painter::Block in tools/view/picture/painter.cpp.
//
//   window                       the framebuffer
//     +------------------------------+        rectangle: where the picture lies, x y width height in framebuffer
//     |     rectangle                |                   pixels from the top left
//     |       +-----------+          |        extent:    texels across and down the rectangle
//     |       |  extent   |          |        image_extent: of the labeled image
//     |       +-----------+          |
//     +------------------------------+

layout(std140, binding = 0) uniform View {
  vec4 rectangle;
  vec2 window;
  vec2 extent;
  ivec2 image_extent;
  float zoom;         // framebuffer pixels per texel of `extent`
  float white;        // value of the source that is shown white; 0: the source has colours
  float veil;         // how much of the source shows through labels, 0 to 1
  uint table_rows;    // capacity of the component table
  int by_place;       // 1: components are coloured by their first pixel, 0: by their label
  int bits;           // a detail of the texture: see masks.frag, raw.frag and ids.frag
  int cells_across;   // raw.frag: texels per row as shown
};

// Framebuffer pixels from the top left to clip space, whose y goes up.
vec4 clip_position(vec2 pixel) { return vec4(pixel.x / window.x * 2 - 1, 1 - pixel.y / window.y * 2, 0, 1); }
