#include "tools/view/subject.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/glccl/arguments.hpp"

namespace glccl::view {
namespace {

constexpr Size scene_size{800, 600};
constexpr int scene_shapes = 260;
constexpr std::uint32_t scene_seed = 1;

}  // namespace

Result<Subject> Subject::create(std::optional<Album> album, const tools::Selection& selection) {
  Subject subject;
  subject.album_ = std::move(album);
  if (!subject.album_) {
    Result<host::Scene> scene = host::Scene::create(scene_size, scene_shapes, scene_seed);
    if (!scene) return scene.error();
    subject.scene_ = *std::move(scene);
    subject.draw(0.0F);
  } else {
    Result<host::Texture> picture = host::upload(subject.album_->image());
    if (!picture) return picture.error();
    subject.picture_ = *std::move(picture);
  }
  if (const Status status = subject.select(selection); !status) return status.error();
  return subject;
}

Status Subject::select(const tools::Selection& selection) {
  if (scene_) {
    select_of_scene(selection);
  } else {
    const tools::Subject chosen = tools::select(album_->image(), selection);
    Result<host::Texture> labeled = host::upload(chosen.image);
    if (!labeled) return labeled.error();
    labeled_ = *std::move(labeled);
    criterion_ = chosen.criterion;
    description_ = chosen.description;
  }
  ++revision_;
  return {};
}

// The scene never leaves the GPU, so a threshold is one of a channel: green, which is most of the luminance.
void Subject::select_of_scene(const tools::Selection& selection) {
  const std::string inverse = selection.inverted ? "<= " : "> ";
  if (selection.equal) {
    criterion_ = Equal{};
    description_ = "equal colors are linked, transparent is background";
  } else if (selection.max_difference) {
    criterion_ = Difference{static_cast<float>(std::min(*selection.max_difference, 1020.0))};
    description_ = "differences up to " + tools::to_string(*selection.max_difference) + " are linked";
  } else if (selection.threshold) {
    const double value = selection.threshold->otsu ? 127.0 : std::min(std::floor(selection.threshold->value), 255.0);
    // Between two stored values, where no rounding can tell them wrong.
    const auto threshold = static_cast<float>((value + 0.5) / 255.0);
    criterion_ = Foreground{.threshold = threshold, .inverted = selection.inverted, .channel = Channel::green};
    description_ = "foreground: green " + inverse + tools::to_string(value);
  } else {
    criterion_ = Foreground{.inverted = selection.inverted, .channel = Channel::alpha};
    description_ = "foreground: alpha " + inverse + "0";
  }
}

Status Subject::go(int by, const tools::Selection& selection) {
  if (!album_) return {};
  Album album = *album_;
  if (const Status status = album.go(by); !status) return status;
  Result<host::Texture> picture = host::upload(album.image());
  if (!picture) return picture.error();
  std::swap(*album_, album);
  if (const Status status = select(selection); !status) {
    std::swap(*album_, album);
    return status;
  }
  picture_ = *std::move(picture);
  return {};
}

void Subject::draw(float time) {
  if (!scene_ || time == time_) return;
  scene_->draw(time);
  time_ = time;
  ++revision_;
}

std::string Subject::name() const { return album_ ? album_->name() : "a scene drawn by OpenGL"; }

double Subject::white() const {
  if (scene_) return 0.0;
  switch (album_->image().format) {
    case host::PixelFormat::grey8:
      return 255.0;
    case host::PixelFormat::grey16:
      return 65535.0;
    case host::PixelFormat::rgba8:
      break;
  }
  return 0.0;
}

double Subject::largest_value() const { return white() > 255.0 ? white() : 255.0; }

}  // namespace glccl::view
