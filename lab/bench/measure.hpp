// Repeating the measurements of a paper, as far as this machine has the engines for it.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"
#include "lab/bench/table.hpp"
#include "tools/bench/cases.hpp"
#include "tools/bench/run.hpp"
#include "tools/glccl/absences.hpp"

namespace glccl::tools {

/// How a paper is measured: members of PaperArguments.
struct PaperSettings {
  int repetitions = 5;
  int max_side = 32768;  ///< Images with a longer side are left out.
  int device = -1;       ///< The OpenGL device, as in host::ContextOptions.
};

/// A generated image in place of one of the paper's.
struct PaperImage {
  std::string name;  ///< Of its row.
  Dataset dataset;
  Extent size;
};

/// An engine as parse_engines() knows it, and options that its name cannot express.
struct PaperEngine {
  std::string engine;
  BenchOptions options = {};
  std::string name = engine;  ///< Of its column.
};

/// The rows of one engine, one per image; null where it was not measured.
using PaperRows = std::vector<const BenchRow*>;

class PaperBench {
 public:
  explicit PaperBench(const PaperSettings& settings) : settings_(settings) {}

  /// Measures an engine on each image by run_benchmarks(). An engine that cannot run here (no such device, too
  /// large, not supported) and images beyond PaperSettings::max_side have no row; notes() has the reason. After an
  /// error of another kind there are no more rows. The rows live as long as this object.
  PaperRows measure(const PaperEngine& engine, const std::vector<PaperImage>& images);

  /// The medians of measure() in milliseconds as a column.
  PaperColumn time(const PaperEngine& engine, const std::vector<PaperImage>& images);

  /// Notes once why an engine cannot run here.
  void leave_out(const std::string& engine, const std::string& reason) { absences_.add(engine, reason); }

  /// Whether the image is beyond PaperSettings::max_side. Notes it if so.
  bool is_too_large(Extent size);

  /// Notes an error that ends the measurements.
  void fail(const Error& error) { status_ = error; }

  /// Adds the machine, the notes and the rows. Errors: that of the engine that failed; with nothing measured
  /// `invalid_argument` where PaperSettings::max_side leaves no image, else `no_device` (the message has the reasons).
  Result<void> finish(PaperReport& report);

 private:
  std::optional<BenchEngine> find(const std::string& engine);
  bool make_context(const std::string& engine);
  void measure_image(const BenchEngine& engine, const PaperEngine& asked, const PaperImage& image, PaperRows& rows);
  std::vector<std::string> notes() const;

  PaperSettings settings_;
  std::optional<host::HeadlessContext> context_;
  host::ContextInfo context_info_;
  std::optional<std::string_view> cuda_;  ///< A CUDA engine that was measured.
  std::deque<BenchRow> rows_;
  Absences absences_;
  bool left_out_large_ = false;
  Result<void> status_;
};

/// Medians in milliseconds.
Cells milliseconds(const PaperRows& rows);

/// Mpixel/s by the medians.
Cells throughput(const PaperRows& rows);

/// The median of a stage in milliseconds, 0 where the engine has none of that name.
Cells stage_milliseconds(const PaperRows& rows, const std::string& stage);

std::vector<std::string> names_of(const std::vector<PaperImage>& images);

/// A member of every entry as a published column.
template <class Entry, class Number>
PaperColumn published(const std::string& name, std::span<const Entry> entries, Number Entry::*member) {
  PaperColumn column{name, Origin::published, {}};
  for (const Entry& entry : entries) column.cells.emplace_back(entry.*member);
  return column;
}

}  // namespace glccl::tools
