// The face of the CPU engines: images in host memory in, labels and component tables in host memory out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The CPU engines.
enum class CpuMethod {
  fast,    ///< `cpu-fast`: union-find over runs of bits on all cores. docs/method/cpu.md explains and cites it.
  serial,  ///< `cpu-serial`: union-find in two scans on one core, the reference for the others.
};

/// All of them, the preferred one first.
inline constexpr CpuMethod cpu_methods[] = {CpuMethod::fast, CpuMethod::serial};

/// The name of the engine; "unknown" for another number.
std::string_view name_of(CpuMethod method);

/// What an engine can label with a Labeler around it: filters, filled holes and measurements included.
Capabilities capabilities_of(CpuMethod method);

/// How a Labeler works.
struct LabelerOptions {
  CpuMethod method = CpuMethod::fast;  ///< The engine.
  int threads = 0;  ///< CpuMethod::fast: at most as many threads; 0 and less: as many as the machine runs at once.
  /// CpuMethod::fast: each of n threads gets at least n times as many elements, so small images take one thread. Values
  /// below 1 count as 1.
  std::int64_t pixels_per_thread = std::int64_t{1} << 16;
};

/// What label() reads, where it lies.
struct Inputs {
  ImageView image;                                    ///< The image or volume that is labeled.
  std::optional<ImageView> mask = std::nullopt;       ///< A mask of check_mask().
  std::optional<ImageView> intensity = std::nullopt;  ///< What table_column_intensity measures.
};

/// What label() makes besides labels.
struct Outputs {
  bool table = false;  ///< The component table. Measures LabelingSpec::columns too. Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
};

/// The labels of a label(), in the Labeler's memory until its next label() or take_labels().
struct Labels {
  std::span<const std::uint32_t> values;  ///< In raster order, rows and slices without gaps.
  Extent extent;                          ///< That of the image.
};

/// What a LabelFunction makes, in Numbering::raster.
struct Labeled {
  LabelImage labels;                   ///< The labels.
  std::vector<StageTime> stages = {};  ///< Wall times; may be empty.
  /// The components where the function measured them, else nothing.
  std::optional<std::vector<Component>> components = std::nullopt;
};

/// An engine of the caller's: labels without a filter, filled holes and measurements, and may measure components where
/// they are asked for (`measured`). `mask` is null or one of check_mask(). `result` has the last result, whose memory
/// it may use again. It replaces all of it; after a failure it is as it was, or its labels are empty.
using LabelFunction = std::function<Result<void>(const ImageView& image, const LabelingSpec& spec,
                                                 const ImageView* mask, bool measured, Labeled& result)>;

/// A function that measures nothing as a LabelFunction: label_serial(), say.
LabelFunction label_by(Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&, const ImageView*));

/// What a Labeler around a LabelFunction can label, where the function can label this. The Labeler filters and measures
/// what the function has labeled. To fill holes it calls the function twice, for the background and for the filled
/// foreground, so the function has the connectivities of both.
Capabilities labeler_capabilities(Capabilities function);

/// Labels images and volumes in host memory. Keeps its memory between calls, so one object that labels many images is
/// faster than an object per image. Two threads may use two objects; one object serves one thread at a time.
///
/// Labels are those of `cpu-serial`, bit for bit, for every number of threads, in Numbering::raster for either value of
/// LabelingSpec::numbering. Floats are compared as glccl/spec.hpp says, by the CPU's own arithmetic: in a thread that
/// flushes denormals to zero (-ffast-math) they are flushed here too.
class Labeler {
 public:
  /// Makes a Labeler. Takes no memory and starts no thread: label() does, and ends its threads. Error
  /// `invalid_argument`: a number that is no method.
  static Result<Labeler> create(const LabelerOptions& options = {});

  /// A Labeler around an engine of the caller's, which can label what `function` says.
  Labeler(const Capabilities& function, LabelFunction label);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Labels an image or volume, and returns when that is done. The images are not read later.
  ///
  /// Errors: those of check() with capabilities(), of check_table() and check_second_images(), after which the last
  /// result stays; those of the engine, and `too_large` where there are more runs than integers of 32 bits, or no
  /// memory for the labels or to make them, after which there is no result.
  Result<Labels> label(const Inputs& inputs, const LabelingSpec& spec = {}, const Outputs& outputs = {});

  /// The labels of the last label(); empty before it and after take_labels().
  const LabelImage& labels() const;

  /// The component table of the last label(): row i describes label i + 1. Empty without Outputs::table.
  const std::vector<Component>& components() const;

  /// What LabelingSpec::columns asked for, in the order of components(); empty if nothing was asked for.
  const std::vector<Measurements>& measurements() const;

  /// Hands the labels over, without a copy. The next label() takes new memory for its own.
  LabelImage take_labels();

  /// Hands components() over, without a copy.
  std::vector<Component> take_components();

  /// The number of components that the filter keeps. Where nothing was measured it looks for the largest label, so
  /// call it before take_labels().
  std::uint32_t count() const;

  /// The number of components before the filter.
  std::uint32_t found() const;

  /// Wall times of the last label(), empty unless Outputs::timing was set. An engine without stages has one, `label`.
  const std::vector<StageTime>& times() const;

  /// Bytes that are kept for the next label(), without the results and what a LabelFunction keeps.
  std::size_t scratch_bytes() const;

  /// What it can label.
  const Capabilities& capabilities() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace glccl::host
