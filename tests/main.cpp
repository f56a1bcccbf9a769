#include <string>

#include "tests/conformance/suite.hpp"
#include "tests/support/session.hpp"
#include "tools/glccl/registry.hpp"

int main(int argc, char** argv) {
  for (const glccl::engines::EngineInfo& engine : glccl::tools::registry().engines()) {
    glccl::tests::register_conformance_tests(engine, std::string(engine.name));
  }
  glccl::tests::register_self_tests();
  return glccl::tests::run_tests(argc, argv);
}
