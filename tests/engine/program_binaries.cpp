// Binaries of programs, which functions of the caller's keep.
#include <GL/glew.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "engine/gl/programs/hash.hpp"
#include "glccl/glccl.h"
#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "glccl/regions.h"
#include "glccl/regions.hpp"
#include "glccl/tracker.h"
#include "glccl/tracker.hpp"
#include "tests/gl/changed_functions.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/own_context.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/regions.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Binaries in memory, and how often they were asked for and came.
struct KeptBinaries {
  std::map<std::string, std::vector<unsigned char>> bytes;
  int loads = 0;
  int stores = 0;

  ProgramBinaries functions() {
    return {[this](const std::string& key) {
              ++loads;
              const auto found = bytes.find(key);
              return found == bytes.end() ? std::vector<unsigned char>() : found->second;
            },
            [this](const std::string& key, std::span<const unsigned char> given) {
              ++stores;
              bytes[key].assign(given.begin(), given.end());
            }};
  }
};

/// Whether the driver has binaries. Mesa has them while its cache on disk is on.
bool driver_has_binaries() {
  GLint formats = 0;
  glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
  return formats > 0;
}

/// Uses everything in a context of its own, and compares the labels with the CPU's. Returns the number of calls that
/// compile. The tables of `raster` need a program with transform feedback.
int use_everything(Engine engine, KeptBinaries& kept) {
  const OwnContext own;
  const MakingCalls calls;
  const host::Image image = make_image("noise", {90, 40});
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  const ProgramBinaries functions = kept.functions();
  Result<Labeler> labeler = Labeler::create({engine, get_changed_function, functions});
  REQUIRE(labeler);
  const Result<Labels> labels = labeler->label(texture->name(), {}, {.table_rows = 900});
  REQUIRE(labels);
  const LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
  CHECK(first_difference(*labeler->readback(), expected) == "");
  const auto largest = std::max_element(expected.values.begin(), expected.values.end());
  CHECK(labeler->readback_components()->size() == *largest);
  const ContextUse use{.get_proc_address = get_changed_function, .program_binaries = functions};
  Result<Regions> regions = Regions::create(image.extent, all_regions(), use);
  REQUIRE(regions);
  REQUIRE(regions->lists(*labels));
  CHECK(regions->readback_lists()->header.lists == *largest);
  Result<Tracker> tracker = Tracker::create(image.extent, {}, use);
  REQUIRE(tracker);
  REQUIRE(tracker->track(*labels));
  CHECK(tracker->readback()->header.components == *largest);
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
  return calls.compiled();
}

/// A stored binary with another byte in it, and a hash that is right.
std::vector<unsigned char> with_other_byte(std::vector<unsigned char> bytes) {
  bytes[bytes.size() / 2] ^= 0xFFU;
  constexpr std::size_t digits_size = 32;
  gl::Hash hash;
  hash.add({reinterpret_cast<const char*>(bytes.data()) + digits_size, bytes.size() - digits_size});
  std::memcpy(bytes.data(), hash.digits().data(), digits_size);
  return bytes;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "programs are loaded by their binaries, and compiled where these are damaged",
                 "[engine][programs]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const bool has_binaries = driver_has_binaries();
  {
    const ChangedFunctions functions;
    KeptBinaries kept;
    const int cold = use_everything(engine, kept);
    CHECK(cold > 20);
    const auto programs = static_cast<int>(kept.bytes.size());
    if (has_binaries) {
      CHECK(kept.loads == programs);
      CHECK(kept.stores == programs);
      for (const auto& [key, bytes] : kept.bytes) CHECK((key.size() <= 64 && bytes.size() > 100));
      CHECK(use_everything(engine, kept) == 0);
      CHECK(kept.stores == programs);
      const auto damage = [&](const auto& change) {
        const auto whole = kept.bytes;
        for (auto& [key, bytes] : kept.bytes) bytes = change(bytes);
        kept.stores = 0;
        CHECK(use_everything(engine, kept) == cold);
        CHECK(kept.stores == programs);
        for (const auto& [key, bytes] : kept.bytes) CHECK(bytes.size() == whole.at(key).size());
      };
      using Bytes = std::vector<unsigned char>;
      damage([](Bytes bytes) { return Bytes(bytes.begin(), bytes.begin() + 40); });
      damage([](Bytes bytes) {
        bytes.back() ^= 1U;
        return bytes;
      });
      damage([](const Bytes&) { return Bytes(5, 'x'); });
      // Mesa on the CPU refuses such a binary. NVIDIA's driver (580.159.04) loads some, and ends the process by others.
      if (host::describe_current_context().software) damage(with_other_byte);
      CHECK(use_everything(engine, kept) == 0);
    } else {
      CHECK(kept.loads + kept.stores == 0);
    }
  }
  make_current();
  forgive_driver_messages();
}

TEST_CASE_METHOD(GlFixture, "binaries of another driver are not loaded, and none without a format",
                 "[engine][programs]") {
  const bool has_binaries = driver_has_binaries();
  {
    ChangedFunctions functions;
    KeptBinaries kept;
    const int cold = use_everything(Engine::compute, kept);
    const std::size_t programs = kept.bytes.size();
    functions.version = " of another driver";
    CHECK(use_everything(Engine::compute, kept) == cold);
    CHECK(kept.bytes.size() == 2 * programs);
    CHECK((programs > 0) == has_binaries);
    kept.loads = kept.stores = 0;
    functions.has_binaries = false;
    CHECK(use_everything(Engine::compute, kept) == cold);
    CHECK(kept.loads + kept.stores == 0);
  }
  make_current();
}

TEST_CASE_METHOD(GlFixture, "functions of C keep binaries of programs too", "[engine][programs]") {
  struct Kept {
    std::map<std::string, std::vector<unsigned char>> bytes;
    static size_t load(void* user, const char* key, void* bytes, size_t capacity) {
      const std::vector<unsigned char>& found = static_cast<Kept*>(user)->bytes[key];
      if (capacity >= found.size() && !found.empty()) std::memcpy(bytes, found.data(), found.size());
      return found.size();
    }
    static void store(void* user, const char* key, const void* bytes, size_t size) {
      const auto* begin = static_cast<const unsigned char*>(bytes);
      static_cast<Kept*>(user)->bytes[key].assign(begin, begin + size);
    }
  } kept;
  {
    std::vector<int> compiled;
    for (int turn = 0; turn < 2; ++turn) {
      const OwnContext own;
      const MakingCalls calls;
      glccl_labeler_options labeler_options = glccl_default_labeler();
      glccl_region_options region_options = glccl_default_regions();
      glccl_tracker_options tracker_options = glccl_default_tracker();
      region_options.boundaries = 1;
      labeler_options.engine = GLCCL_ENGINE_COMPUTE;
      labeler_options.get_proc_address = get_counted_function;
      region_options.get_proc_address = tracker_options.get_proc_address = get_counted_function;
      labeler_options.program_binaries = {Kept::load, Kept::store, &kept};
      region_options.program_binaries = tracker_options.program_binaries = labeler_options.program_binaries;
      glccl_labeler* labeler = nullptr;
      glccl_regions* regions = nullptr;
      glccl_tracker* tracker = nullptr;
      REQUIRE(glccl_labeler_create_with(&labeler_options, &labeler, nullptr) == GLCCL_OK);
      REQUIRE(glccl_regions_create({8, 8, 1}, &region_options, &regions, nullptr) == GLCCL_OK);
      REQUIRE(glccl_tracker_create({8, 8, 1}, &tracker_options, &tracker, nullptr) == GLCCL_OK);
      const glccl_input_formats formats = glccl_formats_of(GL_R8UI);
      REQUIRE(glccl_prepare(labeler, &formats, {8, 8, 1}, nullptr, nullptr, nullptr) == GLCCL_OK);
      glccl_labeler_destroy(labeler);
      glccl_regions_destroy(regions);
      glccl_tracker_destroy(tracker);
      compiled.push_back(calls.compiled());
    }
    CHECK(compiled[0] > 0);
    CHECK(compiled[1] == (kept.bytes.empty() ? compiled[0] : 0));
  }
  make_current();
  CHECK(kept.bytes.empty() == !driver_has_binaries());
}

}  // namespace glccl::tests
