// Runs the plans of the compute engine.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/compute/buffers.hpp"
#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/state_guard.hpp"
#include "engine/source.hpp"
#include "glccl/labeler.hpp"

namespace glccl::compute {

/// Union-find over runs in compute shaders, the method of cuda/fast/fast.cu: tiles are packed into bits and solved in
/// shared memory, components that reach the border of their tile are nodes of a forest in a buffer, which are united
/// across the borders, and labels are written once at the end. Keeps programs, memory and the plan between labelings of
/// one size. All members need its context current and the state that gl::StateGuard sets.
class ComputeEngine {
 public:
  /// What its shaders bind: the source at texture unit 1, the labels at image unit 0.
  static constexpr gl::UsedBindings used{2, Buffers::bindings, 1};

  ComputeEngine();

  /// Issues the passes. Errors as Labeler::label; on an error the last result is what it was.
  Result<Labels> label(const SourceView& source, const Options& options);

  /// Issues the first `passes` passes only. Errors as Labeler::step.
  Result<Step> step(const SourceView& source, const Options& options, int passes);

  /// GPU times of the last labeling with Options::timings.
  std::vector<StageTime> timings() const { return marks_.times(); }

  /// As Labeler::scratch_bytes().
  std::int64_t scratch_bytes() const { return buffers_.bytes(); }

 private:
  /// What a labeling needs besides programs, made before anything of the last one is given up.
  struct Fresh {
    std::optional<Buffers> buffers;
    std::optional<gl::Texture> labels;
    std::optional<gl::Buffer> table;
  };

  Status prepare(const SourceView& source, const Options& options);
  Status prepare_programs(const SourceView& source, const Options& options, const Plan& plan);
  void run(const SourceView& source, const Options& options, std::size_t passes);
  GLuint labels_of(const Options& options) const { return options.target != 0 ? options.target : labels_.name(); }

  gl::Sampler nearest_;
  bool subgroups_;
  gl::PassMarks marks_;
  std::map<ProgramKey, gl::Program> programs_;
  std::vector<GLuint> active_;  ///< the programs of plan_.passes
  Plan plan_;
  Buffers buffers_;
  gl::Texture labels_;
  Size labels_size_;
  gl::Buffer table_;
  std::uint32_t table_size_ = 0;  ///< rows that table_ has room for
};

}  // namespace glccl::compute
