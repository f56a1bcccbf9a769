#include "tests/support/session.hpp"

#define CATCH_CONFIG_RUNNER
#include "tests/support/catch.hpp"

namespace glccl::tests {

int run_tests(int argc, char** argv) { return Catch::Session().run(argc, argv); }

}  // namespace glccl::tests
