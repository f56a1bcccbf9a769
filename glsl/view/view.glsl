// What every shader of the viewer is told. The C++ side of it is ViewBlock in tools/view/canvas.cpp.
//
//   window                       the framebuffer
//     +------------------------------+        rectangle: where the picture lies, x y width height in framebuffer
//     |     rectangle                |                   pixels from the top left
//     |       +-----------+          |        extent:    texels across and down the rectangle
//     |       |  extent   |          |        image_size: of the image that is labeled
//     |       +-----------+          |
//     +------------------------------+

layout(std140, binding = 0) uniform View {
  vec4 rectangle;
  vec2 window;
  vec2 extent;
  ivec2 image_size;
  float zoom;         // framebuffer pixels of a texel of `extent`
  float white;        // the source's value that is shown white; 0: the source has colours
  float veil;         // how much of the source shows through labels, 0 to 1
  uint table_rows;    // of the component table
  int by_place;       // 1: components are coloured by their first pixel, 0: by their label
  int bits;           // what there is to know of the texture; masks.frag, raw.frag and ids.frag say what
  int columns;        // raw.frag: texels in a row as it is shown
};

// Framebuffer pixels from the top left to clip space, whose y goes up.
vec4 clip_position(vec2 pixel) { return vec4(pixel.x / window.x * 2 - 1, 1 - pixel.y / window.y * 2, 0, 1); }
