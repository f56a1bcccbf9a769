// Images that shaders cannot read where they are, copied into memory of the Labeler's own.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/common/pass_engine.hpp"
#include "engine/common/program_cache.hpp"
#include "engine/common/source.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/state/table.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Makes the copies of SourceCopy, all on the GPU, and keeps their memory and programs for the next labeling. Every
/// member needs its context to be current. The state of the context is as it was afterwards.
class SourceCopies {
 public:
  /// `programs` must outlive it.
  explicit SourceCopies(const gl::Programs& programs);

  /// Copies what a request reads and has to be copied, and lets the request read the copies. Error `gpu`: no memory, or
  /// the driver rejects a shader or cannot copy such an image.
  Result<void> copy(Request& request);

  /// Bytes of the memory that is kept.
  std::int64_t bytes() const;

 private:
  /// A texture of the Labeler's own, and what it was made for.
  struct Kept {
    gl::Texture texture;
    GLenum format = GL_NONE;
    SourceShape shape = SourceShape::flat;
    Extent extent;
    int samples = 0;
  };

  /// The memory of one image: its texels as they are, and what a shader has made of them.
  struct Slot {
    Kept texels;
    Kept converted;
  };

  /// What the program is compiled for.
  struct Key {
    int numbers = 0;  ///< That a fetch gives: 0 for floats, 1 for unsigned, 2 for signed integers.
    SourceShape shape = SourceShape::flat;
    bool samples = false;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  Result<void> copy(CheckedSource& source, Slot& slot);
  Result<void> copy_texels(const CheckedSource& source, const Kept& to);
  Result<void> read_window(const CheckedSource& source, const Kept& to);
  /// Copies the box of `source` from a framebuffer to what is attached to to_framebuffer_; `checks` whether both are
  /// complete first.
  Result<void> blit(const CheckedSource& source, GLuint from, bool checks);
  Result<void> convert(const CheckedSource& source, const Kept& to);

  std::array<Slot, 3> slots_;  ///< Of the image, the mask, the intensities.
  gl::Framebuffer from_framebuffer_ = gl::make_framebuffer();
  gl::Framebuffer to_framebuffer_ = gl::make_framebuffer();
  gl::Sampler nearest_;
  ProgramCache<Key> programs_;
  std::vector<gl::StateEntry> state_table_;
};

}  // namespace glccl
