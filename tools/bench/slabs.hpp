// How fast a device labels slabs of an image that lies in host memory, beside what the bus allows.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"

namespace glccl::tools {

/// A row of the bench of slabs.
struct SlabTime {
  std::string what;           ///< What was done.
  double seconds = 0.0;       ///< Median.
  double share_of_bus = 0.0;  ///< Of the time that the copies of elements or labels take alone, 0..1; 0: no copies.
};

/// What the bench of slabs found.
struct SlabBenchReport {
  Extent extent;
  std::string device;            ///< Its name.
  std::uint64_t components = 0;  ///< Of the image.
  std::int64_t slabs = 0;        ///< Slabs of it.
  std::vector<SlabTime> rows;  ///< `to the device`, `to the host`, `count`, `table`, `labels`, for noise `made there`.
};

/// Labels an image slab by slab by host::label_slabs_on_device(), from pinned memory to pinned memory. The image and
/// its labels are held whole: 4 bytes and the format's for each element. Each row is the median of so many labelings
/// after a first one; runs with different results are an error. The criterion is Foreground, or Equal with `equal`.
/// Errors: `no_device`, `gpu` (no memory), those of the source, and of label_slabs_on_device().
Result<SlabBenchReport> bench_slabs(const host::SlabSource& source, bool equal, int device, int repetitions);

/// Prints the report as a table.
void print_slab_bench(std::ostream& out, const SlabBenchReport& report);

}  // namespace glccl::tools
