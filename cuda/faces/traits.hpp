// What the Labeler has to know of a method to run it. Plain C++: builds without CUDA have the capabilities alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "glccl/cuda/methods.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::cuda {

struct Job;

/// What Method points to.
struct MethodTraits {
  const Capabilities& (*capabilities)();
  /// Fills the job's forest so that every entry is its root's, the component's first pixel in raster order. A method
  /// that is `complete` writes labels and tables instead, and needs no forest. Null in builds without CUDA.
  Result<void> (*run)(const Job& job) = nullptr;
  std::size_t (*work_bytes)(const Job& job) = nullptr;  ///< Bytes of Job::work; null: none.
  Result<void> (*check)(const Job& job) = nullptr;      ///< Whether it can label the job; null: always.
  bool iterates = false;                                ///< It needs Job::changed.
  bool needs_plane = false;                             ///< It needs Job::plane.
  bool complete = false;                                ///< It writes labels and tables itself, and takes batches.
  bool gives_records = false;                           ///< Job::work is Labels::records.
};

/// What a method has besides the criteria Foreground and Equal on images.
struct Extras {
  bool difference = false;  ///< The criterion Difference.
  bool ids = false;         ///< Ids of 64 bits. A segment of the other methods has 32.
  bool volumes = false;
  std::int64_t largest_volume = 0;  ///< Capabilities::largest_volume.
  Needs needs = {Need::measurements};
};

/// The upper bit of a forest's entry marks a root whose number is known (forest.cuh).
inline constexpr std::int64_t largest_forest = 0x7FFFFFFF;

/// Every method labels images of any side that Extent can hold, in all formats with bytes in memory but those of ids.
Capabilities capable(std::string_view engine, std::int64_t largest_elements = largest_forest,
                     const Extras& extras = {});

/// The names of the methods that do not iterate, for messages: "cuda-stava and cuda-fast".
std::string names_without_rounds();

/// The names of the methods that label volumes: "cuda-stava, cuda-links or cuda-fast".
std::string names_with_volumes();

}  // namespace glccl::cuda
