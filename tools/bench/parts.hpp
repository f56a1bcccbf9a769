// How fast devices label an image that lies in parts in their memory, beside one device on its part alone.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "tools/glccl/slabs/device.hpp"

namespace glccl::tools {

/// A row of the bench of parts.
struct PartTime {
  std::string what;           ///< What was done.
  double seconds = 0.0;       ///< Median.
  std::int64_t elements = 0;  ///< Elements that were labeled.
  double weak_scaling = 0.0;  ///< Of all parts: the time of the first part alone, divided by this time; else 0.
};

/// What the bench of parts found.
struct PartsBenchReport {
  Extent extent;
  std::vector<int> gpus;             ///< The device of each part.
  std::vector<std::string> devices;  ///< Their names.
  int planes = 0;                    ///< Of the first part, which is the thickest.
  std::uint64_t components = 0;      ///< Of the image.
  std::vector<PartTime> rows;        ///< Labels, then labels and tables.
};

/// Puts an image on CUDA devices in as many parts of nearly equal thickness, and labels it by host::PartsLabeler. A
/// device can be listed several times, and then has as many parts, which wait for each other. Each row is the median of
/// so many labelings after a first one: of the first part alone by a Labeler (where it labels so many elements) and by
/// a PartsLabeler, and of all parts; both by SlabDevices::method. The criterion is Foreground, or Equal with `equal`.
/// Errors: `no_device`, `gpu` (no memory; another number of components than slabs on the first device have),
/// `invalid_argument` (fewer planes than devices), those of the source, and of PartsLabeler::label().
Result<PartsBenchReport> bench_parts(const host::SlabSource& source, bool equal, const SlabDevices& gpus,
                                     int repetitions);

/// Prints the report as a table.
void print_parts_bench(std::ostream& out, const PartsBenchReport& report);

}  // namespace glccl::tools
