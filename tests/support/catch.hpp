// One header for Catch2 2 (Debian 12) and Catch2 3 (Ubuntu 24.04, Debian 13), with the names of glccl's values in
// messages. It is the precompiled header of the tests.
#pragma once

#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "tests/support/printing.hpp"

namespace glccl::tests {

/// Matches strings that contain `part`.
inline auto contains(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace glccl::tests
