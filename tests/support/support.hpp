// What the test files share: paths, a context, and labeling an image from the CPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// A file of tests/data. The environment variable GLCCL_TEST_DATA names that folder where the tests do not run where
/// they were built.
std::filesystem::path test_data(const std::string& name);

/// A fresh, empty directory that is removed when the program ends.
std::filesystem::path scratch_directory();

/// A path in a fresh scratch directory; no file lies there yet.
std::filesystem::path scratch_file(const std::string& name);

/// For TEST_CASE_METHOD: the context that all tests of the process share is current, with a debug callback, and when
/// the test ends it fails if there was a GL error or a debug message of severity medium or higher.
class GlFixture {
 public:
  GlFixture();
  ~GlFixture();
  GlFixture(const GlFixture&) = delete;
  GlFixture& operator=(const GlFixture&) = delete;

 protected:
  /// Makes the shared context current again, after a test has used another.
  static void make_current();

  /// For tests that make the driver complain: what it has said so far does not count.
  static void forgive_driver_messages();

  /// The engine that a test is about; tests of several set it to one after the other.
  Engine engine_ = Engine::raster;

  /// The Labeler of that engine, which the tests of the process share.
  Labeler& labeler() { return labeler(engine_); }
  static Labeler& labeler(Engine engine);

  /// Labels and table of one image.
  struct Outcome {
    LabelImage labels;
    std::vector<Component> components;
  };

  /// Uploads, labels with a table that has room for every component there can be (or 2^20), and reads both back.
  Outcome label_and_measure(const host::Image& image, Options options = {});

  /// What label_and_measure() has to give: by the CPU.
  static Outcome expect(const host::Image& image, const Options& options);

  /// Checks that both are the same.
  static void check_outcome(const Outcome& actual, const Outcome& expected);

  /// Uploads, labels and reads back; requires that each succeeds.
  LabelImage label(const host::Image& image, const Options& options = {});
};

/// A grey8 image from rows of text: '.' and ' ' are background, everything else foreground.
host::Image draw(const std::vector<std::string>& rows);

/// The first pixel in which two label images differ, for messages: "(3, 5): 2 instead of 1"; empty when they are equal.
std::string first_difference(const LabelImage& actual, const LabelImage& expected);

}  // namespace glccl::tests
