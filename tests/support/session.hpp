// Catch2 itself, compiled once for all test programs.
#pragma once

namespace glccl::tests {

/// The exit status of a test program whose test cases were all skipped, as Catch2 has it from version 3.3 on.
inline constexpr int all_skipped = 4;

/// Runs the test cases that the arguments ask for, and says how many were skipped. GLCCL_TEST_SEED in the environment
/// is the seed of the order of test cases; without it the order is that of the sources. Returns the exit status of the
/// program.
int run_tests(int argc, char** argv);

}  // namespace glccl::tests
