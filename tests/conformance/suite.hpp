// The conformance suite: the promises of every engine in the registry, as tests that are made for each engine by name.
// A new engine is a new row of the registry and needs no new test here.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/engines/runner.hpp"
#include "glccl/host/image.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

/// An engine that can run here.
class EngineUnderTest {
 public:
  EngineUnderTest(const engines::EngineInfo& info, engines::Runner& runner) : info_(info), runner_(runner) {}

  const engines::EngineInfo& info() const { return info_; }
  engines::Runner& runner() { return runner_; }
  bool has(const Criterion& criterion) const;
  bool has(Connectivity connectivity) const;
  bool reads(PixelFormat format) const;

  /// Uploads and labels. Returns the first error.
  Result<void> try_label(const ImageView& image, const LabelingSpec& spec, const engines::RunOptions& options = {});

  /// Labels, and reads into memory that held other labels. Requires that everything succeeds.
  LabelImage label(const ImageView& image, const LabelingSpec& spec = {}, const engines::RunOptions& options = {});

  /// The same with a table that has room for every component there can be (or 2^20).
  LabeledImage label_and_measure(const ImageView& image, const LabelingSpec& spec = {});

  /// Checks labels and table. Exact engines give those of cpu-serial. Others split components and never join two;
  /// their labels are 1..N in raster order, and the table is that of their labels.
  void check(const ImageView& image, const LabelingSpec& spec);
  void check(const host::Image& image, const LabelingSpec& spec) { check(image.view(), spec); }

  /// The same of the labels of the last upload, as they are with a mask; null: without one.
  void check_uploaded(const ImageView& image, const LabelingSpec& spec, const ImageView* mask);

  /// check() by 4- and 8-connectivity.
  void check_both(const host::Image& image, const Criterion& criterion = Foreground{});

  /// check_both() by each of Foreground, Equal and Difference{1} that the engine has.
  void check_criteria(const host::Image& image);

 private:
  const engines::EngineInfo& info_;
  engines::Runner& runner_;
};

/// A promise that every engine keeps.
struct ConformanceTest {
  std::string sentence;  ///< Follows the engine's name: "labels the photograph".
  bool quick = false;    ///< Part of the quick set.
  void (*run)(EngineUnderTest& engine) = nullptr;
};

// One function per file of this folder.
std::vector<ConformanceTest> exactness_tests();
std::vector<ConformanceTest> tile_tests();
std::vector<ConformanceTest> format_tests();
std::vector<ConformanceTest> float_tests();
std::vector<ConformanceTest> range_tests();
std::vector<ConformanceTest> background_tests();
std::vector<ConformanceTest> table_tests();
std::vector<ConformanceTest> refusal_tests();
std::vector<ConformanceTest> volume_tests();
std::vector<ConformanceTest> filter_tests();
std::vector<ConformanceTest> measurement_tests();
std::vector<ConformanceTest> mask_tests();
std::vector<ConformanceTest> intensity_tests();
std::vector<ConformanceTest> hole_tests();
std::vector<ConformanceTest> seam_tests();

/// The tests of these functions.
const std::vector<ConformanceTest>& conformance_tests();

/// Makes a Catch2 test case of a function.
void register_test(const std::string& name, const std::string& tags, std::function<void()> function);

/// The tests of an engine that run by default. The others are hidden behind the tag [long].
enum class Share {
  all,
  quick,
  none,
};

/// Makes a test case of every test for an engine, tagged [conformance] and [name]. main() calls it for every engine.
/// The row has to stay.
void register_conformance_tests(const engines::EngineInfo& info, const std::string& name, Share share = Share::all);

/// Makes a test case of every test with a faulty engine, which has to fail. main() calls it.
void register_self_tests();

}  // namespace glccl::tests
