// The forest of nodes in global memory, shared by threads that change it at the same time.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/fast/planes.cuh"

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

/// Makes one tree of those of two nodes: the top of fast.cu says why that is exact. Goes up from both at once, so that
/// they wait for memory together, hangs what it passes below its grandparent, and goes on until both have one parent:
/// also after it has hung a root, for the new parent may hang elsewhere meanwhile, and long paths would be left.
inline __device__ void unite(Node* nodes, std::uint32_t a, std::uint32_t b) {
  Node at_a = load_node(nodes, a);
  Node at_b = load_node(nodes, b);
  while (at_a.parent != at_b.parent) {
    if (at_a.parent == a && at_b.parent == b) {
      const std::uint32_t larger = at_a.label < at_b.label ? b : a;
      atomicCAS(&nodes[larger].parent, larger, larger == a ? b : a);
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

}  // namespace glccl::cuda
