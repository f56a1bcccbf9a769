// Skipping tests that cannot run here. Catch2 has SKIP only from version 3.3, so a skipped test says so in words that
// tests/CMakeLists.txt makes ctest look for (SKIP_REGULAR_EXPRESSION).
#pragma once

#include <string>

namespace glccl::tests {

/// For `if (skip_if(reason)) return;` at the top of a test: with a reason, prints "skipped: REASON" and returns true.
/// With GLCCL_REQUIRE_GPU=1 in the environment the test fails instead.
bool skip_if(const std::string& reason);

/// The same for what GLCCL_REQUIRE_GPU does not require.
bool skip_gently(const std::string& reason);

}  // namespace glccl::tests
