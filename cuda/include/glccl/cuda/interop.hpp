// CUDA labeling of OpenGL textures, without a trip through the CPU: a texture or buffer is registered once, mapped for
// one labeling, and unmapped again. No OpenGL and no CUDA header is needed to use this one.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/cuda/labeler.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

struct GlImages;

/// An OpenGL texture or buffer that CUDA may map. The OpenGL context that it was made in (or one that shares with it)
/// is current in every call and on destruction, and the object outlives its registration: its storage must not be made
/// anew meanwhile.
///
/// Errors of all three: `no_device` (no CUDA device), `invalid_argument` (no current context, no object of that name,
/// no storage), `unsupported` (target or format, named; a context whose GPU is not CUDA device `device`: the message
/// names both), `gpu` (whatever else cudaGraphicsGLRegister* reports).
class GlResource {
 public:
  /// Level 0 of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY (all of its layers) of format R8, R8UI, R16UI, R32UI, R32F,
  /// RGBA8 or RGBA16F, to be read.
  static Result<GlResource> source_texture(const Labeler& labeler, std::uint32_t texture);

  /// Level 0 of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY (all of its layers) of format R32UI, to be written.
  static Result<GlResource> label_texture(const Labeler& labeler, std::uint32_t texture);

  /// A buffer object of at least 128 bytes for a component table, with as many rows as it has room for, or with
  /// label_batch() for a table for each layer.
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
  GlResource* source = nullptr;  ///< of GlResource::source_texture()
  GlResource* labels = nullptr;  ///< of GlResource::label_texture(), of the source's size and number of layers
  GlResource* table = nullptr;   ///< of GlResource::table_buffer(), or null for none
};

/// Labels a registered texture of one layer: maps, labels, unmaps, all in the order of `stream`; everything is unmapped
/// when it returns, also after an error. OpenGL commands issued before are done before CUDA reads, commands issued
/// afterwards see the labels, with no barrier. Options::table is not looked at. Errors: those of Labeler::label();
/// `invalid_argument` for a resource that is null or of another kind, and for textures of several layers; `gpu` when
/// mapping or unmapping fails.
Result<Launched> label(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                       const Options& options = {}, void* stream = nullptr);

/// Labels each layer of a registered texture as an image of its own, all by one Labeler::label_batch(), so only with
/// Method::fast: layer i of the source is image i, and its labels go into layer i of the labels. A GL_TEXTURE_2D has
/// one layer. Mapping, order and Options::table as with label().
///
/// The buffer `images.table` takes a table for each layer, all with room for the same number of rows, one behind the
/// other. With integer division that is
///
///   rows = bytes of the buffer / layers / 64 - 1
///
/// and table i begins at byte i * (64 + 64 * rows). What is left at the end keeps what it held.
///
/// Errors: those of Labeler::label_batch(); `invalid_argument` for a resource that is null or of another kind, source
/// and labels that differ in the number of layers, and a buffer that has no room for a row for each layer (128 bytes
/// each); `gpu` when mapping or unmapping fails.
Result<LaunchedBatch> label_batch(Labeler& labeler, const GlImages& images, const LabelingSpec& spec = {},
                                  const Options& options = {}, void* stream = nullptr);

}  // namespace glccl::cuda
