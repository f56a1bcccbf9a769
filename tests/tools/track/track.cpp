// glccl track: ids and events of a sequence of images, and of a rendered scene beside its own.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tools/track/track_scene.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// A folder with a sequence of three images, and one of another size.
fs::path make_sequence() {
  const fs::path folder = scratch_directory();
  fs::create_directory(folder / "frames");
  fs::create_directory(folder / "ids");
  const std::vector<std::vector<std::string>> frames = {{"##.##", "....."}, {"#####", "....."}, {"#.###", "....."}};
  for (std::size_t i = 0; i < frames.size(); ++i) {
    REQUIRE(host::write_image(folder / "frames" / ("f" + std::to_string(i) + ".png"), draw(frames[i])));
  }
  REQUIRE(host::write_image(folder / "large.png", draw({"##########"})));
  return folder;
}

const std::vector<std::string> cpu = {"track", "--engine", "cpu-serial"};

ProgramResult track(const std::vector<std::string>& further, const fs::path& folder) {
  std::vector<std::string> arguments = cpu;
  arguments.insert(arguments.end(), further.begin(), further.end());
  return run_glccl(arguments, folder);
}

}  // namespace

TEST_CASE("glccl track writes ids and events", "[tools][cli][tracker]") {
  const fs::path folder = make_sequence();
  const ProgramResult result = track({"frames", "--ids", "ids", "--events", "events.csv"}, folder);
  CHECK(result.err.empty());
  REQUIRE(result.status == 0);
  CHECK(result.out ==
        "f0.png: 2 components, 2 births, 0 deaths\n"
        "f1.png: 1 components, 0 births, 1 deaths\n"
        "f2.png: 2 components, 1 births, 0 deaths\n");
  CHECK(read_file(folder / "events.csv") ==
        "frame,id,event,age,label,other,overlap\n"
        "1,1,birth,1,1,0,0\n"
        "1,2,birth,1,2,0,0\n"
        "2,1,continued merge,2,1,1,2\n"
        "2,2,death,1,2,1,0\n"
        "3,3,birth split,1,1,1,1\n"
        "3,1,continued split,3,2,1,3\n");
  const Result<host::LabelFile> ids = host::read_labels(folder / "ids" / "f2.npy");
  REQUIRE(ids);
  CHECK(ids->values == std::vector<std::int64_t>{3, 0, 1, 1, 1, 0, 0, 0, 0, 0});
  REQUIRE(track({"frames/f2.png", "frames/f0.png", "--ids", "ids", "--format", "png"}, folder).status == 0);
  CHECK(host::read_labels(folder / "ids" / "f0.png")->values ==
        std::vector<std::int64_t>{1, 1, 0, 2, 2, 0, 0, 0, 0, 0});
}

TEST_CASE("glccl track refuses what it cannot follow", "[tools][cli][tracker]") {
  const fs::path folder = make_sequence();
  struct Refusal {
    const char* name;
    std::vector<std::string> arguments;
    int status;
    const char* message;
  };
  const std::vector<Refusal> refusals = {
      {"no images", {}, 2, "no images: name a folder, or files in their order"},
      {"a missing file", {"missing.png"}, 3, "missing.png"},
      {"two sizes", {"frames", "large.png"}, 2, "large.png is 10x1, and frames/f0.png is 5x2"},
      {"too many components", {"frames", "--max-components", "1"}, 3, "f0.png: 2 components, and there is room for 1"},
      {"too many pairs", {"frames", "--max-pairs", "1"}, 3, "f1.png: more than 1 pairs of components that overlap"},
      {"no components", {"frames", "--max-components", "0"}, 2, "a tracker for 0 components"},
      {"no folder for ids", {"frames", "--ids", "nowhere"}, 3, "cannot write ids to nowhere: it is no folder"},
      {"ids over the images", {"frames", "--ids", "frames", "--format", "png"}, 2, "--ids"},
      {"one name twice", {"frames", "frames", "--ids", "ids"}, 2, "two images of the sequence have the name f0"},
      {"a scene and images", {"frames", "--scene", "8x8"}, 2, "--scene"},
      {"a scene without pixels", {"--scene", "0x8"}, 2, "0x8"},
      {"ids of a scene", {"--scene", "8x8", "--ids", "ids"}, 2, "--ids"},
      {"switches of no scene", {"frames", "--switches", "s.csv"}, 2, "--switches"},
      {"an animation of another format", {"frames", "--animation", "a.mp4"}, 2, "cannot write a.mp4 as an animation"},
      {"no folder for an animation", {"frames", "--animation", "no/a.gif"}, 3, "there is no folder"},
      {"frames of no scene", {"frames", "--frames", "3"}, 2, "--frames"},
  };
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.name);
    // A scene is drawn and labeled by OpenGL, and takes no engine.
    const bool of_scene = !refusal.arguments.empty() && refusal.arguments.front() == "--scene";
    std::vector<std::string> alone = {"track"};
    alone.insert(alone.end(), refusal.arguments.begin(), refusal.arguments.end());
    const ProgramResult result = of_scene ? run_glccl(alone, folder) : track(refusal.arguments, folder);
    CHECK(result.status == refusal.status);
    CHECK_THAT(result.err, contains(refusal.message));
    CHECK(result.err.find('\n') == result.err.size() - 1);
  }
}

TEST_CASE("glccl track writes an animation of the ids", "[tools][cli][tracker]") {
  const fs::path folder = make_sequence();
  REQUIRE(track({"frames", "--animation", "ids.gif"}, folder).status == 0);
  const Result<host::Image> first = host::read_image(folder / "ids.gif");  // its first frame
  REQUIRE(first);
  CHECK(first->extent == Extent{5, 2});
  CHECK(first->bytes[0] + first->bytes[1] + first->bytes[2] > 0);
  CHECK(first->bytes[4 * 2] + first->bytes[4 * 2 + 1] + first->bytes[4 * 2 + 2] == 0);
}

// Every switch has a reason that follows from the rules. At 30 frames hardly a shape in a hundred has one.
TEST_CASE_METHOD(GlFixture, "the shapes of a moving scene keep their ids", "[tools][tracker]") {
  const Result<tools::TrackedScene> tracked =
      tools::track_scene({.extent = {320, 240}, .shapes = 100, .seed = 1, .frames = 30});
  REQUIRE(tracked);
  CHECK(tracked->switches.shapes > 2500);
  CHECK(tracked->switches.all() * 200 < tracked->switches.shapes);
  CHECK(tracked->switches.of(tools::SwitchReason::unexplained) == 0);
}

TEST_CASE("glccl track writes what it finds in a scene", "[tools][cli][tracker]") {
  const fs::path folder = scratch_directory();
  const ProgramResult result = run_glccl({"track", "--scene", "96x64", "--shapes", "40", "--frames", "4", "--animation",
                                          "a.gif", "--events", "e.csv", "--switches", "s.csv"},
                                         folder);
  CHECK(result.err.empty());
  REQUIRE(result.status == 0);
  CHECK_THAT(result.out, contains("4 frames of 96x64, 40 shapes, seed 1\n"));
  CHECK(host::read_image(folder / "a.gif")->extent == Extent{96, 64});
  CHECK(read_file(folder / "s.csv").starts_with("frame,shape,reason,before,now,area_before,area\n"));
  CHECK_THAT(read_file(folder / "e.csv"), contains("\n1,1,birth,1,1,0,0\n"));
}

TEST_CASE_METHOD(GlFixture, "a scene that is followed hands out its frames", "[tools][tracker]") {
  std::size_t frames = 0;
  std::size_t switches = 0;
  const tools::MovingScene scene{.extent = {160, 120}, .shapes = 60, .seed = 2, .frames = 12, .has_ids = true};
  const auto take = [&](const tools::SceneFrame& frame) -> Result<void> {
    ++frames;
    switches += frame.switches.size();
    CHECK(frame.ids.size() == 160 * 120);
    CHECK(frame.components.size() == frame.tracked.rows.size());
    CHECK(frame.ids[frame.components[0].first] == frame.tracked.rows[0].id);
    return {};
  };
  const Result<tools::TrackedScene> tracked = tools::track_scene(scene, take);
  REQUIRE(tracked);
  CHECK(frames == 12);
  CHECK(switches == tracked->switches.all());
  const auto refuse = [](const tools::SceneFrame&) -> Result<void> {
    return Error{ErrorCode::file, "the disc is full"};
  };
  const Result<tools::TrackedScene> refused = tools::track_scene(scene, refuse);
  REQUIRE(!refused);
  CHECK(refused.error().message == "the disc is full");
}

}  // namespace glccl::tests
