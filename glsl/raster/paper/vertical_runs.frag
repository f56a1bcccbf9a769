// vertical_runs (chapter 4): every pixel of a vertical run gets the id of the run's bottom pixel, its root, in log
// steps.
//
//   pass 0: the id of the pixel below; then: the id of the pixel that it points to, twice as far each time
//
//     1 2      4 2      7 2      7 2
//     4 .  ->  7 .  ->  7 .  ->  7 .
//     7 8      7 8      7 8      7 8
//
// The published shader takes the pixel below even where it is background, and so erases the bottom pixel of every run.
// Here a bottom pixel keeps its own id.
// needs  locations, ids, parts/linked_ids, parts/neighbors
// reads  binding 0, `ids`; `source`
// writes ids

layout(location = AT_ARGUMENT) uniform int pass_index;
layout(location = 0) out float id;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  id = id_of(pixel);
  if (id == 0.0) return;
  float further = pass_index == 0 ? linked_id(pixel, ivec2(0, 1)) : id_of(decode(id));
  if (further != 0.0) id = further;
}
