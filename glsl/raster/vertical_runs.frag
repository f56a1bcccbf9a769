// vertical_runs (chapter 4): every pixel of a vertical run gets the id of the run's bottom pixel, its root, in log
// steps.
//
//   pass 0: the id of the pixel below; then: the id of the pixel that it points to, twice as far each time
//
//     1 2      4 2      7 2      7 2
//     4 .  ->  7 .  ->  7 .  ->  7 .
//     7 8      7 8      7 8      7 8
//
// That is the published schedule, `hops` = 1. The exact schedule looks further down in pass 0 and makes several hops
// per pass. The published shader takes the pixel below even where it is background, and so erases the bottom pixel of
// every run. Here a bottom pixel keeps its own id.
// reads  binding 0, `ids`; `source`
// writes ids

layout(location = AT_ARGUMENT) uniform int pass_index;
layout(location = AT_HOPS) uniform int hops;
layout(location = 0) out float id;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  id = id_of(pixel);
  if (id == 0.0) return;
  if (pass_index == 0) {
    int last = min(pixel.y + hops, image_size.y - 1);
    while (++pixel.y <= last) {
      float below = if_linked(id_of(pixel), pixel - ivec2(0, 1), pixel);
      if (below == 0.0) return;
      id = below;
    }
  } else {
    for (int hop = 0; hop < hops; ++hop) {
      float next = id_of(decode(id));
      if (next == id) return;
      id = next;
    }
  }
}
