// The profiles of the contexts that a test runs in, for TEMPLATE_TEST_CASE.
#pragma once

#include "glccl/host/context.hpp"

namespace glccl::tests {

struct CoreProfile {
  static constexpr host::Profile profile = host::Profile::core;
};
struct CompatibilityProfile {
  static constexpr host::Profile profile = host::Profile::compatibility;
};

}  // namespace glccl::tests
