// The areas of nodes, for a filter by limits alone: it needs no ranks of all roots.
// needs  tiles/geometry
// reads and writes storage binding 0, which is the component table's in later passes

#if MEASURES
// Per tile: the areas of its nodes, | AT_IMAGE_BORDER, of which that of a root is at last its component's. Behind them
// the number of components that no other tile has and that the filter drops.
layout(std430, binding = 0) buffer NodeAreas { uint node_areas[]; };

uint place_of_area(uint node) { return node + node / uint(MOST_NODES); }
uint place_of_dropped(uint tile) { return tile * uint(MOST_NODES + 1) + uint(MOST_NODES); }
#endif
