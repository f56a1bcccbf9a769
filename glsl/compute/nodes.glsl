// The forest of nodes: the components of tiles that reach their tile's border, numbered through all tiles, MOST_NODES for
// each. What invocations do to it at the same time keeps it a forest, and loses no link: a parent is only set where a root
// hangs below a node of a smaller label, by compare-and-swap, so that of several invocations one has its way and the others
// see what it did and go on from there (Komura 2015; Playne and Hawick 2018); or where a node that is no root goes below another of
// its ancestors. So what was a parent once stays an ancestor, and there are no cycles.
// reads and writes storage binding 4

// x: the parent, a node of the same component with a smaller label; a root's own. y: the label of the first pixel, in
// raster order, that the component has in this tile.
layout(std430, binding = 4) coherent volatile buffer Nodes { uvec2 nodes[]; };

uint node_of_tile(uint tile, uint node) { return tile * uint(MOST_NODES) + node; }

// A root: its node and its label. What finds it returns behind its loop, not out of it: the values that some invocations of
// llvmpipe (Mesa 22.3) leave a loop with are lost where others go on in it.
struct Root {
  uint node;
  uint label;
};

Root find_root(uint node) {
  uvec2 own = nodes[node];
  while (own.x != node) {
    node = own.x;
    own = nodes[node];
  }
  return Root(node, own.y);
}

// The same, with every other node on the way hung below its grandparent. Not at a time when others rely on what they have
// stored in nodes of their own, which this may set back to an older ancestor.
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

// Makes one tree of those of two nodes. Goes up from both at once, so that they wait for memory together, hangs what it passes
// below its grandparent, and goes on until both have one parent: also after it has hung a root, for the new parent may hang
// elsewhere meanwhile, and long paths would be left.
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
