"""Labels a framebuffer of moderngl in every frame and draws the components' boxes, without reading anything back."""

import argparse
import time

import moderngl
import numpy as np
from PIL import Image

import glccl.gl

SHAPES = 40
BACKGROUND = (24, 26, 32, 255)
BOX = (255, 217, 77, 255)
TABLE_ROWS = 4096  # room for so many components

# A square per instance. Its orbit, kind and colour come from gl_InstanceID: there are no vertex buffers.
SHAPE_VERTEX_SHADER = """
#version 450
uniform vec2 extent;  // in pixels
uniform float time;   // in seconds
out vec2 place;       // -1 to 1 in the shape's square
flat out int kind;
flat out vec3 tint;

// A number from 0 to 1 for every instance and every k.
float random(uint k) {
  uint h = (uint(gl_InstanceID) * 8u + k) * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 22u) ^ h) / 4294967295.0;
}

void main() {
  place = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2 - 1;
  kind = gl_InstanceID % 4;
  tint = 0.62 + 0.34 * cos(6.2831853 * (random(0u) * 0.7 + vec3(0.45, 0.7, 0.95)));
  float spin = 6.2831853 * random(1u) + time * (random(2u) - 0.5);
  float orbit = 6.2831853 * random(3u) + time * (0.2 + 0.4 * random(4u));
  vec2 centre = 0.92 * sqrt(random(5u)) * vec2(cos(orbit), sin(orbit));
  float radius = extent.y * mix(0.03, 0.1, random(6u));
  vec2 corner = mat2(cos(spin), sin(spin), -sin(spin), cos(spin)) * place * radius;
  gl_Position = vec4(centre + 2 * corner / extent, 0, 1);
}
"""

SHAPE_FRAGMENT_SHADER = """
#version 450
in vec2 place;
flat in int kind;
flat in vec3 tint;
out vec4 colour;

void main() {
  vec2 p = abs(place);
  bool inside = kind == 0   ? length(p) < 1                            // a disc
                : kind == 1 ? length(p) < 1 && length(p) > 0.6         // a ring
                : kind == 2 ? min(p.x, p.y) < 0.3                      // a cross
                            : max(p.x, p.y) > 0.6 || min(p.x, p.y) < 0.2;  // a window
  if (!inside) discard;
  colour = vec4(tint, 1);
}
"""

# A rectangle per instance from the component table, whose layout glccl/table.hpp describes.
BOX_VERTEX_SHADER = """
#version 450
struct Component {
  uint label, value;
  uvec2 area;
  uint x0, y0, x1, y1;
  uvec2 sum_x, sum_y;
  uvec2 first;
  uint z0, z1;
};
layout(std430, binding = 0) readonly buffer Components {
  uint header[16];
  Component component[];
};
uniform vec2 extent;  // in pixels
flat out vec4 box;    // centres of its first and last pixel

void main() {
  Component c = component[gl_InstanceID];
  box = vec4(c.x0, c.y0, c.x1, c.y1) + 0.5;
  vec2 corner = vec2(gl_VertexID % 2 == 0 ? c.x0 : c.x1 + 1u, gl_VertexID / 2 == 0 ? c.y0 : c.y1 + 1u);
  gl_Position = vec4(corner / extent * 2 - 1, 0, 1);
}
"""

BOX_FRAGMENT_SHADER = """
#version 450
uniform vec4 line;
flat in vec4 box;
out vec4 colour;

void main() {
  if (all(greaterThan(gl_FragCoord.xy, box.xy)) && all(lessThan(gl_FragCoord.xy, box.zw))) discard;  // not the border
  colour = line;
}
"""


class Renderer:
    """Moving shapes in a framebuffer of moderngl, and the boxes of what is connected there."""

    def __init__(self, context: moderngl.Context, width: int, height: int) -> None:
        self.context = context
        self.picture = context.texture((width, height), 4)  # RGBA8
        self.framebuffer = context.framebuffer([self.picture])
        shapes = context.program(SHAPE_VERTEX_SHADER, SHAPE_FRAGMENT_SHADER)
        boxes = context.program(BOX_VERTEX_SHADER, BOX_FRAGMENT_SHADER)
        shapes["extent"] = boxes["extent"] = (width, height)
        boxes["line"] = tuple(channel / 255 for channel in BOX)
        self.shapes = context.vertex_array(shapes, [], mode=moderngl.TRIANGLE_STRIP)
        self.boxes = context.vertex_array(boxes, [], mode=moderngl.TRIANGLE_STRIP)
        self.labeler = glccl.gl.Labeler()

    def draw_shapes(self, seconds: float) -> None:
        self.framebuffer.use()
        self.framebuffer.clear(*(channel / 255 for channel in BACKGROUND))
        self.shapes.program["time"] = seconds
        self.shapes.render(vertices=4, instances=SHAPES)

    def draw_boxes(self) -> glccl.gl.Labels:
        """Labels the picture, and draws a box around every component by one indirect draw.

        The table's buffer holds both the arguments of the draw and the boxes, so the CPU waits for nothing.
        """
        labels = self.labeler.label(self.picture, criterion="equal", background=BACKGROUND, table_rows=TABLE_ROWS)
        table = self.context.external_buffer(labels.table, 64 * (1 + TABLE_ROWS))
        table.bind_to_storage_buffer(0)
        self.framebuffer.use()
        self.boxes.render_indirect(table, count=1)
        return labels

    def pixels(self) -> np.ndarray:
        """The picture as an array (height, width, 4). Row 0 is the top row of an image file."""
        width, height = self.picture.size
        return np.frombuffer(self.picture.read(), np.uint8).reshape(height, width, 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="960x540", metavar="WxH")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--out", metavar="FILE", help="write the last frame as a PNG")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))

    context = moderngl.create_context(standalone=True, backend="egl", require=450)
    renderer = Renderer(context, width, height)
    begin = time.perf_counter()
    for frame in range(arguments.frames):
        renderer.draw_shapes(frame / 30)
        labels = renderer.draw_boxes()
    count = len(labels.components())  # reads back, so it waits for the GPU
    milliseconds = (time.perf_counter() - begin) / arguments.frames * 1000
    print(f"{context.info['GL_RENDERER']}: {count} components in the last frame, {milliseconds:.2f} ms a frame")
    if arguments.out:
        Image.fromarray(renderer.pixels()).save(arguments.out)


if __name__ == "__main__":
    main()
