// CUDA labeling of OpenGL textures, without a trip through the CPU: a texture or buffer is registered once, mapped for
// each labeling, and unmapped again. Library glccl::cuda_gl. This header needs neither OpenGL's nor CUDA's headers.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/api.h"
#include "glccl/cuda/labeler.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

struct GlImages;

/// An OpenGL texture or buffer that CUDA may map. The OpenGL context in which the object was made, or one that shares
/// objects with it, must be current in every call and on destruction. The object must outlive its registration and
/// keep its storage as long.
///
/// Errors of the three functions that make one: `no_device` (no CUDA device), `invalid_argument` (no current context,
/// no object of that name, no storage), `unsupported` (a target or format, which the message names; a context whose GPU
/// is not the Labeler's device: the message names both), `gpu` (any other error of cudaGraphicsGLRegister*).
class GLCCL_API GlResource {
 public:
  /// Registers level 0 of a GL_TEXTURE_2D, a GL_TEXTURE_2D_ARRAY (all of its layers) or a GL_TEXTURE_3D (a volume) as a
  /// source. Its format is R8, R8UI, R16UI, R32UI, R8I, R16I, R32I, RG32UI (with Method::fast), R16F, R32F, RG16F,
  /// RG32F, RGBA8 or RGBA16F.
  static Result<GlResource> source_texture(const Labeler& labeler, std::uint32_t texture);

  /// Registers level 0 of a GL_TEXTURE_2D, a GL_TEXTURE_2D_ARRAY (all of its layers) or a GL_TEXTURE_3D of format R32UI
  /// for labels.
  static Result<GlResource> label_texture(const Labeler& labeler, std::uint32_t texture);

  /// Registers a buffer object of at least 128 bytes for a component table with as many rows as the buffer has room
  /// for. With label_batch() it takes a table for each layer.
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
  GlResource* labels =
      nullptr;                  ///< Made by GlResource::label_texture(), with the source's extent and number of layers.
  GlResource* table = nullptr;  ///< Made by GlResource::table_buffer(); null: no table.
};

/// Labels a registered texture of one layer, or a GL_TEXTURE_3D as a volume: maps, labels and unmaps in the order of
/// `stream`. Everything is unmapped when the function returns, also after an error. CUDA reads after all OpenGL
/// commands issued before the call, and commands issued afterwards see the labels without a barrier. Outputs::target
/// and table are ignored. Errors: those of Labeler::label(); `invalid_argument` for a resource that is null or of
/// another kind, for textures of several layers, and for a buffer without room for one row; `gpu` if mapping or
/// unmapping fails.
GLCCL_API Result<Labels> label(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                               const Outputs& outputs = {}, void* stream = nullptr);

/// Labels each layer of a registered GL_TEXTURE_2D_ARRAY as an image of its own, all by one Labeler::label_batch(), so
/// only with Method::fast. Layer i of the source is image i, and its labels go into layer i of the labels. A
/// GL_TEXTURE_2D has one layer. Mapping, order and ignored outputs are as for label().
///
/// The buffer `images.table` takes a table for each layer. All tables have the same number of rows and follow each
/// other without gaps. With integer division
///
///   rows = bytes of the buffer / layers / 64 - 1
///
/// and table i begins at byte i * (64 + 64 * rows). The bytes after the last table are not written.
///
/// Errors: those of Labeler::label_batch(); `invalid_argument` for a resource that is null or of another kind, for
/// source and labels that differ in the number of layers, and for a buffer without room for one row per layer (128
/// bytes each); `gpu` if mapping or unmapping fails.
GLCCL_API Result<BatchLabels> label_batch(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                                          const Outputs& outputs = {}, void* stream = nullptr);

}  // namespace glccl::cuda
