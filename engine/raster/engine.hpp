// Runs the plans of the raster engine.
#pragma once

#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "gl/objects.hpp"
#include "gl/stage_timer.hpp"
#include "glccl/labeler.hpp"
#include "raster/images.hpp"
#include "raster/plan.hpp"
#include "source.hpp"

namespace glccl::raster {

/// The criteria that the engine has shaders for.
enum class CriterionKind { foreground, equal };

/// O'Connell's method as render passes. Keeps programs, textures and the plan between labelings of one size. All
/// members need its context current and the state that gl::StateGuard sets.
class RasterEngine {
 public:
  /// Texture units 0 to this - 1 are what its shaders read.
  static constexpr int texture_units = 6;

  explicit RasterEngine(Engine engine);

  /// Issues the passes. Errors as Labeler::label; on an error the last result is what it was.
  Result<Labels> label(const Source& source, const Options& options);

  /// GPU times of the last labeling with Options::timings.
  std::vector<StageTime> timings() const { return timer_.times(); }

 private:
  /// A program and where the uniforms are that not every pass has; -1 where it has none.
  struct PassProgram {
    gl::Program program;
    GLint argument = -1;
    GLint hops = -1;
    GLint image_size = -1;
    GLint block_width = -1;
    GLint levels = -1;
    GLint level_count = -1;
    bool has_target_size = false;
    bool has_rectangle = false;
    // What its uniforms were last set to.
    Size target;
    int argument_value = -1;
    int hops_value = -1;
    Box rectangle{-1, -1, -1, -1};
  };

  /// What the passes of a run have set so far, so that only changes reach the driver.
  struct DrawState {
    Image write = Image::none;
    Size target;
    GLuint program = 0;
    GLuint read = 0;
    const PassTraits* traits = nullptr;
    int condition = no_query;
  };
  using ProgramKey = std::tuple<PassName, Connectivity, SourceKind, CriterionKind>;

  Status prepare(const Source& source, const Options& options);
  Status prepare_programs(const Source& source, const Options& options, const Images& images);
  Result<PassProgram> build(const PassTraits& traits, const ProgramKey& key) const;
  void set_criterion(const Source& source, const Criterion& criterion);
  void set_foreground(GLuint program, const Source& source, const Foreground& foreground);
  void set_plan_uniforms();
  void bind_textures(const Source& source);
  void run(const Options& options);
  void begin_stage(std::string_view last, std::string_view next, const Options& options);
  void run_pass(const Pass& pass);
  void set_target(const Pass& pass);
  void set_tests(const PassTraits& traits);
  void set_condition(int condition);
  void set_program(const Pass& pass);
  void draw(const Pass& pass) const;

  Engine engine_;
  gl::VertexArray no_attributes_;
  gl::Sampler nearest_;
  gl::Buffer contact_draw_;        ///< the arguments of an indirect draw with a vertex for every contact
  gl::TransformFeedback capture_;  ///< into contact_draw_
  std::array<gl::Query, query_count> queries_;
  gl::StageTimer timer_;
  std::map<ProgramKey, PassProgram> programs_;
  std::array<PassProgram*, pass_count> active_{};  ///< the programs for the labeling under way
  DrawState drawn_;
  bool groups_fit_ = true;  ///< whether the caller has left room for a debug group
  Images images_;
  Plan plan_;
  Options planned_;  ///< the options that plan_ was made for
};

}  // namespace glccl::raster
