// The device memory of images, labels and tables, to find overlaps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "glccl/cuda/memory.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Bytes from a row of labels to the next.
std::size_t row_pitch(const DeviceLabels& labels, const Extent& extent);

/// Bytes from a slice of labels to the next.
std::size_t slice_pitch(const DeviceLabels& labels, const Extent& extent);

/// Bytes from `begin` to before `end`; empty for arrays, whose addresses are unknown.
struct ByteRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

/// Whether two ranges share a byte.
inline bool overlap(const ByteRange& a, const ByteRange& b) { return a.begin < b.end && b.begin < a.end; }

/// The bytes of an image in device memory; empty for an array.
ByteRange range_of(const SourceImage& image);

/// The bytes of labels in device memory; empty for an array.
ByteRange range_of(const Target& target, const Extent& extent);

/// The bytes of a table with these columns; empty for no table.
ByteRange range_of(const DeviceTable& table, std::uint32_t columns);

}  // namespace glccl::cuda
