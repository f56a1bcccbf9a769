// Catch2 itself, compiled once for both test programs.
#pragma once

namespace glccl::tests {

/// Runs the test cases that the arguments ask for; the exit status of the program.
int run_tests(int argc, char** argv);

}  // namespace glccl::tests
