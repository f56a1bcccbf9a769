// What glccl bench measures: the images, and the lists on its command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "glccl/engines/registry.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {

/// An image to measure with, made by host::generate() with seed 1; where several are measured together, the others
/// with seeds 2, 3, ..., which only kinds that draw look at.
struct Dataset {
  std::string name;  ///< what --datasets takes
  std::string kind;  ///< one of host::generate_kinds()
  host::GenerateOptions options;
};

/// noise-D-gG for the densities 0.2, 0.5 and 0.65 and blocks of 1, 4 and 16 pixels, circles, circles-250, text,
/// spiral and full.
std::span<const Dataset> datasets();

/// How the images of one measurement are labeled.
enum class Submission {
  single,  ///< there is one
  batch,   ///< all by one call
  calls,   ///< by a call each, one after another on one stream
};

/// An engine as --engines names it: "raster+table+clobber" is raster with a component table, in a context whose state
/// it need not preserve.
struct BenchEngine {
  std::string name;
  const EngineInfo* info = nullptr;  ///< null: it is a peer
  const PeerInfo* peer = nullptr;
  Numbering numbering = Numbering::raster;                ///< +root
  bool table = false;                                     ///< +table
  Compaction compaction = Compaction::histogram_pyramid;  ///< +routing
  StatePolicy state_policy = StatePolicy::preserve;       ///< +clobber
  bool transfer = false;                                  ///< +transfer
  Submission submission = Submission::single;             ///< +batch-64, +calls-64
  int images = 1;                                         ///< that are measured together
  EngineVariant variant = {};                             ///< +1-gather, +shared, +block-4, +ranks-2 and the like

  bool needs_gl() const { return info != nullptr && info->gl.has_value(); }

  /// The options of one labeling of an image of `size`: `common` with what the name adds.
  Options options_for(Extent size, const Options& common) const;
};

/// Why it cannot run here, in one line; empty where it can, as of why_not_here() and PeerInfo::why_not.
std::string why_not_here(const BenchEngine& engine);

/// Error `unsupported` where it lacks the connectivity or the criterion.
Status check_support(const BenchEngine& engine, const Options& options);

/// "raster,raster+clobber,opencv": engines of engines() without `auto`, which is not one of its own, and peers, each
/// with any of the additions above. Error `invalid_argument`: an unknown name or addition (the message lists those
/// there are), an addition to an engine that does not have it, +transfer with several images, or one engine twice.
Result<std::vector<BenchEngine>> parse_engines(const std::string& list);

/// "circles,text". The same errors.
Result<std::vector<const Dataset*>> parse_datasets(const std::string& list);

/// "512,640x480": a single number is both sides. Errors: those of parse_size(), or one size twice.
Result<std::vector<Extent>> parse_sizes(const std::string& list);

/// The names and additions that parse_engines() knows, a line each.
std::string list_bench_engines();

/// The names that parse_datasets() knows, in one line.
std::string list_datasets();

}  // namespace glccl::tools
