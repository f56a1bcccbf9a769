// The forest of nodes in global memory, shared by threads that change it at the same time.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "fast_planes.cuh"

namespace glccl::cuda {

/// A node as other threads last left it; its label never changes.
inline __device__ Node load_node(const Node* nodes, std::uint32_t node) {
  const auto both = *reinterpret_cast<const volatile unsigned long long*>(nodes + node);
  return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
}

inline __device__ void store_parent(Node* nodes, std::uint32_t node, std::uint32_t parent) {
  *static_cast<volatile std::uint32_t*>(&nodes[node].parent) = parent;
}

struct Root {
  std::uint32_t node;
  std::uint32_t label;
};

/// The root above a node.
inline __device__ Root find_root(const Node* nodes, std::uint32_t node) {
  while (true) {
    const Node own = load_node(nodes, node);
    if (own.parent == node) return {node, own.label};
    node = own.parent;
  }
}

/// The same, with every other node on the way hung below its grandparent. Not at a time when others rely on what they
/// have stored in nodes of their own, which this may set back to an older ancestor.
inline __device__ Root shorten_path(Node* nodes, std::uint32_t node) {
  while (true) {
    const Node own = load_node(nodes, node);
    if (own.parent == node) return {node, own.label};
    const Node parent = load_node(nodes, own.parent);
    if (parent.parent == own.parent) return {own.parent, parent.label};
    store_parent(nodes, node, parent.parent);
    node = parent.parent;
  }
}

/// Makes one tree of those of two nodes: the top of fast.cu says why that is exact.
inline __device__ void unite(Node* nodes, std::uint32_t node_a, std::uint32_t node_b) {
  while (true) {
    Root a = shorten_path(nodes, node_a);
    Root b = shorten_path(nodes, node_b);
    if (a.node == b.node) return;
    if (a.label < b.label) {
      const Root smaller = a;
      a = b;
      b = smaller;
    }
    const std::uint32_t before = atomicCAS(&nodes[a.node].parent, a.node, b.node);
    if (before == a.node) return;
    node_a = before;
    node_b = b.node;
  }
}

}  // namespace glccl::cuda
