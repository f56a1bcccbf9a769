#include "tools/view/viewed_source.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "glccl/host/image_files.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::view {
namespace {

constexpr Extent scene_extent{800, 600};
constexpr int scene_shapes = 260;
constexpr std::uint32_t scene_seed = 1;

}  // namespace

Result<ViewedSource> ViewedSource::create(std::optional<Album> album, const tools::Selection& selection) {
  ViewedSource source;
  source.album_ = std::move(album);
  if (!source.album_) {
    Result<host::Scene> scene = host::Scene::create(scene_extent, scene_shapes, scene_seed);
    if (!scene) return scene.error();
    source.scene_ = *std::move(scene);
    source.draw(0.0F);
  } else {
    Result<host::OwnedTexture> picture = upload_picture(source.album_->image());
    if (!picture) return picture.error();
    source.picture_ = *std::move(picture);
  }
  if (const Result<void> status = source.select(selection); !status) return status.error();
  return source;
}

Result<host::OwnedTexture> ViewedSource::upload_picture(const host::Image& image) {
  return host::upload(to_picture(image, range_of(image)).view());
}

Result<void> ViewedSource::select(const tools::Selection& selection) {
  if (scene_) {
    select_of_scene(selection);
  } else {
    const Result<tools::SelectedImage> chosen = tools::select(album_->image(), selection);
    if (!chosen) return chosen.error();
    Result<host::OwnedTexture> labeled = host::upload(chosen->image.view());
    if (!labeled) return labeled.error();
    labeled_ = *std::move(labeled);
    const host::Image& image = album_->image();
    white_ = image.format == PixelFormat::rgba8 ? 0.0 : image.white();
    values_ = range_of(chosen->image);
    criterion_ = chosen->criterion;
    description_ = chosen->description;
    hint_ = tools::threshold_hint(chosen->image, selection);
  }
  ++revision_;
  return {};
}

// The scene never leaves the GPU, so a threshold applies to one channel: green, the largest part of luminance.
void ViewedSource::select_of_scene(const tools::Selection& selection) {
  if (selection.equal) {
    Equal equal;
    if (selection.background) equal.background = tools::background_in(*selection.background, PixelFormat::rgba8);
    criterion_ = equal;
    description_ =
        "equal colors are connected, " + tools::describe_background(selection.background, "transparent is background");
  } else if (selection.max_difference) {
    Difference difference{.largest = *selection.max_difference, .measure = selection.measure.value_or(Measure::sum)};
    if (selection.background) difference.background = tools::background_in(*selection.background, PixelFormat::rgba8);
    criterion_ = difference;
    description_ = tools::describe_difference(selection) + " are connected" +
                   (selection.background ? ", " + tools::describe_background(selection.background, {}) : "");
  } else if (selection.threshold) {
    const double low = selection.threshold->otsu ? 127.0 : selection.threshold->low;
    const double high = selection.threshold->high;
    // The middle between two stored values, which rounding cannot cross.
    const auto middle = [](double value) { return (std::floor(value) + 0.5) / 255.0; };
    criterion_ = Foreground{middle(low), middle(high), selection.inverted, Channel::green};
    description_ = "foreground: green " + tools::describe_range(low, high, selection.inverted);
  } else {
    criterion_ = Foreground{.inverted = selection.inverted, .channel = Channel::alpha};
    description_ = std::string("foreground: alpha ") + (selection.inverted ? "<= 0" : "> 0");
  }
}

Result<void> ViewedSource::go(int by, const tools::Selection& selection) {
  if (!album_) return {};
  Album album = *album_;
  if (const Result<void> status = album.go(by); !status) return status;
  Result<host::OwnedTexture> picture = upload_picture(album.image());
  if (!picture) return picture.error();
  std::swap(*album_, album);
  if (const Result<void> status = select(selection); !status) {
    std::swap(*album_, album);
    return status;
  }
  picture_ = *std::move(picture);
  return {};
}

bool ViewedSource::has_otsu() const { return !album_ || host::is_picture(album_->image().format); }

void ViewedSource::draw(float time) {
  if (!scene_ || time == time_) return;
  scene_->draw(time);
  time_ = time;
  ++revision_;
}

std::string ViewedSource::name() const { return album_ ? album_->name() : "a scene drawn by OpenGL"; }

}  // namespace glccl::view
