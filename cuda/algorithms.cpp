#include "cuda/algorithms.hpp"

#include <algorithm>
#include <iterator>

#include "cuda/fast/fast.hpp"
#include "cuda/methods/hawick.hpp"
#include "cuda/methods/jung.hpp"
#include "cuda/methods/links.hpp"
#include "cuda/methods/qin.hpp"
#include "cuda/methods/stava.hpp"

namespace glccl::cuda {
namespace {

constexpr AlgorithmTraits table[] = {
    {Algorithm::stava, "cuda-stava", run_stava},
    {.algorithm = Algorithm::links,
     .name = "cuda-links",
     .run = run_links,
     .work_bytes = links_work_bytes,
     .iterates = true,
     .has_difference = true},
    {.algorithm = Algorithm::jung, .name = "cuda-jung", .run = run_jung, .iterates = true},
    {.algorithm = Algorithm::jung_surface,
     .name = "cuda-jung-surface",
     .run = run_jung_surface,
     .iterates = true,
     .needs_plane = true},
    {.algorithm = Algorithm::qin, .name = "cuda-qin", .run = run_qin, .work_bytes = qin_work_bytes, .iterates = true},
    {.algorithm = Algorithm::hawick,
     .name = "cuda-hawick",
     .run = run_hawick,
     .work_bytes = hawick_work_bytes,
     .iterates = true},
    {.algorithm = Algorithm::fast,
     .name = "cuda-fast",
     .run = run_fast,
     .work_bytes = fast_work_bytes,
     .complete = true,
     .has_difference = true},
};

}  // namespace

const AlgorithmTraits* find_traits(Algorithm algorithm) {
  const auto* found = std::find_if(std::begin(table), std::end(table),
                                   [&](const AlgorithmTraits& one) { return one.algorithm == algorithm; });
  return found == std::end(table) ? nullptr : found;
}

std::string_view name_of(Algorithm algorithm) {
  const AlgorithmTraits* traits = find_traits(algorithm);
  return traits == nullptr ? "cuda-unknown" : traits->name;
}

}  // namespace glccl::cuda
