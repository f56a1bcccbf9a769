// A context that no other test uses.
#pragma once

#include "glccl/host/context.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {

/// Makes a context current whose programs no other test uses.
struct OwnContext {
  OwnContext() : context(host::HeadlessContext::create()) { REQUIRE(context); }
  Result<host::HeadlessContext> context;
};

}  // namespace glccl::tests
