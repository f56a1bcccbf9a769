// What is labeled: the live scene, or an image of an album, as textures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/selection.hpp"
#include "tools/view/album.hpp"

namespace glccl::view {

class Subject {
 public:
  /// The scene, or the album's open image. Errors: those of host::Scene::create() and host::upload().
  static Result<Subject> create(std::optional<Album> album, const tools::Selection& selection);

  /// Selects what of it is foreground, or what is linked. Errors: those of host::upload().
  Status select(const tools::Selection& selection);

  /// Goes to another image of the album. Errors: those of Album::go() and host::upload(); the open image stays.
  Status go(int by, const tools::Selection& selection);

  /// Draws the scene's moment `time` in seconds; an image stands still.
  void draw(float time);

  bool is_scene() const { return scene_.has_value(); }
  std::size_t index() const { return album_ ? album_->index() : 0; }
  std::size_t count() const { return album_ ? album_->count() : 1; }
  std::string name() const;
  const std::string& description() const { return description_; }  ///< of the criterion, in words
  const Criterion& criterion() const { return criterion_; }
  Size size() const { return labeled().size(); }

  /// As people see it: RGBA8, or R8UI or R16UI of which white() is shown white.
  const host::Texture& picture() const { return scene_ ? scene_->texture() : picture_; }
  double white() const;

  /// As it is labeled: with a threshold, the luminance of colours.
  const host::Texture& labeled() const { return scene_ ? scene_->texture() : labeled_; }

  /// Another number whenever labels can have changed.
  std::uint64_t revision() const { return revision_; }

  /// The largest threshold that makes sense: 255 or 65535.
  double largest_value() const;

 private:
  Subject() = default;
  void select_of_scene(const tools::Selection& selection);

  std::optional<host::Scene> scene_;
  std::optional<Album> album_;
  host::Texture picture_;
  host::Texture labeled_;
  Criterion criterion_;
  std::string description_;
  std::uint64_t revision_ = 0;
  float time_ = -1.0F;
};

}  // namespace glccl::view
