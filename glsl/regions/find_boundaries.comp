// find_boundaries: the elements of components with a neighbour of another label.
// needs  arguments, shared/regions, jobs, regions
// reads  texture unit 0: the labels
// writes image binding 0: the mask
//
// A neighbour outside is replaced by the nearest element inside, of which as many coordinates or fewer differ: it is a
// neighbour too, or the element itself. So the border is no boundary, and no neighbour is asked for in vain.

#define hops argument  // are_neighbors()
GLCCL_NUMBERS(0, r8ui, mask)

uint label_near(ivec3 at) {
  ivec3 inside = clamp(at, ivec3(0), ivec3(WIDTH, HEIGHT, DEPTH) - 1);
  return label_at(uint(inside.x), uint(inside.z) * uint(HEIGHT) + uint(inside.y));
}

void main() {
  const uint across = uint((WIDTH + REGION_COLUMNS - 1) / REGION_COLUMNS);
  uint column = group_index() % across * uint(REGION_COLUMNS) + invocation() % uint(REGION_COLUMNS);
  uint row = group_index() / across * uint(GROUP_SIZE / REGION_COLUMNS) + invocation() / uint(REGION_COLUMNS);
  if (column < uint(WIDTH) && row < uint(ROWS)) {
    ivec3 own = ivec3(column, row % uint(HEIGHT), row / uint(HEIGHT));
    uint label = label_at(column, row);
    bool found = false;
    if (label != 0u) {
      for (int z = -DEPTH_STEPS; z <= DEPTH_STEPS; ++z) {
        for (int y = -1; y <= 1; ++y) {
          for (int x = -1; x <= 1; ++x) {
            if (are_neighbors(x, y, z, hops)) found = found || label_near(own + ivec3(x, y, z)) != label;
          }
        }
      }
    }
    GLCCL_STORE(mask, column, row, found ? 1u : 0u);
  }
}
