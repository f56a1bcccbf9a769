// merge_blocks (chapter 9): the pixels on both sides of every border between blocks scatter the larger of their ids and
// that of a neighbour across the border to the root of the smaller, and mark that root. One vertex per pixel and
// neighbour; `side` is the paper's z.
//
//        block b | block b+1           side 0: the last column of b looks right, side 1: the first of b+1 looks left
//              . | n
//              p | n
//              . | n
//
// needs  ids, parts/blocks, parts/linked_ids, parts/neighbors, parts/scatter
// reads  binding 0, `ids`
// writes ids, GL_MAX, and depth 1 at every root that it changes

void main() {
  scatter_nothing();
  int side = gl_VertexID % 2;
  int dy = CONNECTIVITY == 8 ? gl_VertexID / 2 % 3 - 1 : 0;
  int y = gl_VertexID / (CONNECTIVITY == 8 ? 6 : 2);
  int border = (gl_InstanceID + 1) * block_width;
  ivec2 pixel = ivec2(border - 1 + side, y);
  float id = id_of(pixel);
  if (id == 0.0) return;
  float neighbor = linked_id(pixel, ivec2(1 - 2 * side, dy));
  if (neighbor != 0.0 && id != neighbor) scatter(max(id, neighbor), decode(min(id, neighbor)));
}
