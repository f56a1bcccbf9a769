#include "tests/support/skip.hpp"

#include <cstdlib>
#include <iostream>

#include "tests/support/catch.hpp"

namespace glccl::tests {

namespace {

int skip_count = 0;

}  // namespace

int skips() { return skip_count; }

bool skip_gently(const std::string& reason) {
  if (reason.empty()) return false;
  ++skip_count;
  std::cout << "skipped: " << reason << '\n';
  return true;
}

bool skip_if(const std::string& reason) {
  if (reason.empty()) return false;
  const char* required = std::getenv("GLCCL_REQUIRE_GPU");
  if (required != nullptr && std::string(required) == "1") FAIL("GLCCL_REQUIRE_GPU=1, but " << reason);
  return skip_gently(reason);
}

}  // namespace glccl::tests
