// What the exit status of a test program says.
#include "tests/support/session.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {

TEST_CASE("this has as many failures as the status of a skip", "[.][failing]") {
  for (int i = 0; i < all_skipped; ++i) CHECK(i < 0);
}

TEST_CASE("this is skipped", "[.][skipped]") { skip_gently("it is here for the test of the exit status"); }

TEST_CASE("a test program that fails, whatever the number of failures, is not skipped", "[tools]") {
  const auto status_of = [](const char* tag) { return run_program("tests", {tag}, scratch_directory()).status; };
  CHECK(status_of("[failing]") == 1);
  CHECK(status_of("[skipped]") == all_skipped);
}

}  // namespace glccl::tests
