// number_runs (ours): every run of the list takes the number of its component. `numbered` says where the number comes
// from: NUMBER_BY_RANK or NUMBER_BY_ROOT, as for number_components.
// needs  locations, shared/ids, raster_layout, ids, image_size, parts/lists, parts/numbers, parts/pyramid, parts/trees
// reads  binding 0, `ids`: the trees of runs; binding 4, `ranks`: RG32UI, of the runs that are roots; binding 5,
//        `points`: the ends of runs
// writes trees: R32F, the bits of ids with the number in place of a pixel

layout(binding = 5) uniform usampler2D points;
layout(location = AT_ARGUMENT) uniform int numbered;
layout(location = 0) out float number;

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  if (element_at(place) >= count_of_all()) {
    discard;
    return;
  }
  ivec2 root = decode(root_of(place));
  uint label = numbered == NUMBER_BY_RANK
                   ? rank_of(root)
                   : label_of_place(turned(unpacked(texelFetch(points, root, 0).x), image_size));
  number = uintBitsToFloat(ID_BASE + label);
}
