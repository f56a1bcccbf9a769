#include "host/threads/thread_team.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "tests/support/catch.hpp"

namespace glccl::tests {

TEST_CASE("a team of threads does each thing once, time after time", "[host]") {
  host::ThreadTeam team;
  for (const std::size_t count : {0, 1, 7, 8, 1000, 100'003}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<int> done(count, 0);
      team.share(count, 8, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) ++done[i];
      });
      CAPTURE(count, round);
      REQUIRE(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
    }
  }
}

TEST_CASE("a team of threads throws what work throws, and works again", "[host]") {
  host::ThreadTeam team;
  const auto fail = [](std::size_t first, std::size_t) {
    if (first > 0) throw std::runtime_error("a part failed");
  };
  CHECK_THROWS_WITH(team.share(100, 10, fail), "a part failed");
  std::vector<int> done(100, 0);
  team.share(100, 10, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) ++done[i];
  });
  CHECK(std::count(done.begin(), done.end(), 1) == 100);
}

}  // namespace glccl::tests
