// The forest of nodes in global memory. A node is a component of a tile that reaches the tile's border; nodes are
// numbered through all tiles, MOST_NODES for each tile.
//
// Why concurrent unions are exact: a parent is only set in two ways. A root is hung below a node of a smaller label, by
// compare-and-swap, so that one of several invocations succeeds and the others see its change and continue from there
// (Komura 2015; Playne and Hawick 2018). Or a node that is no root is hung below another of its ancestors. So a node's
// former parent stays its ancestor, no link is lost, and there are no cycles.
// needs  tiles/geometry
// reads and writes storage binding 4

// x: the parent, a node of the same component with a smaller label; a root is its own parent. y: the label of the first
// pixel, in raster order, that the component has in this tile.
layout(std430, binding = 4) coherent volatile buffer Nodes { uvec2 nodes[]; };

uint node_of_tile(uint tile, uint node) { return tile * uint(MOST_NODES) + node; }

struct Root {
  uint node;
  uint label;
};

// The root above a node. It never returns from inside the loop: llvmpipe (Mesa 22.3) loses the locals of invocations
// that leave a divergent loop early.
Root find_root(uint node) {
  uvec2 own = nodes[node];
  while (own.x != node) {
    node = own.x;
    own = nodes[node];
  }
  return Root(node, own.y);
}

// The root above a node. Hangs every other node on the way below its grandparent. The stores are not atomic: one may
// replace a parent that another invocation has just stored by an ancestor further from the root. The tree stays right,
// but a pass that must leave nodes right below their roots (settle_nodes) calls find_root() instead.
Root shorten_path(uint node) {
  uvec2 own = nodes[node];
  while (own.x != node) {
    uvec2 parent = nodes[own.x];
    if (parent.x == own.x) {
      node = own.x;
      own = parent;
    } else {
      nodes[node].x = parent.x;
      node = parent.x;
      own = nodes[node];
    }
  }
  return Root(node, own.y);
}

// Makes one tree of the trees of two nodes. Climbs from both nodes at once, so that both loads are in flight together,
// and hangs each node on the way below its grandparent. It continues until both have one parent, also after it has hung
// a root: another invocation may have hung the new parent elsewhere, which would leave long paths.
void unite(uint a, uint b) {
  uvec2 at_a = nodes[a];
  uvec2 at_b = nodes[b];
  while (at_a.x != at_b.x) {
    if (at_a.x == a && at_b.x == b) {
      uint larger = at_a.y < at_b.y ? b : a;
      atomicCompSwap(nodes[larger].x, larger, larger == a ? b : a);
      at_a = nodes[a];
      at_b = nodes[b];
    } else {
      uvec2 above_a = nodes[at_a.x];
      uvec2 above_b = nodes[at_b.x];
      if (above_a.x != at_a.x) nodes[a].x = above_a.x;
      if (above_b.x != at_b.x) nodes[b].x = above_b.x;
      a = at_a.x;
      b = at_b.x;
      at_a = above_a;
      at_b = above_b;
    }
  }
}
