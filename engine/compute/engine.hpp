// Runs the plans of the compute engine.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/common/pass_engine.hpp"
#include "engine/common/program_cache.hpp"
#include "engine/compute/buffers.hpp"
#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"

namespace glccl::compute {

/// The workgroups of the current context. A renderer on the CPU has the smallest, and a pass of its own unites few
/// tiles too: llvmpipe compiles fewer and shorter programs then, and labels faster (docs/lab/performance.md).
Workgroups workgroups_of_context();

/// Union-find over runs in compute shaders, the method of cuda/fast/fast.cu: tiles are packed into bits and solved in
/// shared memory; components that reach the border of their tile are nodes of a forest in a buffer; nodes are united
/// across the borders; labels are written once at the end.
class ComputeEngine final : public PassEngine {
 public:
  /// `largest_block`: GL_MAX_SHADER_STORAGE_BLOCK_SIZE. `workgroups`: those of the context.
  /// `programs` must outlive it.
  ComputeEngine(const gl::Programs& programs, std::int64_t largest_block, const Workgroups& workgroups);

  Result<void> prepare(const Request& request, gl::ReplacedObjects& replaced) override;
  int pass_count() const override;
  void run(const Request& request, const Targets& targets, int passes) override;
  Result<void> expect(const Request& request) override;
  bool is_ready() const override { return programs_.is_done(); }
  Step step_after(const Targets& targets, int passes) const override;
  std::int64_t scratch_bytes() const override { return buffers_.bytes(); }

 private:
  /// What the programs of a plan depend on besides its key.
  struct SourceKey {
    SourceKind kind;
    int level = 0;
    SourceKind mask;
    SourceKind intensity;
    bool label_buffer = false;  ///< Labels are in a buffer.
    friend bool operator==(const SourceKey&, const SourceKey&) = default;
  };

  /// A plan of the last request, and its programs, one per dispatch.
  struct PlannedStep {
    ComputePlan plan;
    std::vector<gl::LinkedProgram*> programs;
    SourceKey source;
  };

  /// What the plans of a request depend on, with the workgroups of this context.
  PlanKey plan_key_of(const Request& request) const;

  /// Finds or builds the programs of a step, and sets their uniforms.
  Result<void> prepare_programs(const Request& request, PlannedStep& step);

  /// Issues the first `passes` passes of a step.
  void run_step(const PlannedStep& step, const Request& request, const Targets& targets, std::size_t passes);

  /// The buffer that a pass has at the binding of the component table; 0: any.
  GLuint table_of(const Dispatch& pass, const Targets& targets) const;

  std::int64_t largest_block_;
  bool subgroups_;
  Workgroups workgroups_;
  ProgramCache<ComputeProgramKey> programs_;
  PlanKey key_;                     ///< Of the last request.
  std::vector<PlannedStep> steps_;  ///< Those of make_plans(), empty before the first request.
  Buffers buffers_;
};

}  // namespace glccl::compute
