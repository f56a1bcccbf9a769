// The labels of words, by the instructions that every CPU has and by those that this CPU has.
#include "host/fast/write_word.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

using namespace host::fast;

constexpr std::size_t columns = RunGrid::word_columns;

/// Labels by run, for a word of up to 32 runs and the run before, with what lies behind them.
constexpr std::size_t labels_read = 1 + columns + RunGrid::padding;

/// One column after the other.
std::vector<std::uint32_t> expected_labels(const std::vector<std::uint32_t>& labels, uint starts, uint bits) {
  std::vector<std::uint32_t> written(columns);
  std::size_t run = 0;
  for (std::size_t i = 0; i < columns; ++i) {
    run += starts >> i & 1U;
    written[i] = (bits >> i & 1U) != 0 ? labels[run] : 0;
  }
  return written;
}

}  // namespace

TEST_CASE("cpu-fast writes the labels of words as one column after the other, by all instructions", "[host][fast]") {
  std::mt19937 random(3);
  std::vector<std::uint32_t> labels(labels_read);
  for (std::uint32_t& label : labels) label = static_cast<std::uint32_t>(random());
  for (int i = 0; i < 2000; ++i) {
    // Words with few, half and nearly all bits, and the two that have none or all.
    const uint starts = i == 0   ? 0U
                        : i == 1 ? ALL_COLUMNS
                                 : static_cast<uint>(random() & (i % 3 != 0 ? random() : ~0U));
    const uint bits = i == 2 ? 0U : i == 3 ? ALL_COLUMNS : static_cast<uint>(random() | (i % 5 != 0 ? 0U : random()));
    CAPTURE(starts, bits);
    const std::vector<std::uint32_t> expected = expected_labels(labels, starts, bits);
    std::vector<std::uint32_t> written(columns, 7);
    write_word(Baseline(), labels.data(), starts, bits, written.data());
    REQUIRE(written == expected);
    written.assign(columns, 7);
    run_for_cpu([&](auto target) { write_word(target, labels.data(), starts, bits, written.data()); });
    REQUIRE(written == expected);
  }
}

}  // namespace glccl::tests
