// Animations of labels: the frames that a decoder sees, and what is refused.
#include "glccl/host/label_animation.hpp"

#include <gif_lib.h>

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using Labels = std::vector<std::uint32_t>;
using Pixel = std::array<int, 3>;

struct Close {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};
using Gif = std::unique_ptr<GifFileType, Close>;

Gif open(const fs::path& path) {
  Gif gif(DGifOpenFileName(path.c_str(), nullptr));
  REQUIRE(gif != nullptr);
  REQUIRE(DGifSlurp(gif.get()) == GIF_OK);
  return gif;
}

/// What is seen after each frame, by the rules of GIF89a.
std::vector<std::vector<Pixel>> play(GifFileType& gif) {
  std::vector<std::vector<Pixel>> frames;
  std::vector<Pixel> screen(static_cast<std::size_t>(gif.SWidth) * static_cast<std::size_t>(gif.SHeight), Pixel{-1});
  for (int i = 0; i < gif.ImageCount; ++i) {
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(&gif, i, &control) == GIF_OK);
    CHECK(control.DisposalMode == DISPOSE_DO_NOT);
    for (std::size_t at = 0; at < screen.size(); ++at) {
      const int entry = gif.SavedImages[i].RasterBits[at];
      if (entry == control.TransparentColor) continue;
      const GifColorType& colour = gif.SColorMap->Colors[entry];
      screen[at] = {colour.Red, colour.Green, colour.Blue};
    }
    frames.push_back(screen);
  }
  return frames;
}

constexpr Pixel black{0, 0, 0};
constexpr Pixel white{255, 255, 255};

}  // namespace

TEST_CASE("an animation shows the labels of each frame", "[host][output]") {
  const fs::path path = scratch_directory() / "labels.gif";
  Result<host::LabelAnimation> animation = host::LabelAnimation::create(path, {4, 3}, 7);
  REQUIRE(animation);
  const std::vector<Labels> labels = {{0, 1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 3},
                                      {1, 1, 0, 0, 0, 2, 2, 0, 3, 3, 3, 0},
                                      {1, 1, 0, 0, 0, 2, 2, 0, 3, 3, 3, 0},
                                      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4}};
  for (const Labels& frame : labels) REQUIRE(animation->add(frame));
  CHECK_FALSE(fs::exists(path));
  REQUIRE(animation->commit());
  const Gif gif = open(path);
  CHECK(gif->SWidth == 4);
  CHECK(gif->SHeight == 3);
  const std::vector<std::vector<Pixel>> frames = play(*gif);
  REQUIRE(frames.size() == labels.size());
  std::set<Pixel> colours;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(gif.get(), static_cast<int>(i), &control) == GIF_OK);
    CHECK(control.DelayTime == 7);
    for (std::size_t at = 0; at < frames[i].size(); ++at) {
      const Pixel& pixel = frames[i][at];
      CHECK((pixel == black) == (labels[i][at] == 0));
      CHECK(pixel != white);
      if (labels[i][at] == 1) CHECK(pixel == frames[0][1]);
      colours.insert(pixel);
    }
  }
  CHECK(colours.size() == 5);
}

TEST_CASE("a mark in an animation is white along the inside of its box", "[host][output]") {
  const fs::path path = scratch_directory() / "marks.gif";
  Result<host::LabelAnimation> animation = host::LabelAnimation::create(path, {5, 4});
  REQUIRE(animation);
  const Labels labels(20, 9);
  REQUIRE(animation->add(labels, std::vector<Box>{{1, 0, 3, 2}}));
  REQUIRE(animation->add(labels));
  REQUIRE(animation->commit());
  const Gif gif = open(path);
  const std::vector<std::vector<Pixel>> frames = play(*gif);
  REQUIRE(frames.size() == 2);
  const std::string marked =
      ".###."
      ".#.#."
      ".###."
      ".....";
  for (std::size_t at = 0; at < marked.size(); ++at) {
    CHECK((frames[0][at] == white) == (marked[at] == '#'));
    CHECK(frames[1][at] == frames[0][0]);
  }
}

TEST_CASE("hues repeat after 253 labels, and every label has one", "[host][output]") {
  const fs::path path = scratch_directory() / "hues.gif";
  Labels labels(256);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint32_t>(i);
  Result<host::LabelAnimation> animation = host::LabelAnimation::create(path, {256, 1});
  REQUIRE(animation);
  REQUIRE(animation->add(labels));
  labels.assign(256, 4294967295U);
  REQUIRE(animation->add(labels));
  REQUIRE(animation->commit());
  const Gif gif = open(path);
  const std::vector<std::vector<Pixel>> frames = play(*gif);
  CHECK(frames[0][254] == frames[0][1]);
  CHECK(frames[0][255] == frames[0][2]);
  CHECK(frames[0][253] != frames[0][1]);
  CHECK(frames[1][0] != black);
}

TEST_CASE("an animation is refused where a GIF cannot hold it", "[host][output]") {
  const fs::path folder = scratch_directory();
  struct Refusal {
    const char* name;
    const char* file;
    Extent extent;
    int hundredths;
    ErrorCode code;
    const char* message;
  };
  const std::vector<Refusal> refusals = {
      {"another ending", "a.png", {4, 4}, 2, ErrorCode::invalid_argument, "the ending .png is not known; use .gif"},
      {"no ending", "a", {4, 4}, 2, ErrorCode::invalid_argument, "its name has no ending; use .gif"},
      {"no pixels", "a.gif", {0, 4}, 2, ErrorCode::invalid_argument, "frames are images of 1x1 pixel or more"},
      {"a volume", "a.gif", {4, 4, 2}, 2, ErrorCode::invalid_argument, "an animation of 4x4x2"},
      {"too wide", "a.gif", {65536, 1}, 2, ErrorCode::too_large, "an animation of 65536x1: a GIF has sides of at most"},
      {"no time", "a.gif", {4, 4}, 0, ErrorCode::invalid_argument, "frames of 0 hundredths of a second"},
      {"too long", "a.gif", {4, 4}, 65536, ErrorCode::invalid_argument, "1 to 65535 are possible"},
      {"no folder", "missing/a.gif", {4, 4}, 2, ErrorCode::file, "there is no folder"},
  };
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.name);
    const auto animation = host::LabelAnimation::create(folder / refusal.file, refusal.extent, refusal.hundredths);
    REQUIRE(!animation);
    CHECK(animation.error().code == refusal.code);
    CHECK_THAT(animation.error().message, contains(refusal.message));
  }
  Result<host::LabelAnimation> animation = host::LabelAnimation::create(folder / "b.gif", {4, 4});
  REQUIRE(animation);
  const Result<void> few = animation->add(Labels(15));
  REQUIRE(!few);
  CHECK(few.error().message == "15 labels for a frame of 4x4 pixels");
  const Result<void> empty = animation->commit();
  REQUIRE(!empty);
  CHECK_THAT(empty.error().message, contains("there is no frame"));
  CHECK_FALSE(fs::exists(folder / "b.gif"));
}

}  // namespace glccl::tests
