#include "tests/support/session.hpp"

int main(int argc, char** argv) { return glccl::tests::run_tests(argc, argv); }
