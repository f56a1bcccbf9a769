// The uniforms of every shader of the viewer. The C++ side is Painter::Block in tools/view/picture/painter.cpp.
//
//   window                       the framebuffer
//     +------------------------------+        rectangle: where the picture lies, x y width height in framebuffer
//     |     rectangle                |                   pixels from the top left
//     |       +-----------+          |        extent:    texels across and down the rectangle
//     |       |  extent   |          |        image_extent: of the image, or of the plane of a volume
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
  int coloring;       // of components: 0 by label, 1 by first pixel, 2 by id
  int bits;           // a detail of the texture: see masks.frag, raw.frag, ids.frag and projection.frag
  int cells_across;   // raw.frag: texels per row as shown
  int axis;           // the axis that the slice is cut across: 0 x, 1 y, 2 z
  ivec2 mouse;        // projection.frag: the pixel of the framebuffer under the mouse, as gl_FragCoord has it
  ivec3 volume;       // extent of what is labeled; z is 1 of an image
  int slice;          // its coordinate on the axis
  mat3 axes;          // projection.frag: to the right, down and away from the eye, in the volume
};

// Framebuffer pixels from the top left to clip space, whose y goes up.
vec4 clip_position(vec2 pixel) { return vec4(pixel.x / window.x * 2 - 1, 1 - pixel.y / window.y * 2, 0, 1); }
