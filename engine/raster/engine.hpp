// Runs the plans of the raster engine.
#pragma once

#include <array>
#include <cstdint>

#include "engine/common/pass_engine.hpp"
#include "engine/common/program_cache.hpp"
#include "engine/gl/objects.hpp"
#include "engine/raster/images.hpp"
#include "engine/raster/plan.hpp"
#include "engine/raster/programs.hpp"

namespace glccl::raster {

/// O'Connell's method as render passes: Engine::raster and Engine::raster_paper.
class RasterEngine final : public PassEngine {
 public:
  /// `programs` must outlive it.
  RasterEngine(const gl::Programs& programs, Engine engine);

  Result<void> prepare(const Request& request, gl::ReplacedObjects& replaced) override;
  int pass_count() const override { return static_cast<int>(plan_.passes.size()); }
  void run(const Request& request, const Targets& targets, int passes) override;
  Result<void> expect(const Request& request) override;
  bool is_ready() const override { return programs_.is_done(); }
  Step step_after(const Targets& targets, int passes) const override;
  bool works_on(GLuint texture) const override { return images_.has(texture); }
  std::int64_t scratch_bytes() const override { return images_.bytes(); }

 private:
  static constexpr int most_units = 16;  ///< Every context has as many in each stage.

  /// The state that the draws of a run have set so far: only changes reach the driver.
  struct DrawState {
    PlanImage write = PlanImage::none;
    Extent target;
    GLuint program = 0;
    std::array<PlanImage, most_units> bound{};  ///< By texture unit.
    const RasterPassTraits* traits = nullptr;
    int condition = no_query;
  };

  Result<void> check_limits(const Request& request) const;
  Result<void> prepare_programs(const Request& request, const RasterPlan& plan, const Images& images);
  gl::ProgramText text_for(const RasterProgramKey& key, GLuint framebuffer);
  void bind(const Request& request, const Targets& targets);
  void run_draw(const Draw& draw, const Targets& targets);
  void prepare_target(const Draw& draw) const;
  void set_target(const Draw& draw);
  void set_tests(const RasterPassTraits& traits);
  void set_condition(int condition);
  void set_program(const Draw& draw);
  void bind(PlanImage image);
  void issue(const Draw& draw) const;
  void finish(const Draw& draw, const Targets& targets) const;

  Engine engine_;
  GLfloat largest_point_ = 1.0F;  ///< GL_POINT_SIZE_RANGE.
  gl::VertexArray no_attributes_;
  gl::Buffer point_draw_;          ///< Arguments of an indirect draw with a vertex for every point of the list.
  gl::TransformFeedback capture_;  ///< Captures into point_draw_.
  std::array<gl::Query, query_count> queries_;
  ProgramCache<RasterProgramKey> programs_;
  std::array<gl::LinkedProgram*, raster_pass_count> active_{};  ///< The programs of the last request.
  DrawState drawn_;
  Images images_;
  RasterPlan plan_;
};

}  // namespace glccl::raster
