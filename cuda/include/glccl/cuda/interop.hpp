// CUDA labeling of OpenGL textures without a copy to the CPU. A texture or buffer is registered once and mapped for
// each labeling. Needs neither OpenGL's nor CUDA's headers.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/cuda/labeler.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

struct GlImages;

/// An OpenGL texture or buffer that CUDA may map. The OpenGL context that it was made in, or one that shares with it,
/// must be current in every call and on destruction. The object must outlive its registration and keep its storage.
///
/// Errors of all three functions: `no_device` (no CUDA device), `invalid_argument` (no current context, no object of
/// that name, no storage), `unsupported` (the target or format, which the message names; a context on another GPU than
/// the Labeler's: the message names both), `gpu` (any other error of cudaGraphicsGLRegister*).
class GlResource {
 public:
  /// Level 0 of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY (all of its layers) of format R8, R8UI, R16UI, R32UI, R32F,
  /// RGBA8 or RGBA16F, to be read.
  static Result<GlResource> source_texture(const Labeler& labeler, std::uint32_t texture);

  /// Level 0 of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY (all of its layers) of format R32UI, to be written.
  static Result<GlResource> label_texture(const Labeler& labeler, std::uint32_t texture);

  /// A buffer object of at least 128 bytes, to be written: one component table with as many rows as fit, or with
  /// label_batch() one table per layer.
  static Result<GlResource> table_buffer(const Labeler& labeler, std::uint32_t buffer);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  GlResource(GlResource&&) noexcept;
  /// Moves.
  GlResource& operator=(GlResource&&) noexcept;
  ~GlResource();

 private:
  friend class GlMapping;
  struct State;
  explicit GlResource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The OpenGL objects of one labeling, or of one batch.
struct GlImages {
  GlResource* source = nullptr;  ///< Made by GlResource::source_texture().
  GlResource* labels = nullptr;  ///< Made by GlResource::label_texture(); extent and layers of the source.
  GlResource* table = nullptr;   ///< Made by GlResource::table_buffer(); null: no table.
};

/// Labels a registered texture of one layer: maps, labels and unmaps in the order of `stream`. Everything is unmapped
/// when it returns, also after an error. CUDA reads after OpenGL commands issued before the call; OpenGL commands
/// issued after it see the labels, without a barrier. Options::table is ignored. Errors: those of Labeler::label();
/// `invalid_argument` (a resource that is null or of another kind, textures of several layers); `gpu` (mapping or
/// unmapping fails).
Result<Launched> label(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                       const Options& options = {}, void* stream = nullptr);

/// Labels each layer of a registered texture as an image of its own with one Labeler::label_batch(), so only with
/// Method::fast. Layer i of the source is image i; its labels go into layer i of the labels. A GL_TEXTURE_2D has one
/// layer. Mapping, order and Options::table are as for label().
///
/// The buffer `images.table` holds one table per layer, one behind the other, each with room for
///
///   rows = bytes of the buffer / layers / 64 - 1
///
/// (integer division). Table i begins at byte i * (64 + 64 * rows). Bytes that remain at the end keep their contents.
///
/// Errors: those of Labeler::label_batch(); `invalid_argument` (a resource that is null or of another kind; source and
/// labels with different numbers of layers; a buffer without room for one row per layer, 128 bytes each); `gpu`
/// (mapping or unmapping fails).
Result<LaunchedBatch> label_batch(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                                  const Options& options = {}, void* stream = nullptr);

}  // namespace glccl::cuda
