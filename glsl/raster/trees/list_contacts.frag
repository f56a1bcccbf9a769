// list_contacts (ours): writes the roots of the two trees that the k-th contact joins to element k of the list. Writes
// nothing if the list has no room for all contacts.
// needs  locations, raster_layout, parts/contacts, parts/lists, parts/pyramid
// reads  binding 0, `ids`: the trees of runs; masks (the contacts), `sums`; the words of runs.glsl
// writes pairs: RG32UI, packed places

layout(location = AT_ARGUMENT) uniform int capacity;
layout(location = 0) out uvec2 pair;

void main() {
  uint k = element_at(ivec2(gl_FragCoord.xy));
  uint count = count_of_all();
  if (k >= count || count > uint(capacity)) {
    discard;
    return;
  }
  Item item = item_of(k);
  pair = roots_of_contact(item.texel * ivec2(1, ROWS_IN_WORD) + ivec2(0, item.bit), item.mask);
}
