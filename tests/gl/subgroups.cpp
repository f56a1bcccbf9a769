// Which subgroups the shaders use, and what is said of the others.
#include "engine/gl/subgroups.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

namespace glccl::tests {

TEST_CASE("subgroups of 32 with votes, sums and shuffles are used, and others have a reason", "[gl][subgroups]") {
  struct Case {
    gl::Subgroups subgroups;
    std::string reason;  ///< Words of it; empty: the subgroups are used.
  };
  const std::vector<Case> cases = {
      {{32, true, true, true, true}, ""},
      {{}, "GL_KHR_shader_subgroup"},
      {{8, true, true, true, true}, "have 8 invocations, not 32"},
      {{64, true, true, true, true}, "have 64 invocations, not 32"},
      {{32, false, true, true, true}, "compute shaders"},
      {{32, true, false, true, true}, "votes"},
      {{32, true, true, false, true}, "sums"},
      {{32, true, true, true, false}, "shuffles"},
  };
  for (const Case& one : cases) {
    const std::string reason = gl::why_unused(one.subgroups);
    INFO(reason);
    CHECK(reason.empty() == one.reason.empty());
    CHECK_THAT(reason, contains(one.reason));
  }
}

TEST_CASE_METHOD(GlFixture, "the subgroups of a context have a size if it has any", "[gl][subgroups]") {
  const gl::Subgroups subgroups = gl::query_subgroups();
  const bool any = subgroups.in_compute || subgroups.ballot || subgroups.arithmetic || subgroups.shuffle;
  CHECK((subgroups.size > 0 || !any));
  CHECK((subgroups.size & (subgroups.size - 1)) == 0);
}

}  // namespace glccl::tests
