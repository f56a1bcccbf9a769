// The table of methods: what the Labeler has to know of each one to run it.
#pragma once

#include <cstddef>
#include <string>

#include "cuda/runtime/job.hpp"
#include "glccl/cuda/methods.hpp"

namespace glccl::cuda {

/// A row of the table.
struct MethodTraits {
  Method method;
  /// Fills the job's forest so that every entry is its root's, the component's first pixel in raster order. A method
  /// that is `complete` writes labels and tables instead, and needs no forest.
  Status (*run)(const Job& job);
  std::size_t (*work_bytes)(const Job& job) = nullptr;  ///< Bytes of Job::work; null: none.
  Status (*check)(const Job& job) = nullptr;            ///< Whether it can label the job; null: always.
  bool iterates = false;                                ///< It needs Job::changed.
  bool needs_plane = false;                             ///< It needs Job::plane.
  bool complete = false;                                ///< It writes labels and tables itself, and takes batches.
};

/// The row of a method; null for a value that is no Method.
const MethodTraits* find_traits(Method method);

/// The names of the methods that do not iterate, for messages: "cuda-stava and cuda-fast".
std::string names_without_rounds();

/// The names of the methods that label volumes: "cuda-stava, cuda-links or cuda-fast".
std::string names_with_volumes();

}  // namespace glccl::cuda
