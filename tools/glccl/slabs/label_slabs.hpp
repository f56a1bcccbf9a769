// glccl label --memory: an image that is read, labeled and written slab by slab.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/selection.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/properties.hpp"

namespace glccl::tools {

/// What is labeled by slabs, and how.
struct SlabRun {
  /// A .npy or TIFF file, with `raw` one without a header, or KIND:WxH[xD][:DENSITY].
  std::string image;
  std::optional<host::RawLayout> raw;  ///< What a file without a header holds.
  host::ReadOptions read = {};         ///< How a file with a header is read.
  std::string engine;                  ///< The engine that solves the slabs; "auto": cpu-fast.
  int device = -1;                     ///< Of the engine.
  /// CUDA devices for an engine of find_slab_method(), instead of `device`, or for ranks of a host, in turn; empty:
  /// that one, or all.
  std::vector<int> gpus = {};
  /// What solves the slabs of ranks: an engine that check_rank_engine() takes. Of mpi-slabs alone; empty: cpu-fast.
  std::string rank_engine = {};
  LabelingSpec spec = {};   ///< Its connectivity; its needs are refused.
  Selection selection;      ///< The criterion.
  OutputPaths outputs;      ///< Labels and components; without both they are counted alone.
  std::int64_t memory = 0;  ///< Bytes for slabs, and for results that are kept between the passes.
  std::optional<std::int64_t> device_memory = {};  ///< SlabDevices::device_memory.
  bool wide_labels = false;                        ///< Labels have 64 bits.
  bool report = false;                             ///< Print the counters of the labeling.
  std::string why = {};                   ///< Why it is labeled by slabs (SlabReason::text); empty: by --memory.
  bool has_seeds = false;                 ///< Of --seeds, which is refused.
  bool has_mask = false;                  ///< Of --mask, which is refused.
  std::vector<Property> properties = {};  ///< Of --properties. Refused, unless is_slab_property().
  bool has_timings = false;               ///< Of --timings, which is refused.
};

/// Checks what needs no file. Errors `invalid_argument`: options that need the whole image, outputs that are not
/// written slab by slab.
Result<void> check_slab_run(const SlabRun& run);

/// Labels, writes the outputs and prints a summary. The outputs appear together and whole, or not at all. Errors: those
/// of the source, the engine, label_slabs() and plan_slabs(), `file`.
Result<void> run_by_slabs(const SlabRun& run, std::ostream& out);

}  // namespace glccl::tools
