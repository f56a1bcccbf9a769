// What glccl bench measures: the images, and the lists on its command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/bench/measured.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {

/// An image or volume made by host::generate(), or an image by host::draw_objects(), with seed 1. Several images have
/// the seeds 1, 2, 3, ...
struct Dataset {
  std::string name;  ///< What --datasets takes.
  std::string kind;  ///< One of host::generate_kinds() or host::volume_kinds(), or of host::drawn_kinds().
  host::GenerateOptions options;
  std::vector<PixelFormat> formats = {};  ///< Of an image that OpenGL draws. Empty: it is generated, and u8.

  bool usual_in_plane = false;  ///< Bench measures images of it unless it is told what to measure.
  bool usual_in_space = false;  ///< The same for volumes.

  bool is_drawn() const { return !formats.empty(); }

  /// Whether there are images, or volumes, of it.
  bool is_for(const Extent& extent) const;
};

/// noise-D-gG for the densities 0.2, 0.5 and 0.65 and blocks of 1, 4 and 16 pixels, circles, circles-250, text,
/// spiral and full; and with many values cells-8, cells-40 and smooth. For volumes noise-0.05-g1 and noise-0.3-g4,
/// balls-N with N balls of radius 2 to 13 in 256 x 256 x 256 voxels, gyroid and other kinds of host::volume_kinds().
std::span<const Dataset> datasets();

/// A dataset at a size that it has.
struct SizedDataset {
  const Dataset* dataset = nullptr;
  Extent size;
};

/// Each size with every dataset that has it, of `named`, or without names of the usual ones. Error `invalid_argument`:
/// a dataset that has none of the sizes, or a size that no dataset has.
Result<std::vector<SizedDataset>> at_sizes(const std::vector<const Dataset*>& named, const std::vector<Extent>& sizes);

/// ids and depth, which OpenGL draws in the current context.
std::span<const Dataset> drawn_datasets();

/// What comes before a labeling that is measured.
enum class BenchStart {
  warm,      ///< Labelings of the same kind.
  first,     ///< Nothing: the engine is made anew, and compiles its programs in the labeling.
  prepared,  ///< The engine is made anew and prepared, which is measured too.
};

/// An engine as --engines names it: "raster+table+clobber" is raster with a component table, in a context whose state
/// it need not preserve.
struct BenchEngine {
  std::string name;
  const engines::EngineInfo* info = nullptr;  ///< Null for a peer.
  const PeerInfo* peer = nullptr;
  Numbering numbering = Numbering::raster;  ///< +root
  bool table = false;                       ///< +table
  std::uint32_t columns = 0;                ///< A set as LabelingSpec::columns: +moments, +quads, +cubes, +intensity
  Filter filter = {};                       ///< +min-area-20, +largest-1
  bool fills_holes = false;                 ///< +filled
  bool periodic = false;                    ///< +periodic
  bool masked = false;                      ///< +mask
  bool tracked = false;                     ///< +tracked
  bool contacts = false;                    ///< +contacts
  bool buffers = false;                     ///< +buffer
  bool graphics_queue = false;              ///< +graphics-queue
  bool transfer = false;                    ///< +transfer
  BenchStart start = BenchStart::warm;      ///< +first, +prepared
  int images = 1;                           ///< Number of images labeled together: +batch-64, +calls-64.
  engines::RunOptions run = {};  ///< +clobber, +routing, +1-gather, +block-4, +threads-2, +batch-64 and others

  bool needs_gl() const { return info != nullptr && info->backend == engines::Backend::opengl; }

  /// The options of one labeling of an image of `extent`: `common` with what the name adds.
  BenchOptions options_for(const Extent& extent, const BenchOptions& common) const;
};

/// Why it cannot run here, in one line; empty where it can.
std::string why_not_here(const BenchEngine& engine);

/// Error `unsupported`: it lacks the connectivity or the criterion.
Result<void> check_support(const BenchEngine& engine, const LabelingSpec& spec);

/// "raster,raster+clobber,opencv": engines of registry() but `auto`, and peers, each with any of the additions above.
/// Error `invalid_argument`: an unknown name or addition (the message lists the known ones), an addition that the
/// engine does not have, +transfer, tracks or contacts with several images, a filter or measurements of roots, or one
/// engine twice.
Result<std::vector<BenchEngine>> parse_engines(const std::string& list);

/// "circles,text". With `drawn` also drawn_datasets(). The same errors.
Result<std::vector<const Dataset*>> parse_datasets(const std::string& list, bool drawn = false);

/// Whether the images of a dataset have a format. Error `invalid_argument`: it is drawn in others.
Result<void> check_format(const Dataset& dataset, PixelFormat format);

/// Why an engine does not read images, or volumes, of a format, in one line; empty where it does.
std::string why_not_read(const BenchEngine& engine, PixelFormat format, const Extent& extent);

/// "512,640x480,64x65x67": a single number is both sides of an image. Errors: those of parse_extent(), or one size
/// twice.
Result<std::vector<Extent>> parse_sizes(const std::string& list);

/// The names and additions that parse_engines() knows, as lines of help.
std::string list_bench_engines();

/// The names that parse_datasets() knows, in a line for images and one for volumes.
std::string list_datasets(bool drawn = false);

}  // namespace glccl::tools
