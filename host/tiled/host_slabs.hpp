// Slabs that are solved in host memory, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/threads/thread_team.hpp"
#include "host/tiled/kept_slabs.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// An engine that gives labels in host memory, as SlabEngine. It reads, solves and delivers slab by slab. Results and
/// elements that SlabTask::kept_bytes has room for are kept from the first pass (KeptSlabs); other slabs are read and
/// solved again.
class HostSlabs : public SlabEngine {
 public:
  /// `solve` outlives it.
  explicit HostSlabs(const SolveSlab& solve) : solve_(solve) {}

  Result<void> begin(const SlabTask& task) override;
  Result<void> solve(std::size_t slab, SolvedSlab& solved) override;
  Result<void> finish(std::size_t slab, const Renumbering& numbers) override;
  Result<void> end() override { return {}; }
  void describe(SlabReport& report) const override;

 private:
  std::uint8_t* slab_elements();
  Result<void> solve_elements(const ImageView& elements, const LabelingSpec& spec, bool measured);
  Result<void> read_and_solve(const SlabPlace& slab, bool measured);
  Result<void> solve_again(std::size_t slab);
  Result<void> find_seam_pairs(std::size_t slab, const SlabBorder& border, SolvedSlab& solved);

  const SolveSlab& solve_;
  const SlabTask* task_ = nullptr;
  std::size_t plane_ = 0;               ///< Elements of a plane.
  std::size_t plane_bytes_ = 0;         ///< Bytes of a plane.
  std::vector<std::uint8_t> elements_;  ///< The plane before a slab, and the slab.
  std::vector<std::uint64_t> wide_;     ///< Final labels of 64 bits.
  SlabSolution slab_;
  SlabSolution seam_;
  BorderPlane above_;              ///< SlabBorder::last of the slab before.
  std::uint32_t above_count_ = 0;  ///< Components in its list.
  std::optional<KeptSlabs> kept_;  ///< Where there is a second pass.
  ThreadTeam team_;                ///< For the rows of the second pass.
  SlabReport report_;
};

}  // namespace glccl::host::tiled
