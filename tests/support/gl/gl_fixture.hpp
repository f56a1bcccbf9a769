// The OpenGL context of the tests, and labeling an image from the CPU in it.
#pragma once

#include <string>

#include "glccl/host/context.hpp"
#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

/// The debug context of a profile that the tests of the process share, and what belongs to it.
struct GlSession;

/// For TEST_CASE_METHOD: makes the debug context current that all tests of the process share. When the test ends, it
/// fails if there was a GL error or a debug message of severity medium or higher.
class GlFixture {
 public:
  explicit GlFixture(host::Profile profile = host::Profile::core);
  ~GlFixture();
  GlFixture(const GlFixture&) = delete;
  GlFixture& operator=(const GlFixture&) = delete;

  /// Why there is no context of the profile; empty where there is one.
  static std::string problem(host::Profile profile = host::Profile::core);

  /// Drops the driver's messages so far, for tests that make it complain.
  void forgive_driver_messages();

 protected:
  /// Makes the shared context current again, after a test has used another.
  void make_current();

  /// The engine under test. Tests of several engines set it to one after the other.
  Engine engine_ = Engine::raster;

  /// The Labeler of that engine, shared by the tests of the process.
  Labeler& labeler() { return labeler(engine_); }
  Labeler& labeler(Engine engine);

  /// Uploads, labels and reads back; requires that each succeeds.
  LabelImage label(const host::Image& image, const LabelingSpec& spec = {}, const Outputs& output = {});

  /// The same with a table that has room for every component there can be (or 2^20).
  LabeledImage label_and_measure(const host::Image& image, const LabelingSpec& spec = {}, Outputs output = {});

 private:
  GlSession& session_;
};

}  // namespace glccl::tests
