// A caller of the C API with random intentions, in one OpenGL context. It knows which calls have to succeed and what
// they have to give: the labels and the table of cpu-serial, no OpenGL error, and the state of the context as it was.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "glccl/glccl.h"
#include "glccl/table.hpp"
#include "tests/fuzz/c_api_buffers.hpp"
#include "tests/fuzz/c_api_sources.hpp"

namespace glccl::fuzz {

/// Aborts with these words, which libFuzzer reports, unless the condition holds.
void require(bool holds, const std::string& words);

/// The labels that a labeling has to give.
struct ExpectedLabels {
  LabelImage labels;  ///< Of cpu-serial.
  Numbering numbering = Numbering::raster;
  bool exact = true;    ///< Not of raster-paper, which may split components.
  std::string request;  ///< What was asked, for the message.
};

/// Whether labels are those of cpu-serial, or with Numbering::root any that differ where those do.
bool is_expected(std::span<const std::uint32_t> values, const ExpectedLabels& expected);

/// A texture for labels that belongs to the caller.
struct CallersTarget {
  gl::Texture texture;
  Extent extent;
  std::optional<ExpectedLabels> labels;  ///< Unknown before a labeling, and after a step.
  bool is_view = false;                  ///< Of a source whose pixels are still known.
};

/// A labeler and its last result.
struct Subject {
  std::int32_t engine = GLCCL_ENGINE_AUTOMATIC;
  glccl_labeler* labeler = nullptr;
  bool used = false;                        ///< By the present input.
  bool has_result = false;                  ///< There was a labeling, and no step since.
  bool target_gone = false;                 ///< The caller has deleted the target of the result.
  std::int32_t timing = GLCCL_TIMING_NONE;  ///< Of the result.
  glccl_labels result{};
  std::optional<ExpectedLabels> labels;  ///< In the labeler's own texture; none in a target, which has its own.
  BufferImage label_place;               ///< The labels in a buffer of the caller's; name 0: they are in a texture.
  std::vector<Component> components;     ///< Of the table, however many rows it has.
  std::uint32_t columns = 0;             ///< The measurements that were asked for.
  std::vector<Measurements> measurements;

  /// Whether its engine draws: it has neither buffers, volumes nor second images.
  bool is_raster() const { return engine == GLCCL_ENGINE_RASTER || engine == GLCCL_ENGINE_RASTER_PAPER; }
};

/// An image that a labeling reads.
struct CallersSource {
  glccl_source source{};
  glccl_rectangle rectangle{};
  bool has_rectangle = false;
  host::Image pixels;  ///< A copy of the rectangle's pixels.
  PixelFormat format = PixelFormat::u8;

  /// The source of the C API, which points into this.
  glccl_source argument() const {
    glccl_source made = source;
    if (has_rectangle) made.rectangle = &rectangle;
    return made;
  }
  bool is_in_buffer() const { return source.buffer.name != 0; }
  /// The image in a buffer, and what is read of it.
  BufferImage whole_buffer() const;
  BufferImage buffer_part() const;
};

/// The arguments of a labeling, and what is known of them.
struct CallersRequest {
  CallersSource image;
  CallersSource mask;       ///< Without pixels: none.
  CallersSource intensity;  ///< Likewise.
  glccl_labeling_spec spec{};
  glccl_outputs output{};
  bool null_spec = false;                   ///< `spec` has the defaults, and a null pointer stands for it.
  bool null_output = false;                 ///< The same of `output`.
  bool shares_texels = false;               ///< The target is a view of the source.
  BufferImage label_place;                  ///< The labels in a buffer of the caller's; name 0: they are in a texture.
  Criterion criterion;                      ///< For the image.
  bool valid = true;                        ///< The labeling has to succeed; false: it has to be refused.
  std::optional<glccl_error_code> refusal;  ///< With which code, where that is known.

  const glccl_labeling_spec* spec_argument() const { return null_spec ? nullptr : &spec; }
  /// The images that are read; the arguments point into this request.
  glccl_inputs inputs() const {
    return {sizeof(glccl_inputs), image.argument(), mask.argument(), intensity.argument()};
  }
  /// Whether an image or the labels are in a buffer.
  bool has_buffers() const {
    return image.is_in_buffer() || mask.is_in_buffer() || intensity.is_in_buffer() || label_place.name != 0;
  }
  const glccl_outputs* output_argument() const { return null_output ? nullptr : &output; }
};

/// One context's objects and what is known of them. That context must be current in every call.
class Machine {
 public:
  /// With a labeler for each of two engines (glccl_engine): the programs of more would fill the memory.
  Machine(std::int32_t first_engine, std::int32_t second_engine);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() = default;

  /// Forgets what the last input made, except for the labelers: compiling their programs takes most of the time.
  void begin();

  /// One action of the caller.
  void act(FuzzedDataProvider& data);

  /// Calls that have to be refused, because another context than this machine's is current, or with `no_context` none.
  void act_elsewhere(FuzzedDataProvider& data, bool no_context);

  /// Compares every result, target and source with what is expected.
  void check_all();

 private:
  /// A level and layer, or a buffer, that could be labeled.
  struct Choice {
    GLuint texture = 0;
    PixelFormat format = PixelFormat::u32;
    Plane plane;
    bool shares_texels = false;  ///< As SourceTexture::shares_texels().
    BufferImage buffer = {};     ///< In place of a texture.
  };

  void label(FuzzedDataProvider& data);
  void refuse(FuzzedDataProvider& data);
  void step(FuzzedDataProvider& data);
  void prepare(FuzzedDataProvider& data);
  void ask(FuzzedDataProvider& data);
  void bind(FuzzedDataProvider& data);
  void remove(FuzzedDataProvider& data);

  Subject& pick_subject(FuzzedDataProvider& data);
  Choice pick_source(FuzzedDataProvider& data, const Subject& asked);
  CallersTarget& pick_target(FuzzedDataProvider& data, const Extent& extent);
  CallersTarget* find_target(GLuint texture);
  CallersBuffer& pick_buffer(FuzzedDataProvider& data);
  BufferImage pick_label_place(FuzzedDataProvider& data, const Extent& extent);
  CallersBuffer* find_buffer(GLuint name);
  CallersTarget* view_source(const Choice& choice);
  CallersRequest draw_request(FuzzedDataProvider& data, const Subject& subject);
  void draw_output(FuzzedDataProvider& data, const Subject& subject, const Choice& choice, CallersRequest& request);
  void draw_second_images(FuzzedDataProvider& data, const Subject& subject, CallersRequest& request);
  CallersSource draw_second(FuzzedDataProvider& data, const CallersSource& image, std::span<const PixelFormat> formats);
  GLuint pick_label_texture(FuzzedDataProvider& data);

  /// Calls glccl_label() and checks what the call itself shows.
  glccl_error_code call_label(Subject& subject, const CallersRequest& request);
  void forget_shared_source(const CallersRequest& request);
  void adopt_labels(const CallersRequest& request);
  static void destroy(Subject& subject);
  void check(Subject& subject);

  std::array<Subject, 2> subjects_;
  int inputs_ = 0;
  std::vector<SourceTexture> sources_;
  std::vector<std::unique_ptr<CallersTarget>> targets_;
  std::vector<CallersBuffer> buffers_;
  gl::Texture pixel_;
  gl::Framebuffer framebuffer_;
};

}  // namespace glccl::fuzz
