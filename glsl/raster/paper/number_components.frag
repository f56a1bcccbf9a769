// number_components (ours): every pixel takes the number of its component. Turns the image back. `numbered` says where
// the number comes from:
//
//   NUMBER_BY_RANK     `ranks`: the number of roots from the component's own root to the last one. The ids are those of
//                      the turned image, where the last root is that of label 1.
//   NUMBER_BY_ROUTING  `numbers`: number_roots has written the number at the root.
//   NUMBER_BY_ROOT     the root itself: 1 + the linear place of the component's first pixel.
//
// needs  locations, raster_layout, ids, image_size, parts/neighbors, parts/numbers
// reads  binding 0, `ids`: final roots; binding 4, `ranks`: RG32UI, see rank_masks.frag; binding 5, `numbers`: R32UI
// writes labels: R32UI

layout(binding = 5) uniform usampler2D numbers;
layout(location = AT_ARGUMENT) uniform int numbered;
layout(location = 0) out uint label;

void main() {
  float id = id_of(turned(ivec2(gl_FragCoord.xy), image_size));
  label = 0u;
  if (id == 0.0) return;
  ivec2 root = decode(id);
  if (numbered == NUMBER_BY_RANK) label = rank_of(root);
  if (numbered == NUMBER_BY_ROOT) label = label_of_place(turned(root, image_size));
  if (numbered == NUMBER_BY_ROUTING) label = texelFetch(numbers, root, 0).x;
}
