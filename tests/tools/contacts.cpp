// glccl label --contacts: the files that it writes.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {

TEST_CASE("label --contacts writes which components touch", "[tools][cli]") {
  const std::filesystem::path folder = scratch_directory();
  std::ofstream(folder / "segments.pgm") << "P2 5 3 9\n1 1 2 2 2\n1 1 2 0 0\n3 3 0 0 3\n";
  const std::vector<std::string> label = {"label", "segments.pgm", "--engine", "cpu-fast", "--equal", "--connectivity"};
  const auto contacts_with = [&](const std::string& connectivity, const std::string& file) {
    std::vector<std::string> arguments = label;
    arguments.insert(arguments.end(), {connectivity, "--contacts", file});
    const ProgramResult result = run_glccl(arguments, folder);
    INFO(result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, contains("contacts    " + file));
    return read_file(folder / file);
  };
  CHECK(contacts_with("4", "a.csv") == "first,second,length\n1,2,2\n1,3,2\n");
  CHECK(contacts_with("8", "a.csv") == "first,second,length\n1,2,4\n1,3,4\n2,3,1\n");
  CHECK(contacts_with("4", "a.json") ==
        "[\n{\"first\":1,\"second\":2,\"length\":2},\n{\"first\":1,\"second\":3,\"length\":2}\n]\n");
  CHECK(run_glccl({"label", "segments.pgm", "--engine", "cpu-fast", "--contacts", "none.json"}, folder).status == 0);
  CHECK(read_file(folder / "none.json") == "[]\n");
}

}  // namespace glccl::tests
