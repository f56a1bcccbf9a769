#include "tests/support/session.hpp"

#define CATCH_CONFIG_RUNNER
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

#if __has_include(<catch2/catch_all.hpp>)
using ListenerBase = Catch::EventListenerBase;
#else
using ListenerBase = Catch::TestEventListenerBase;
#endif

int cases = 0;
int skipped_cases = 0;

/// Counts the test cases, and those that were skipped.
class SkipCounter : public ListenerBase {
 public:
  using ListenerBase::ListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo&) override { before_ = skips(); }
  void testCaseEnded(const Catch::TestCaseStats&) override {
    ++cases;
    if (skips() > before_) ++skipped_cases;
  }

 private:
  int before_ = 0;
};

CATCH_REGISTER_LISTENER(SkipCounter)

/// The arguments, and those that shuffle the test cases if there is a seed.
std::vector<const char*> with_order(int argc, char** argv) {
  std::vector<const char*> arguments(argv, argv + argc);
  if (const char* seed = std::getenv("GLCCL_TEST_SEED")) {
    arguments.insert(arguments.end(), {"--order", "rand", "--rng-seed", seed});
  }
  return arguments;
}

}  // namespace

int run_tests(int argc, char** argv) {
  const std::vector<const char*> arguments = with_order(argc, argv);
  setenv("GLCCL_PROGRAM_CACHE", "0", 1);  // no test, and no program that one starts, reads what an earlier one compiled
  const int status = Catch::Session().run(static_cast<int>(arguments.size()), arguments.data());
  if (skipped_cases > 0) std::cout << "skipped " << skipped_cases << " of " << cases << " test cases\n";
  // Catch2's status is the number of failures, which may be that of a skip.
  if (status != 0) return EXIT_FAILURE;
  return cases > 0 && skipped_cases == cases ? all_skipped : EXIT_SUCCESS;
}

}  // namespace glccl::tests
