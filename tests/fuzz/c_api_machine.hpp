// A caller of the C API with random intentions, in one OpenGL context. It knows which calls have to succeed and what
// they have to give: the labels and the table of cpu-serial, no OpenGL error, and the state of the context as it was.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glccl/glccl.h"
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
  std::vector<Component> components;     ///< Of the table, however many rows it has.
};

/// The arguments of a labeling, and what is known of them.
struct CallersRequest {
  glccl_source source{};
  glccl_rectangle rectangle{};
  bool has_rectangle = false;
  glccl_labeling_spec spec{};
  glccl_outputs output{};
  bool null_spec = false;      ///< `spec` has the defaults, and a null pointer stands for it.
  bool null_output = false;    ///< The same of `output`.
  bool shares_texels = false;  ///< The target is a view of the source.
  host::Image image;           ///< What is labeled: the rectangle's pixels.
  PixelFormat format = PixelFormat::u8;
  Criterion criterion;  ///< For the image.
  bool valid = true;    ///< The labeling has to succeed; false: it has to be refused.

  const glccl_labeling_spec* spec_argument() const { return null_spec ? nullptr : &spec; }
  /// The textures that are read; `rectangle` points into this request.
  glccl_inputs inputs() const {
    glccl_inputs made{sizeof made, source, {}, {}};
    if (has_rectangle) made.image.rectangle = &rectangle;
    return made;
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
  /// A level and layer that could be labeled.
  struct Choice {
    GLuint texture = 0;
    PixelFormat format = PixelFormat::u32;
    Plane plane;
    bool shares_texels = false;  ///< As SourceTexture::shares_texels().
  };

  void label(FuzzedDataProvider& data);
  void refuse(FuzzedDataProvider& data);
  void step(FuzzedDataProvider& data);
  void prepare(FuzzedDataProvider& data);
  void ask(FuzzedDataProvider& data);
  void bind(FuzzedDataProvider& data);
  void remove(FuzzedDataProvider& data);

  Subject& pick_subject(FuzzedDataProvider& data);
  Choice pick_source(FuzzedDataProvider& data);
  CallersTarget& pick_target(FuzzedDataProvider& data, const Extent& extent);
  CallersTarget* find_target(GLuint texture);
  CallersTarget* view_source(const Choice& choice);
  CallersRequest draw_request(FuzzedDataProvider& data, const Subject& subject);
  void draw_output(FuzzedDataProvider& data, const Subject& subject, const Choice& choice, CallersRequest& request);
  GLuint pick_label_texture(FuzzedDataProvider& data);

  /// Calls glccl_label() and checks what the call itself shows.
  glccl_error_code call_label(Subject& subject, const CallersRequest& request);
  void forget_shared_source(const CallersRequest& request);
  static void destroy(Subject& subject);
  void check(Subject& subject);

  std::array<Subject, 2> subjects_;
  int inputs_ = 0;
  std::vector<SourceTexture> sources_;
  std::vector<std::unique_ptr<CallersTarget>> targets_;
  gl::Texture pixel_;
  gl::Framebuffer framebuffer_;
};

}  // namespace glccl::fuzz
