#include <list>
#include <string>

#include "tests/conformance/suite.hpp"
#include "tests/support/session.hpp"
#include "tools/glccl/registry.hpp"

int main(int argc, char** argv) {
  for (const glccl::engines::EngineInfo& engine : glccl::tools::registry().engines()) {
    glccl::tests::register_conformance_tests(engine, std::string(engine.name));
    if (engine.place != "buffer") continue;
    static std::list<glccl::engines::EngineInfo> all_in_buffers;  // have to stay
    glccl::engines::EngineInfo& in_buffers = all_in_buffers.emplace_back(engine);
    in_buffers.make = engine.make_in_place;
    glccl::tests::register_conformance_tests(in_buffers, std::string(engine.name) + "+buffer",
                                             glccl::tests::Share::quick);
  }
  glccl::tests::register_self_tests();
  return glccl::tests::run_tests(argc, argv);
}
