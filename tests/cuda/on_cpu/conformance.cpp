// main() of builds without CUDA: the CUDA methods on the CPU as rows of the registry, under the conformance suite.
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "host/engines/cuda_runner.hpp"
#include "host/engines/rows.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/session.hpp"

int main(int argc, char** argv) {
  using namespace glccl;
  std::vector<engines::EngineInfo> rows;
  for (const cuda::Method method : tests::all_methods()) {
    engines::EngineInfo row = engines::cuda_row({method, "a method on the CPU", "cuda/"});
    row.find_reason = {};
    row.make = [method](const engines::DeviceChoice& device) { return engines::make_cuda_runner(method, device); };
    rows.push_back(row);
  }
  for (const engines::EngineInfo& row : rows) {
    const bool fast = row.name == cuda::name_of(cuda::Method::fast);
    tests::register_conformance_tests(row, std::string(row.name) + "-on-cpu",
                                      fast ? tests::Share::quick : tests::Share::none);
  }
  return tests::run_tests(argc, argv);
}
