// Skips tests that cannot run here. Catch2 has SKIP only since version 3.3.
#pragma once

#include <string>

namespace glccl::tests {

/// For `if (skip_if(reason)) return;` at the top of a test: with a reason, prints "skipped: REASON" and returns true.
/// With GLCCL_REQUIRE_GPU=1 in the environment the test fails instead.
bool skip_if(const std::string& reason);

/// The same for tests that GLCCL_REQUIRE_GPU is not about.
bool skip_gently(const std::string& reason);

/// The number of skips in this process so far.
int skips();

}  // namespace glccl::tests
