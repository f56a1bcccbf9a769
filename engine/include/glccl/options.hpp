// Arguments of the OpenGL engines: which engine, which images, where results go. LabelingSpec in types.hpp has the
// arguments that all engines share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/api.h"
#include "glccl/buffers.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The OpenGL engines.
enum class Engine {
  /// `compute` where it can do what is asked, else `raster`. Labeler::label() decides for each call.
  automatic,
  /// O'Connell's render passes followed by `merge_rounds`: exact for every input.
  raster,
  /// The schedule as published, without `merge_rounds`: splits components in the case of the paper's figure 5.8.
  raster_paper,
  /// Compute shaders: union-find over runs of bits, tile by tile in shared memory. Exact for every input.
  compute,
};

/// Whether a number is an engine. Error `invalid_argument`.
GLCCL_API Result<void> check_engine(Engine engine);

/// "automatic", "raster", "raster-paper" or "compute".
GLCCL_API std::string_view name_of(Engine engine);

/// Capabilities of an OpenGL engine in any context. A context may have lower limits. Requires one of the enumerators.
GLCCL_API const Capabilities& capabilities_of(Engine engine);

/// A function that finds OpenGL's functions by their names, of the current context: eglGetProcAddress(),
/// glfwGetProcAddress(). Null for a name that it does not know.
using GetProcAddress = void (*(*)(const char* name))();

/// The caller's functions that keep binaries of compiled programs, so that later contexts and processes compile
/// nothing. They are called while programs are made, on the thread of the call, and may not call OpenGL or throw. A key
/// has at most 64 characters, which may stand in the name of a file. It names the program and a hash of its shaders and
/// of the driver's vendor, renderer and version.
///
/// A binary that is damaged, or that the driver refuses, is replaced: its program is compiled and stored again. Neither
/// function is called where the driver has no binary format, nor for a program that another object of the context uses.
struct ProgramBinaries {
  /// The bytes that `store` got with a key; empty if there are none. Null: nothing is loaded.
  std::function<std::vector<unsigned char>(const std::string& key)> load = nullptr;
  /// Keeps the bytes of a program. Null: nothing is stored.
  std::function<void(const std::string& key, std::span<const unsigned char> bytes)> store = nullptr;
};

/// What a Labeler is created with.
struct CreateOptions {
  Engine engine = Engine::automatic;  ///< The engine that labels.
  /// Finds the OpenGL functions that the Labeler calls, while it is created. Null: the function of the library that has
  /// a current context, EGL, GLX or OSMesa, on Windows WGL.
  GetProcAddress get_proc_address = nullptr;
  ProgramBinaries program_binaries = {};  ///< Keep the binaries of programs.
};

/// The aspect that is labeled of an image with depth and stencil (GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8).
enum class Aspect {
  depth,    ///< The depth, as PixelFormat::depth24 or depth32f. All of an image of another format.
  stencil,  ///< The stencil, as PixelFormat::u8. Images without stencil refuse it.
};

/// The value of a multisampled pixel.
enum class Samples {
  first,  ///< That of sample 0. It is a value that was drawn: the average of two ids is an id that nobody drew.
  /// The average of all samples, of colours in linear light. Integers, depths and stencil refuse it.
  average,
};

/// An image of the caller's: a level of a texture, a renderbuffer, an attachment of a framebuffer, or a buffer; or a
/// part of it. `Source{name}` is all of level 0 of a texture. OpenGL counts the names of each kind of object apart, so
/// the member tells the kind.
///
/// Shaders read most images where they are. Others are copied first, into memory of the Labeler's own and on the GPU
/// (scratch_bytes() counts it): renderbuffers, multisampled images, the default framebuffer, faces of cube maps,
/// GL_TEXTURE_RECTANGLE, textures with a swizzle or a base level that change what shaders read, and fractions of other
/// widths than 8 bits (GL_R16, GL_RGB10_A2). Formats and their units: docs/use/formats.md.
struct Source {
  /// Name of a GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY or GL_TEXTURE_3D, or of a GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP,
  /// GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_2D_MULTISAMPLE or GL_TEXTURE_2D_MULTISAMPLE_ARRAY.
  std::uint32_t texture = 0;
  int level = 0;  ///< Mip level.
  /// Layer of an array texture; face of a cube map, 0 to 5 in OpenGL's order, of its arrays 6 for each cube. 0 for
  /// other textures, and with `all_layers`.
  int layer = 0;
  /// A part of the level, in its elements; of a GL_TEXTURE_3D, and with `all_layers`, a box. Ends are exclusive.
  /// Coordinates of labels and components count from its corner. Default: the whole level. A box of one slice is an
  /// image. The default framebuffer needs it: OpenGL does not tell the size of a window.
  std::optional<Rectangle> rectangle = std::nullopt;
  /// label() sets GL_DEPTH_STENCIL_TEXTURE_MODE of a texture if it is that of the other aspect, and sets it back when
  /// it has issued its commands, with every StatePolicy. The texture may be shared, but no other context may read it
  /// meanwhile if the mode is that of the other aspect.
  Aspect aspect = Aspect::depth;
  /// A GL_TEXTURE_2D_ARRAY is a volume whose slices are its layers. Other textures refuse it: a GL_TEXTURE_3D is a
  /// volume anyway.
  bool all_layers = false;
  std::uint32_t renderbuffer = 0;  ///< Name of a renderbuffer, in place of a texture.
  /// Name of a complete framebuffer, in place of a texture. The texture or renderbuffer that is attached is labeled.
  std::uint32_t framebuffer = 0;
  /// The attachment: GL_COLOR_ATTACHMENT0 and so on, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT; with framebuffer 0
  /// that of the default framebuffer: GL_BACK, GL_FRONT, GL_DEPTH, GL_STENCIL. 0: GL_COLOR_ATTACHMENT0 of
  /// `framebuffer`.
  std::uint32_t attachment = 0;
  Samples samples = Samples::first;  ///< Of multisampled images; others ignore it.
  /// An image or volume in a buffer, in place of a texture, for `compute` and `automatic`. Only `rectangle` goes with
  /// it: a part of the image, or a box of the volume.
  BufferImage buffer = {};

  /// Whether it names an image.
  bool is_given() const {
    return texture != 0 || renderbuffer != 0 || framebuffer != 0 || attachment != 0 || buffer.name != 0;
  }
};

/// A source that can be read.
struct SourceTraits {
  PixelFormat format = PixelFormat::u8;  ///< The format in which shaders read it.
  Extent extent;                         ///< Extent of its labels.
};

/// The images that a labeling reads.
struct Inputs {
  Source image;  ///< The image or volume that is labeled.
  /// The mask: format R8UI or R8, of the extent of the image. Only the elements at which it is not 0 are labeled
  /// (check_mask()). It may be the image. `{}`: no mask, at no cost.
  Source mask = {};
  /// The image that table_column_intensity measures: of one channel that is no depth, of the extent of the image. It
  /// may be the image, but not share texels with the target. `{}`: none.
  Source intensity = {};
};

/// How a labeling leaves the state of the caller's context.
enum class StatePolicy {
  preserve,  ///< Every piece of state is as it was found.
  /// Left as the engine needs it, for callers that set all of their own state anyway. `compute` changes the program,
  /// shader storage bindings 0 to 7 (0 to 9 with images or labels in buffers), image unit 0, and the 2-D, 2-D array and
  /// 3-D textures and the sampler of unit 1.
  /// `raster` and `raster-paper` change the program, vertex array, draw framebuffer, viewport 0, blending, depth,
  /// stencil and rasterizer state, colour mask, clip control, the 2-D, 2-D array and 3-D textures and the samplers of
  /// units 0 to 7, the indirect and the parameter buffer, the transform feedback object, shader storage binding 0, and
  /// state of compatibility profiles and of extensions that would change what is drawn.
  clobber,
};

/// The debug groups (glPushDebugGroup) that a call puts its commands in. Frame debuggers show the commands by the names
/// of the groups. A debug callback of the caller gets two messages for each group, GL_DEBUG_TYPE_PUSH_GROUP and
/// GL_DEBUG_TYPE_POP_GROUP of severity GL_DEBUG_SEVERITY_NOTIFICATION.
enum class DebugGroups {
  stages,  ///< A group for each stage of the plan; in debug contexts also a group for each pass.
  none,    ///< No groups, so no messages.
};

/// How Regions and a Tracker use the context that they are created in.
struct ContextUse {
  StatePolicy state_policy = StatePolicy::preserve;  ///< Whether calls restore the context's state.
  TimingDetail timing = TimingDetail::none;          ///< Read the times with times().
  GetProcAddress get_proc_address = nullptr;         ///< Finds the OpenGL functions, as that of CreateOptions.
  DebugGroups debug_groups = DebugGroups::stages;    ///< Whether the caller's debug tools see stages and passes.
  ProgramBinaries program_binaries = {};             ///< Keep the binaries of programs, as those of CreateOptions.
};

/// How `raster` and `raster-paper` gather and number the roots of components.
enum class Compaction {
  histogram_pyramid,  ///< After Ziegler et al. 2006. Any number of components.
  /// Chapter 8: up to 1020 components in four rounds of 255, each of which draws a vertex for every pixel. Beyond 1020
  /// the GPU turns to the pyramid by itself.
  stencil_routing,
};

/// Tuning of `raster` and `raster-paper`. Other engines refuse values that differ from the defaults.
struct RasterOptions {
  /// Vertical blocks that the column sweep works on at once (chapter 9), 1 up to the image's width. 0 lets the plan
  /// choose: one block for raster_paper; as many as columns for raster, which leaves all merging to merge_rounds.
  int blocks = 0;
  Compaction compaction = Compaction::histogram_pyramid;  ///< How roots are gathered and numbered.
  friend bool operator==(const RasterOptions&, const RasterOptions&) = default;
};

/// Whether an engine has this tuning for images of that extent. Error `invalid_argument`: blocks below 0 or above the
/// width; a compaction that is none; values other than the defaults for Engine::compute or a volume.
GLCCL_API Result<void> check_tuning(Engine engine, const RasterOptions& options, const Extent& extent);

/// Where the results of a labeling go, and how it treats the context.
struct Outputs {
  /// The caller's texture for the labels: a GL_TEXTURE_2D, for an extent of several slices a GL_TEXTURE_3D; R32UI,
  /// level 0 of the labeled extent, without swizzle and base level. It may be an input but Inputs::intensity. 0: a
  /// texture of the Labeler's own.
  std::uint32_t target = 0;
  /// Capacity of the component table in rows; 0: no table is made. Needs Numbering::raster.
  std::uint32_t table_rows = 0;
  StatePolicy state_policy = StatePolicy::preserve;  ///< Whether the context's state is restored.
  TimingDetail timing = TimingDetail::none;          ///< Read the times with Labeler::times().
  RasterOptions raster = {};                         ///< Tuning of `raster` and `raster-paper`.
  DebugGroups debug_groups = DebugGroups::stages;    ///< Whether the caller's debug tools see stages and passes.
  /// The caller's buffer for the labels, in place of a texture, for `compute` and `automatic`. It may be an input but
  /// Inputs::intensity.
  BufferLabels target_buffer = {};
};

/// Labelings to come, for Labeler::prepare(): of textures of these formats, from `smallest` to `largest` in each
/// direction.
struct ExpectedLabelings {
  InputFormats formats;       ///< Formats of the inputs.
  Extent smallest;            ///< The smallest extent.
  Extent largest = smallest;  ///< The largest extent. Both are images, or both are volumes.
  LabelingSpec spec = {};     ///< What is asked of the labelings.
  Outputs outputs = {};       ///< Where their results go. Of `target`, only whether there is one matters.
};

}  // namespace glccl
