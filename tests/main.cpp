#include "tests/conformance/suite.hpp"
#include "tests/support/session.hpp"

int main(int argc, char** argv) {
  glccl::tests::register_conformance_tests();
  glccl::tests::register_self_tests();
  return glccl::tests::run_tests(argc, argv);
}
