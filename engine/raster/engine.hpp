// Runs the plans of the raster engine.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/state_guard.hpp"
#include "engine/raster/images.hpp"
#include "engine/raster/plan.hpp"
#include "engine/raster/programs.hpp"
#include "engine/source.hpp"
#include "glccl/labeler.hpp"

namespace glccl::raster {

/// O'Connell's method as render passes. Keeps programs, textures and the plan between labelings of one size. All
/// members need its context current and the state that gl::StateGuard sets.
class RasterEngine {
 public:
  /// What its shaders bind: textures, and the component table.
  static constexpr gl::UsedBindings used{8, 1, 0};

  explicit RasterEngine(Engine engine);

  /// Issues the passes. Errors as Labeler::label; on an error the last result is what it was.
  Result<Labels> label(const SourceView& source, const Options& options);

  /// Issues the first `passes` passes only. Errors as Labeler::step.
  Result<Step> step(const SourceView& source, const Options& options, int passes);

  /// GPU times of the last labeling with Options::timings.
  std::vector<StageTime> timings() const { return marks_.times(); }

  /// As Labeler::scratch_bytes().
  std::int64_t scratch_bytes() const { return images_.bytes(); }

 private:
  /// What the passes of a run have set so far, so that only changes reach the driver.
  struct DrawState {
    Image write = Image::none;
    Size target;
    GLuint program = 0;
    GLuint read = 0;
    const PassTraits* traits = nullptr;
    int condition = no_query;
  };

  /// What a labeling needs besides programs, made before anything of the last one is given up.
  struct Fresh {
    std::optional<Plan> plan;
    std::optional<Images> images;
    std::optional<gl::Buffer> table;
  };

  Status check(const SourceView& source, const Options& options) const;
  Status prepare(const SourceView& source, const Options& options);
  Status prepare_programs(const SourceView& source, const Options& options, const Plan& plan, const Images& images);
  bool is_planned(const SourceView& source, const Options& options) const;
  void bind(const SourceView& source, const Options& options);
  void run(const Options& options, std::size_t passes);
  void run_pass(const Pass& pass);
  void prepare_target(const Pass& pass) const;
  void set_target(const Pass& pass);
  void set_tests(const PassTraits& traits);
  void set_condition(int condition);
  void set_program(const Pass& pass);
  void draw(const Pass& pass) const;
  void finish(const Pass& pass) const;

  Engine engine_;
  gl::VertexArray no_attributes_;
  gl::Sampler nearest_;
  gl::Buffer point_draw_;          ///< the arguments of an indirect draw with a vertex for every point of the list
  gl::TransformFeedback capture_;  ///< into point_draw_
  std::array<gl::Query, query_count> queries_;
  gl::PassMarks marks_;
  std::map<ProgramKey, PassProgram> programs_;
  std::array<PassProgram*, pass_count> active_{};  ///< the programs for the labeling under way
  DrawState drawn_;
  Images images_;
  gl::Buffer table_;
  std::uint32_t table_size_ = 0;  ///< rows that table_ has room for
  Plan plan_;
  Options planned_;  ///< the options that plan_ was made for
};

}  // namespace glccl::raster
