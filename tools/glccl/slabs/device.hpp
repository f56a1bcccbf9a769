// Slabs on a CUDA device in the programs. A build without CUDA has no engine for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"

namespace glccl::tools {

/// CUDA devices that take slabs in turn, and how.
struct SlabDevices {
  std::vector<int> devices;                                  ///< Their indices; -1: the current one.
  cuda::Method method = cuda::Method::fast;                  ///< That of find_slab_method().
  std::optional<std::int64_t> device_memory = std::nullopt;  ///< Bytes on each device; none: 9/10 of what is free.
};

/// The method of an engine whose slabs stay on the device: one of host::labels_slabs(). None for other engines.
std::optional<cuda::Method> find_slab_method(std::string_view engine);

/// The thickest slabs that each CUDA device of a list has room for with 9/10 of its free memory, or with
/// SlabDevices::device_memory if that is less, and the host with 7/8 of `memory`. A slab has at most 2^27 elements, and
/// fewer, down to 2^25, where a device would have fewer than 64 slabs. A device that is listed several times shares its
/// memory. SlabPlan::kept_bytes is
/// the rest of a device's part. `options` and `columns` (LabelingSpec::columns) say what is asked for. Errors:
/// `too_large` (slabs of one plane take more memory; the message says how much), `no_device`, `gpu`.
Result<host::SlabPlan> plan_device_slabs(const host::SlabSource& source, const host::SlabOptions& options,
                                         std::int64_t memory, const SlabDevices& devices, std::uint32_t columns = 0);

/// host::label_slabs_on_device() on CUDA devices. no_device_slabs() in a build without CUDA.
Result<host::SlabReport> label_on_device(const host::SlabSource& source, const SlabDevices& devices,
                                         const LabelingSpec& spec, const host::SlabOptions& options,
                                         const host::SlabSink& sink);

/// Whether `engine` can solve the slabs of ranks: `cpu-fast`, or a CUDA method. Error `invalid_argument`: it lists
/// them.
Result<void> check_rank_engine(const std::string& engine);

/// host::RankSolver::text of an engine that check_rank_engine() takes, and of CUDA devices for the ranks of a host, in
/// turn; without any all devices of the host. Empty for `cpu-fast`.
std::string rank_solver_text(const std::string& engine, const std::vector<int>& gpus);

/// host::RankSolver::open for these texts. Errors: those of host::solve_by_cuda(), with the device before the message.
Result<host::SolveSlab> open_rank_solver(const std::string& text, int place_on_host);

/// The error of a build without CUDA.
Error no_device_slabs();

}  // namespace glccl::tools
