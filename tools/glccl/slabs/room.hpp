// Whether an image fits the memory of this machine, or is labeled slab by slab because it does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::tools {

/// Bytes of memory that this process can still take: what the machine has available (/proc/meminfo), within the limits
/// of its control groups and of its address space (ulimit -v).
std::int64_t available_memory();

/// Bytes that glccl label takes at most for a whole image: its file, the image, a copy of it, labels, a table with a
/// component for every eighth element, and what cpu-fast takes.
std::int64_t whole_image_bytes(const Extent& extent, PixelFormat format, bool compares_values, std::int64_t file_bytes);

/// Why an image is labeled slab by slab, and in how much memory.
struct SlabReason {
  std::string text;         ///< "huge.npy takes about 70.5 GiB of memory, and 12.3 GiB are available".
  std::int64_t memory = 0;  ///< Half of what is available.
};

/// The reason why an image is labeled slab by slab though nobody has asked for it: it does not fit `available` bytes,
/// or it can be read in no other way (a dataset of HDF5, an image that is made as it is read). None for an image that
/// fits, and for files that are not read slab by slab.
std::optional<SlabReason> find_slab_reason(const std::string& image, const std::optional<host::RawLayout>& raw,
                                           const Selection& selection, std::int64_t available,
                                           const host::ReadOptions& read = {});

}  // namespace glccl::tools
