// The forest of nodes in global memory, which threads change concurrently.
//
// Why concurrent unions are exact, here and in shared memory: a parent is only set in two ways. A root is hung below a
// smaller run or node, by compare-and-swap, so that one of several threads succeeds and the others see its change and
// continue from there. Or a run or node that is no root is hung below another of its ancestors. So a former parent
// stays an ancestor; there are no cycles, for parents are smaller; and a thread ends only when it finds one ancestor of
// both, or has hung one below the other.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/tiles.cuh"

namespace glccl::cuda {

/// A component of a tile that reaches the tile's border. Nodes are numbered through all tiles, most_nodes for each
/// tile.
struct alignas(8) Node {
  uint parent;  ///< A node of the same component whose first element comes earlier; a root is its own parent.
  /// Label of the first element, in raster order, that the component has in this tile. In large volumes its place in
  /// the tile (Tiles::large).
  uint label;
};

template <class Shape>
__device__ uint node_of_tile(uint tile, uint node) {
  return tile * Shape::most_nodes + node;
}

/// The node of an element of an image or volume, whose run reaches the border of its tile.
template <class Shape>
__device__ uint node_of_element(const Tiles& tiles, Voxel element, int image) {
  const auto x = static_cast<uint>(element.x);
  const auto y = static_cast<uint>(element.y);
  const auto z = Shape::is_plane ? 0U : static_cast<uint>(element.z);
  const Voxel place = {static_cast<int>(x / Shape::columns), static_cast<int>(y / Shape::tile_y),
                       static_cast<int>(z / Shape::tile_z)};
  const uint tile = index_of_tile<Shape>(tiles, place, image);
  const uint band = z % Shape::tile_z / Shape::rows_z * Shape::bands_y + y % Shape::tile_y / Shape::rows_y;
  const auto own = static_cast<int>(band * Shape::words + x % Shape::columns / WORD_COLUMNS);
  const uint starts = stored_word<Shape>(tiles, tile, own).starts & up_to(static_cast<int>(x % WORD_COLUMNS));
  const int run = stored_runs_before<Shape>(tiles, tile, own) + bitCount(starts) - 1;
  return node_of_tile<Shape>(tile, stored_records<Shape>(tiles, tile)[run] & ~AT_BORDER);
}

/// A node as other threads last left it. Its label never changes.
inline __device__ Node load_node(const Node* nodes, uint node) {
  const auto both = *reinterpret_cast<const volatile unsigned long long*>(nodes + node);
  return {static_cast<uint>(both), static_cast<uint>(both >> 32)};
}

inline __device__ void store_parent(Node* nodes, uint node, uint parent) {
  *static_cast<volatile uint*>(&nodes[node].parent) = parent;
}

struct Root {
  uint node;
  uint label;
};

/// The root above a node.
inline __device__ Root find_root(const Node* nodes, uint node) {
  while (true) {
    const Node own = load_node(nodes, node);
    if (own.parent == node) return {node, own.label};
    node = own.parent;
  }
}

/// The root above a node. Hangs every other node on the way below its grandparent. The stores are not atomic: one may
/// replace a parent that another thread has just stored by an ancestor further from the root. The tree stays right, but
/// a kernel that must leave nodes right below their roots (settle_nodes) calls find_root() instead.
inline __device__ Root shorten_path(Node* nodes, uint node) {
  while (true) {
    const Node own = load_node(nodes, node);
    if (own.parent == node) return {node, own.label};
    const Node parent = load_node(nodes, own.parent);
    if (parent.parent == own.parent) return {own.parent, parent.label};
    store_parent(nodes, node, parent.parent);
    node = parent.parent;
  }
}

/// Makes one tree of the trees of two nodes. Climbs from both nodes at once, so that both loads are in flight together,
/// and hangs each node on the way below its grandparent. It continues until both have one parent, also after it has
/// hung a root: another thread may have hung the new parent elsewhere, which would leave long paths.
/// comes_before(a, label of a, b, label of b) tells whether node a has the earlier first element.
template <class ComesBefore>
__device__ void unite(Node* nodes, uint a, uint b, const ComesBefore& comes_before) {
  Node at_a = load_node(nodes, a);
  Node at_b = load_node(nodes, b);
  while (at_a.parent != at_b.parent) {
    if (at_a.parent == a && at_b.parent == b) {
      const uint later = comes_before(a, at_a.label, b, at_b.label) ? b : a;
      atomicCAS(&nodes[later].parent, later, later == a ? b : a);
      at_a = load_node(nodes, a);
      at_b = load_node(nodes, b);
      continue;
    }
    const Node above_a = load_node(nodes, at_a.parent);
    const Node above_b = load_node(nodes, at_b.parent);
    if (above_a.parent != at_a.parent) store_parent(nodes, a, above_a.parent);
    if (above_b.parent != at_b.parent) store_parent(nodes, b, above_b.parent);
    a = at_a.parent;
    b = at_b.parent;
    at_a = above_a;
    at_b = above_b;
  }
}

/// The same where labels are in the order of first elements.
inline __device__ void unite(Node* nodes, uint a, uint b) {
  unite(nodes, a, b, [](uint, uint label_a, uint, uint label_b) { return label_a < label_b; });
}

/// The same for the nodes of all tiles. `large` is that of the tiles: known to the compiler, it costs other volumes
/// nothing.
template <class Shape, bool large>
__device__ void unite_nodes(const Tiles& tiles, uint a, uint b) {
  if constexpr (large) {
    unite(tiles.nodes, a, b, [&](uint node, uint label, uint other, uint label_of_other) {
      const ivec2 first = pixel_of_node<Shape>(tiles, node, label);
      const ivec2 first_of_other = pixel_of_node<Shape>(tiles, other, label_of_other);
      return first.y != first_of_other.y ? first.y < first_of_other.y : first.x < first_of_other.x;
    });
  } else {
    unite(tiles.nodes, a, b);
  }
}

}  // namespace glccl::cuda
