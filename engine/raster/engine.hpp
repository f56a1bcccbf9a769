// Runs the plans of the raster engine.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "gl/objects.hpp"
#include "gl/stage_timer.hpp"
#include "glccl/labeler.hpp"
#include "raster/images.hpp"
#include "raster/plan.hpp"
#include "source.hpp"

namespace glccl::raster {

/// O'Connell's method as render passes. Keeps programs, textures and the plan between labelings of one size. All
/// members need its context current and the state that gl::StateGuard sets.
class RasterEngine {
 public:
  explicit RasterEngine(Engine engine);

  /// Issues the passes. Errors as Labeler::label; on an error the last result is what it was.
  Result<Labels> label(const Source& source, const Options& options);

  /// GPU times of the last labeling with Options::timings.
  std::vector<StageTime> timings() const { return timer_.times(); }

 private:
  /// A program and where its argument goes.
  struct PassProgram {
    gl::Program program;
    GLint argument = -1;
  };
  using ProgramKey = std::tuple<PassName, Connectivity, SourceKind>;

  Status prepare(const Source& source, const Options& options);
  Status prepare_programs(const Source& source, const Options& options);
  void set_foreground(const Source& source, const Foreground& foreground);
  void set_levels(const Options& options);
  void bind_textures(const Source& source);
  void run(const Options& options);
  void draw(const Pass& pass, const PassProgram& program);
  void set_state(const Pass& pass);
  void clear(const Pass& pass);

  Engine engine_;
  gl::VertexArray no_attributes_;
  gl::Sampler nearest_;
  std::array<gl::Query, 2> queries_;
  gl::StageTimer timer_;
  std::map<ProgramKey, PassProgram> programs_;
  std::array<const PassProgram*, pass_count> active_{};  ///< the programs for the labeling under way
  Images images_;
  Plan plan_;
  Options planned_;  ///< the options that plan_ was made for
};

}  // namespace glccl::raster
