// The labelings of which one is made.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/common/pass_engine.hpp"

namespace glccl::compute {

/// The requests of make_plans(), one for each plan. The second one reads what the first one has written to `labels`.
std::vector<Request> requests_of(const Request& request, std::uint32_t labels);

}  // namespace glccl::compute
