// The ids of the neighbours that a pixel is linked with.
// needs  linked, neighbors, source_texels

// The id of a neighbour as a foreground pixel sees it: background where the two are not linked.
float if_linked(float id, ivec2 pixel, ivec2 neighbor) {
  return id != 0.0 && !is_linked(pixel, neighbor) ? 0.0 : id;
}

float linked_id(ivec2 pixel, ivec2 offset) { return if_linked(id_at(pixel + offset), pixel, pixel + offset); }
