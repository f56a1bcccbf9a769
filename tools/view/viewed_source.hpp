// The textures that are shown and labeled: those of the live scene, or of an image or volume of an album.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/host/scene.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/selection.hpp"
#include "tools/view/album.hpp"
#include "tools/view/values.hpp"

namespace glccl::view {

/// The live scene, or the open image or volume of an album.
class ViewedSource {
 public:
  /// Makes the scene, or uploads the album's open image. Errors: those of host::Scene::create() and host::upload().
  static Result<ViewedSource> create(std::optional<Album> album, const tools::Selection& selection);

  /// Changes which pixels are connected. Errors: those of host::upload().
  Result<void> select(const tools::Selection& selection);

  /// Goes to another image of the album. Errors: those of Album::go() and host::upload(); the open image stays.
  Result<void> go(int by, const tools::Selection& selection);

  /// Draws the scene at `time` in seconds. Does nothing for an image.
  void draw(float time);

  bool is_scene() const { return scene_.has_value(); }
  std::size_t index() const { return album_ ? album_->index() : 0; }
  std::size_t count() const { return album_ ? album_->count() : 1; }
  std::string name() const;
  const std::string& description() const { return description_; }  ///< The criterion in words.
  const std::string& hint() const { return hint_; }                ///< tools::threshold_hint() for the image.
  const Criterion& criterion() const { return criterion_; }
  const Extent& extent() const { return labeled().extent(); }

  /// The texture that is shown, of a volume a GL_TEXTURE_3D: RGBA8, or R8UI or R16UI, whose value white() is shown
  /// white.
  const host::OwnedTexture& picture() const { return scene_ ? scene_->texture() : picture_; }
  double white() const { return white_; }

  /// The texture that is labeled: with a threshold the luminance of colours.
  const host::OwnedTexture& labeled() const { return scene_ ? scene_->texture() : labeled_; }

  /// A number that changes whenever the labels may change.
  std::uint64_t revision() const { return revision_; }

  /// The useful thresholds.
  const ValueRange& values() const { return values_; }

  /// Whether a threshold can be found for it: by Otsu's method, of the scene one that is fixed.
  bool has_otsu() const;

 private:
  ViewedSource() = default;
  void select_of_scene(const tools::Selection& selection);
  static Result<host::OwnedTexture> upload_picture(const host::Image& image);

  std::optional<host::Scene> scene_;
  std::optional<Album> album_;
  host::OwnedTexture picture_;
  host::OwnedTexture labeled_;
  Criterion criterion_;
  std::string description_;
  double white_ = 0.0;
  ValueRange values_;
  std::string hint_;
  std::uint64_t revision_ = 0;
  float time_ = -1.0F;
};

}  // namespace glccl::view
