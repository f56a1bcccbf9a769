// Runs the plans of the compute engine.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/compute/buffers.hpp"
#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"
#include "engine/pass_engine.hpp"
#include "engine/program_cache.hpp"

namespace glccl::compute {

/// Union-find over runs in compute shaders, the method of cuda/fast/fast.cu: tiles are packed into bits and solved in
/// shared memory; components that reach the border of their tile are nodes of a forest in a buffer; nodes are united
/// across the borders; labels are written once at the end.
class ComputeEngine final : public PassEngine {
 public:
  /// `largest_block`: GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
  explicit ComputeEngine(std::int64_t largest_block);

  Status prepare(const Request& request, gl::ReplacedObjects& replaced) override;
  int pass_count() const override { return static_cast<int>(plan_.passes.size()); }
  void run(const Request& request, const Targets& targets, int passes) override;
  Step step_after(const Targets& targets, int passes) const override;
  std::int64_t scratch_bytes() const override { return buffers_.bytes(); }

 private:
  /// What the programs of a plan depend on besides its key.
  struct SourceKey {
    SourceKind kind;
    int level = 0;
    SourceKind mask;
    SourceKind intensity;
    friend bool operator==(const SourceKey&, const SourceKey&) = default;
  };

  Status prepare_programs(const Request& request, const ComputePlan& plan);

  /// The buffer that a pass has at the binding of the component table; 0: any.
  GLuint table_of(const Dispatch& pass, const Targets& targets) const;

  std::int64_t largest_block_;
  bool subgroups_;
  ProgramCache<ComputeProgramKey> programs_;
  std::vector<CachedProgram*> active_;  ///< The programs of the last request, one per dispatch of plan_.
  SourceKey active_source_;
  ComputePlan plan_;
  Buffers buffers_;
};

}  // namespace glccl::compute
