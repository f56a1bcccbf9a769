// Labels of 64 bits. No image of 2^32 components is labeled: an engine that only claims to have solved its slabs says
// that they have so many.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "glccl/host/label_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slab_sources.hpp"
#include "glccl/host/slabs.hpp"
#include "host/tiled/label_slab.hpp"
#include "host/tiled/slab_engine.hpp"
#include "tests/host/tiled/thread_exchange.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::SlabOptions;
using host::tiled::Renumbering;
using host::tiled::SlabTask;
using host::tiled::SolvedSlab;

constexpr std::uint32_t half = 1U << 31;  ///< Components of each slab of ClaimedSlabs.
constexpr std::uint64_t wide_rubbish = 0xA5A5A5A5A5A5A5A5U;

/// Three slabs of 2^31 components. The last one of each slab touches the fifth of the third, or the first of the
/// second; the first and the last of the second are one by the third. Each slab delivers the labels `sample`.
class ClaimedSlabs : public host::tiled::SlabEngine {
 public:
  static constexpr std::uint32_t sample[] = {0, 1, 2, 5, 6, half};

  Result<void> begin(const SlabTask& task) override {
    task_ = &task;
    return {};
  }
  Result<void> solve(std::size_t slab, SolvedSlab& solved) override {
    solved = {};
    solved.count = half;
    solved.border = slab == 2 ? std::vector<std::uint32_t>{5} : std::vector<std::uint32_t>{1, half};
    solved.in_last.assign(solved.border.size(), 1);
    if (task_->measured()) solved.rows.resize(solved.border.size(), false);
    if (slab == 1) solved.pairs = {{1, 2}};
    if (slab == 2) solved.pairs = {{0, 2}, {1, 2}, {0, 2}};
    return {};
  }
  Result<void> finish(std::size_t slab, const Renumbering& numbers) override {
    // The numbers of the sample by their definition: renumber() would list those of all labels.
    std::vector<std::uint64_t> wide;
    for (const std::uint32_t label : sample) {
      const auto place = std::lower_bound(numbers.labels.begin(), numbers.labels.end(), label) - numbers.labels.begin();
      const auto i = static_cast<std::size_t>(place);
      const bool is_listed = i < numbers.labels.size() && numbers.labels[i] == label;
      wide.push_back(label == 0 ? 0 : is_listed ? numbers.numbers[i] : numbers.before + label - i);
    }
    return task_->deliver(slab, {.narrow = {}, .wide = wide}, {});
  }
  Result<void> end() override { return {}; }
  void describe(host::SlabReport&) const override {}

 private:
  const SlabTask* task_ = nullptr;
};

Result<host::SlabReport> label_claimed(const SlabOptions& options, const host::SlabSink& sink) {
  const host::SlabSource source{{6, 3}, PixelFormat::u8, [](int, int, void*) { return Result<void>(); }};
  return host::tiled::label_by_engine(std::make_unique<ClaimedSlabs>(), source, {}, options, sink);
}

}  // namespace

TEST_CASE("components beyond 32 bits have labels of 64 bits in raster order", "[host][tiled]") {
  std::vector<std::vector<std::uint64_t>> found;
  const auto report = label_claimed({.wide_labels = true}, [&](const host::FinishedSlab& slab) {
    CHECK(slab.labels.empty());
    found.emplace_back(slab.wide_labels.begin(), slab.wide_labels.end());
    return Result<void>();
  });
  REQUIRE(report);
  constexpr std::uint64_t one = half;
  CHECK(report->components == 3 * one - 3);
  CHECK(report->pairs == 3);
  CHECK(found == std::vector<std::vector<std::uint64_t>>{{0, 1, 2, 5, 6, one},
                                                         {0, one, one + 1, one + 4, one + 5, one},
                                                         {0, 2 * one - 1, 2 * one, one, 2 * one + 3, 3 * one - 3}});
}

TEST_CASE("more components than labels or rows of 32 bits number are refused", "[host][tiled]") {
  const host::SlabSink sink = [](const host::FinishedSlab&) { return Error{ErrorCode::file, "a slab was delivered"}; };
  const auto message_of = [&](const SlabOptions& options) {
    const auto report = label_claimed(options, sink);
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::too_large);
    return report.error().message;
  };
  CHECK(message_of({}) ==
        "there are 6442450941 components, and labels of 32 bits number up to 4294967295: ask for labels of 64 bits "
        "(--labels-type uint64), or for their number alone");
  CHECK(message_of({.labels = false, .components = true}) ==
        "there are 6442450941 components, and rows with labels of 32 bits number up to 4294967295: ask for labels of "
        "64 bits without a table, or for their number alone");
  const auto counted = label_claimed({}, {});
  REQUIRE(counted);
  CHECK(counted->components == 6442450941U);
}

TEST_CASE("a slab is renumbered beyond 32 bits", "[host][tiled]") {
  constexpr std::uint64_t before = 0x1FFFFFFFEU;
  const Renumbering numbers{5, before, {2, 4}, {7, 0x100000003U}};
  const std::vector<std::uint32_t> labels = {0, 1, 2, 3, 4, 5, 5, 0};
  std::vector<std::uint64_t> final(labels.size(), wide_rubbish);
  host::tiled::renumber<std::uint64_t>(labels, numbers, final);
  const std::vector<std::uint64_t> expected = {0, before + 1, 7, before + 2, 0x100000003U, before + 3, before + 3, 0};
  CHECK(final == expected);
  // The same in two steps, of which the first one needs 32 bits.
  std::vector<std::uint32_t> relative(labels.size(), 0xA5A5A5A5U);
  host::tiled::renumber<std::uint32_t>(labels, host::tiled::relative_numbers(numbers), relative);
  CHECK(relative == std::vector<std::uint32_t>{0, 1, 4, 2, 5, 3, 3, 0});
  final.assign(labels.size(), wide_rubbish);
  host::tiled::widen(relative, numbers, final);
  CHECK(final == expected);
}

TEST_CASE("slabs labeled at the same time count beyond 32 bits, and refuse labels and rows", "[host][tiled]") {
  // The solver claims that a component in the second row of a slab, which no border sees, is number 2^31.
  const host::SolveSlab claim = [](const ImageView& slab, const LabelingSpec&, bool, host::SlabSolution& solution) {
    solution.labels.extent = slab.extent;
    solution.labels.values.assign(static_cast<std::size_t>(slab.extent.elements()), 0);
    solution.labels.values[0] = 1;
    if (slab.extent.height == 3) solution.labels.values[3] = half;
    return Result<void>();
  };
  const std::vector<std::uint8_t> elements(6, 0);
  const auto label_parts = [&](const host::tiled::PartResults& wanted) {
    ThreadPost post(3);
    std::vector<std::optional<Result<host::tiled::LabeledSlab>>> results(3);
    std::vector<std::thread> threads;
    for (int place = 0; place < 3; ++place) {
      threads.emplace_back([&, place] {
        ThreadExchange exchange(post, place);
        const ImageView slab{elements.data(), PixelFormat::u8, {2, 3}};
        results[static_cast<std::size_t>(place)] = host::tiled::label_slab(exchange, {2, 9}, slab, claim, {}, wanted);
      });
    }
    for (std::thread& thread : threads) thread.join();
    return results;
  };
  for (const auto& slab : label_parts({.labels = false})) {
    REQUIRE(*slab);
    CHECK((*slab)->all_components == 3ULL * half);
  }
  for (const auto& slab : label_parts({})) {
    REQUIRE_FALSE(*slab);
    CHECK(slab->error().message ==
          "there are 6442450944 components, and labels of 32 bits number up to 4294967295: ask for labels of 64 bits "
          "(--labels-type uint64), or for their number alone");
  }
}

TEST_CASE("labels of 64 bits are those of 32 bits, also in files", "[host][tiled]") {
  const std::filesystem::path folder = scratch_directory();
  for (const Image& image : {make_image("noise", {37, 50}), make_image("noise", {9, 8, 21})}) {
    const LabelImage expected = reference_labels(image.view(), Connectivity::eighteen);
    for (const std::int64_t kept : {std::int64_t{0}, std::int64_t{1} << 40}) {
      const std::filesystem::path path = folder / "labels.npy";
      Result<host::OutputFile> file = host::OutputFile::create(path);
      REQUIRE(file);
      REQUIRE(host::begin_slab_labels(*file, image.extent, true));
      const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
        return file->write(slab.wide_labels.data(), slab.wide_labels.size_bytes());
      };
      REQUIRE(host::label_slabs(host::source_of(image.view()), host::solve_by_cpu_fast(1), {Connectivity::eighteen},
                                {.planes = 4, .wide_labels = true, .kept_bytes = kept}, sink));
      REQUIRE(file->commit());
      CHECK_THAT(read_file(path).substr(0, 80), contains("'<u8'"));
      const Result<host::LabelFile> found = host::read_labels(path);
      REQUIRE(found);
      CHECK(found->extent == image.extent);
      CHECK(std::equal(expected.values.begin(), expected.values.end(), found->values.begin(), found->values.end()));
    }
  }
}

TEST_CASE("a BigTIFF holds labels of 64 bits", "[host][tiled]") {
  const std::filesystem::path folder = scratch_directory();
  // Rows of several strips, one strip, and pages.
  for (const Extent extent : {Extent{1 << 15, 9}, {37, 50}, {9, 8, 21}}) {
    CAPTURE(extent);
    const std::filesystem::path path = folder / "labels.tif";
    Result<host::OutputFile> file = host::OutputFile::create(path);
    REQUIRE(file);
    REQUIRE(host::begin_slab_labels(*file, extent, true));
    std::vector<std::int64_t> labels(static_cast<std::size_t>(extent.elements()));
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::int64_t>(i * 0x1234567ULL);
    REQUIRE(file->write(labels.data(), labels.size() * sizeof(std::int64_t)));
    REQUIRE(file->commit());
    const Result<host::LabelFile> found = host::read_labels(path);
    REQUIRE(found);
    CHECK(found->extent == extent);
    CHECK(found->values == labels);
  }
}

TEST_CASE("slabs with labels of 64 bits are planned thinner", "[host][tiled]") {
  const Extent extent{1000, 1000};
  const auto narrow = host::plan_slabs(extent, PixelFormat::u8, CriterionKind::foreground, false, 1 << 20);
  const auto wide = host::plan_slabs(extent, PixelFormat::u8, CriterionKind::foreground, false, 1 << 20, true);
  REQUIRE(narrow);
  REQUIRE(wide);
  CHECK(wide->planes == narrow->planes / 2);
  const auto by_ranks = [&](bool wide_labels) {
    return host::plan_ranks(extent, PixelFormat::u8, CriterionKind::foreground, false, 10, 1 << 20, wide_labels);
  };
  CHECK(by_ranks(false));
  CHECK_FALSE(by_ranks(true));
}

}  // namespace glccl::tests
