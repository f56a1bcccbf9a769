// The column sweep in vertical blocks (chapter 9): step s of every block at once, one instance per block. A block of
// `block_width` columns is swept from its second column from the right to its first. The last block may be narrower.
// needs  locations

layout(location = AT_BLOCK_WIDTH) uniform int block_width;

// The column of a block at a step, or -1 where the block has none left.
int column_of(int block, int step_index, int width) {
  int first = block * block_width;
  int column = min(first + block_width, width) - 2 - step_index;
  return column < first ? -1 : column;
}
