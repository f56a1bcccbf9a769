// How fast a device labels slabs of an image that lies in host memory, beside what the bus allows.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "tools/glccl/slabs/device.hpp"

namespace glccl::tools {

/// A row of the bench of slabs.
struct SlabTime {
  std::string what;           ///< What was done.
  double seconds = 0.0;       ///< Median.
  double share_of_bus = 0.0;  ///< Of the time that the copies of elements or labels take alone, 0..1; 0: no copies.
  double speedup = 0.0;       ///< Of several devices: the first one's time alone, divided by this time; else 0.
};

/// What the bench of slabs found.
struct SlabBenchReport {
  Extent extent;
  std::vector<std::string> devices;  ///< Their names.
  std::uint64_t components = 0;      ///< Of the image.
  std::int64_t slabs = 0;            ///< Slabs of it.
  /// `elements to the device`, `labels to the host`, `count`, `table`, `labels`, for noise `count, made on the device`.
  /// With several devices each labeling has a second row, `by all`.
  std::vector<SlabTime> rows;
};

/// Labels an image slab by slab by host::label_slabs_on_device(), from pinned memory to pinned memory. The image and
/// its labels are held whole: 4 bytes and the format's for each element. Each row is the median of so many labelings
/// after a first one; runs with different results are an error. Copies and first rows are those of the first device;
/// with several devices slabs take turns in second rows. The criterion is Foreground, or Equal with `equal`. Errors:
/// `no_device`, `gpu` (no memory), those of the source, and of label_slabs_on_device().
Result<SlabBenchReport> bench_slabs(const host::SlabSource& source, bool equal, const SlabDevices& devices,
                                    int repetitions);

/// Prints the report as a table.
void print_slab_bench(std::ostream& out, const SlabBenchReport& report);

}  // namespace glccl::tools
