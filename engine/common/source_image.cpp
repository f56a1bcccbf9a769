#include "engine/common/source_image.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/texture_target.hpp"
#include "engine/vocabulary/invalid.hpp"
#include "engine/vocabulary/list_of.hpp"
#include "glccl/spec.hpp"

namespace glccl {
namespace {

/// An attachment point of a framebuffer.
struct Attachment {
  GLenum value;
  std::string name;
};

std::string name_of_framebuffer(std::uint32_t framebuffer) { return "framebuffer " + std::to_string(framebuffer); }

/// The attachment points that a framebuffer of this context can have.
std::vector<Attachment> attachments() {
  std::vector<Attachment> all;
  const auto colors = static_cast<GLenum>(gl::context_integer(GL_MAX_COLOR_ATTACHMENTS));
  for (GLenum i = 0; i < colors; ++i) {
    all.push_back({GL_COLOR_ATTACHMENT0 + i, "GL_COLOR_ATTACHMENT" + std::to_string(i)});
  }
  all.push_back({GL_DEPTH_ATTACHMENT, "GL_DEPTH_ATTACHMENT"});
  all.push_back({GL_STENCIL_ATTACHMENT, "GL_STENCIL_ATTACHMENT"});
  all.push_back({GL_DEPTH_STENCIL_ATTACHMENT, "GL_DEPTH_STENCIL_ATTACHMENT"});
  return all;
}

std::string name_of_status(GLenum status) {
  switch (status) {
    case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT:
      return "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT";
    case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT:
      return "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT";
    case GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER:
      return "GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER";
    case GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER:
      return "GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER";
    case GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE:
      return "GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE";
    case GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS:
      return "GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS";
    case GL_FRAMEBUFFER_UNSUPPORTED:
      return "GL_FRAMEBUFFER_UNSUPPORTED";
    default:
      return "GL_FRAMEBUFFER_UNDEFINED";
  }
}

GLint attachment_parameter(std::uint32_t framebuffer, GLenum attachment, GLenum name) {
  GLint value = 0;
  gl::api().GetNamedFramebufferAttachmentParameteriv(framebuffer, attachment, name, &value);
  return value;
}

/// The names of the attachment points at which a framebuffer has an image.
std::string attached_to(std::uint32_t framebuffer) {
  std::vector<std::string> names;
  for (const auto& [value, name] : attachments()) {
    if (value == GL_DEPTH_STENCIL_ATTACHMENT) continue;
    if (attachment_parameter(framebuffer, value, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE) {
      names.push_back(name);
    }
  }
  return names.empty() ? "nothing" : list_of(names, [](const std::string& name) { return name; });
}

/// What a renderbuffer stores. Formats that name no sizes are decided by those that the driver has taken.
gl::StoredTexels stored_in_renderbuffer(std::uint32_t name, GLenum internal_format) {
  if (const std::optional<gl::StoredTexels> sized = gl::find_stored(internal_format)) return *sized;
  const auto found = [&](GLenum size) {
    GLint bits = 0;
    gl::api().GetNamedRenderbufferParameteriv(name, size, &bits);
    return bits;
  };
  const int stencil = found(GL_RENDERBUFFER_STENCIL_SIZE);
  if (const int depth = found(GL_RENDERBUFFER_DEPTH_SIZE); depth != 0) return {gl::Numbers::depth, {depth, stencil}};
  if (stencil != 0) return {gl::Numbers::stencil, {stencil}};
  const bool encoded = internal_format == GL_SRGB || internal_format == GL_SRGB_ALPHA;
  return {encoded ? gl::Numbers::srgb : gl::Numbers::normalized,
          {found(GL_RENDERBUFFER_RED_SIZE), found(GL_RENDERBUFFER_GREEN_SIZE), found(GL_RENDERBUFFER_BLUE_SIZE),
           found(GL_RENDERBUFFER_ALPHA_SIZE)}};
}

/// What an attachment of the default framebuffer stores.
gl::StoredTexels stored_in_default_framebuffer(GLenum attachment) {
  const auto found = [&](GLenum name) { return attachment_parameter(0, attachment, name); };
  const bool floats = found(GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT;
  if (attachment == GL_DEPTH) {
    const int stencil = attachment_parameter(0, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE
                            ? 0
                            : attachment_parameter(0, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
    return {floats ? gl::Numbers::floating_depth : gl::Numbers::depth,
            {found(GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), stencil}};
  }
  if (attachment == GL_STENCIL) return {gl::Numbers::stencil, {found(GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE)}};
  const bool encoded = found(GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB;
  return {encoded  ? gl::Numbers::srgb
          : floats ? gl::Numbers::floating
                   : gl::Numbers::normalized,
          {found(GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE), found(GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE),
           found(GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE), found(GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE)}};
}

/// Whether the texels of different samples can be averaged.
bool can_be_averaged(const gl::StoredTexels& stored) {
  using gl::Numbers;
  return stored.numbers == Numbers::floating || stored.numbers == Numbers::normalized ||
         stored.numbers == Numbers::signed_normalized || stored.numbers == Numbers::srgb;
}

/// The largest number that a channel of so many bits stores.
std::array<int, 4> steps_of(const gl::StoredTexels& stored) {
  const int sign = stored.numbers == gl::Numbers::signed_normalized ? 1 : 0;
  std::array<int, 4> steps{};
  for (std::size_t c = 0; c < steps.size(); ++c) {
    if (stored.bits[c] != 0) steps[c] = (1 << (stored.bits[c] - sign)) - 1;
  }
  return steps;
}

/// The part that a source names of one slice of a GL_TEXTURE_3D.
Rectangle slice_of(const Source& source, int slice) {
  const auto found = [&](GLenum name) {
    GLint value = 0;
    gl::api().GetTextureLevelParameteriv(source.texture, source.level, name, &value);
    return value;
  };
  Rectangle part = source.rectangle.value_or(Rectangle{0, 0, found(GL_TEXTURE_WIDTH), found(GL_TEXTURE_HEIGHT), 0, 1});
  part.z0 += slice;
  part.z1 += slice;
  return part;
}

/// Errors of a level or layer of an image that has neither.
Result<void> check_single(const Source& source, const std::string& who) {
  if (source.level == 0 && source.layer == 0 && !source.all_layers) return {};
  return invalid(who + " has neither levels nor layers: leave Source::level, layer and all_layers out");
}

}  // namespace

Result<CheckedSource> check_image(const Source& source, const FoundImage& image, PixelFormat format,
                                  const std::string& name) {
  if (source.rectangle) {
    if (const Result<void> status = check_rectangle(*source.rectangle, image.whole, name); !status) {
      return status.error();
    }
  }
  const bool averages = image.samples > 1 && source.samples == Samples::average;
  if (averages && (source.aspect == Aspect::stencil || !can_be_averaged(image.stored))) {
    return Error{ErrorCode::unsupported, name + " has samples of " + gl::name_of_format(image.internal_format) +
                                             ", whose average is no value that was drawn: use Samples::first"};
  }
  const Rectangle part = source.rectangle.value_or(rectangle_of(image.whole));
  CheckedSource checked{.level = source.level,
                        .layer = source.layer + part.z0,
                        .x = part.x0,
                        .y = part.y0,
                        .extent = extent_of(part),
                        .format = format};
  if (image.stored.has_both_aspects()) {
    checked.depth_stencil_mode = source.aspect == Aspect::stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT;
  }
  checked.copy.name = image.name;
  checked.copy.samples = image.samples;
  checked.copy.averages = averages;
  checked.copy.converts = image.samples != 0 || image.stored.has_wide_fractions();
  if (image.stored.has_wide_fractions() && !averages) checked.copy.steps = steps_of(image.stored);
  return checked;
}

Result<CheckedSource> copied_first(CheckedSource checked, const FoundImage& image, const std::string& who) {
  const bool sized = gl::find_stored(image.internal_format).has_value();
  checked.copy.from = image.target;
  checked.copy.format = sized ? image.internal_format : gl::find_sized_format(image.stored);
  if (checked.copy.format != GL_NONE) return checked;
  return Error{ErrorCode::unsupported, who + " has internal format " + gl::name_of_format(image.internal_format) +
                                           ", of which no copy can be made: give it a sized one, such as GL_RGBA8"};
}

Result<CheckedSource> inspect_renderbuffer(const Source& source) {
  const GLuint name = source.renderbuffer;
  const std::string who = "renderbuffer " + std::to_string(name);
  if (gl::api().IsRenderbuffer(name) == GL_FALSE) {
    return invalid(who + " does not exist in the current context: pass one that has storage");
  }
  const auto found = [&](GLenum parameter) {
    GLint value = 0;
    gl::api().GetNamedRenderbufferParameteriv(name, parameter, &value);
    return value;
  };
  const Extent whole{found(GL_RENDERBUFFER_WIDTH), found(GL_RENDERBUFFER_HEIGHT), 1};
  if (whole.width < 1 || whole.height < 1) {
    return Error{ErrorCode::unsupported, who + " has no storage: allocate it before labeling"};
  }
  if (const Result<void> status = check_single(source, who); !status) return status.error();
  const auto internal_format = static_cast<GLenum>(found(GL_RENDERBUFFER_INTERNAL_FORMAT));
  const FoundImage image{.name = name,
                         .target = GL_RENDERBUFFER,
                         .whole = whole,
                         .stored = stored_in_renderbuffer(name, internal_format),
                         .internal_format = internal_format,
                         .samples = found(GL_RENDERBUFFER_SAMPLES)};
  const Result<PixelFormat> format = find_format(image.stored, internal_format, source.aspect, who);
  if (!format) return format.error();
  Result<CheckedSource> checked = check_image(source, image, *format, who);
  if (!checked) return checked;
  return copied_first(*std::move(checked), image, who);
}

Result<Source> find_attachment(const Source& source) {
  const GLuint framebuffer = source.framebuffer;
  const std::string who = name_of_framebuffer(framebuffer);
  if (gl::api().IsFramebuffer(framebuffer) == GL_FALSE) {
    return invalid(who + " does not exist in the current context: framebuffers are not shared between contexts");
  }
  const GLenum status = gl::api().CheckNamedFramebufferStatus(framebuffer, GL_READ_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    return invalid(who + " is incomplete (" + name_of_status(status) + "): pass one that can be drawn into");
  }
  const GLenum asked = source.attachment != 0 ? source.attachment : GLenum{GL_COLOR_ATTACHMENT0};
  const std::vector<Attachment> all = attachments();
  const auto point = std::ranges::find_if(all, [&](const Attachment& one) { return one.value == asked; });
  if (point == all.end()) {
    return invalid("the attachment is " + std::to_string(asked) + ": " + who + " has " + attached_to(framebuffer));
  }
  // Depth and stencil of one image are found at the point of either; of two images there is no query for both.
  const GLenum at = asked == GL_DEPTH_STENCIL_ATTACHMENT
                        ? (source.aspect == Aspect::stencil ? GL_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT)
                        : asked;
  const auto found = [&](GLenum name) { return attachment_parameter(framebuffer, at, name); };
  const GLint type = found(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
  if (type == GL_NONE) {
    return invalid(who + " has no image at " + point->name + ": it has " + attached_to(framebuffer));
  }
  Source attached = source;
  attached.framebuffer = 0;
  attached.attachment = 0;
  if (at == GL_STENCIL_ATTACHMENT) attached.aspect = Aspect::stencil;
  const auto name = static_cast<std::uint32_t>(found(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
  if (type == GL_RENDERBUFFER) {
    attached.renderbuffer = name;
    return attached;
  }
  attached.texture = name;
  if (source.level != 0) return invalid("level " + std::to_string(source.level) + " of an attachment: leave it out");
  attached.level = found(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
  if (found(GL_FRAMEBUFFER_ATTACHMENT_LAYERED) != 0) return attached;
  if (source.layer != 0 || source.all_layers) {
    return invalid("layers of " + point->name + " of " + who + ", to which one layer is attached: leave them out");
  }
  const GLint layer = found(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
  switch (gl::target_of(name)) {
    case GL_TEXTURE_CUBE_MAP:
      attached.layer = found(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) - GL_TEXTURE_CUBE_MAP_POSITIVE_X;
      break;
    case GL_TEXTURE_3D:
      attached.rectangle = slice_of(attached, layer);
      break;
    default:
      attached.layer = layer;
  }
  return attached;
}

Result<CheckedSource> inspect_default_framebuffer(const Source& source) {
  const std::string who = "the default framebuffer";
  if (gl::api().CheckNamedFramebufferStatus(0, GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return invalid("this context has no default framebuffer: pass a framebuffer, a renderbuffer or a texture");
  }
  constexpr std::array points = {GL_BACK,       GL_FRONT,       GL_BACK_LEFT, GL_BACK_RIGHT,
                                 GL_FRONT_LEFT, GL_FRONT_RIGHT, GL_DEPTH,     GL_STENCIL};
  if (std::ranges::count(points, static_cast<int>(source.attachment)) == 0) {
    return invalid("the attachment is " + std::to_string(source.attachment) + ": " + who +
                   " has GL_BACK, GL_FRONT, GL_DEPTH and GL_STENCIL");
  }
  const GLenum at = source.attachment == GL_BACK    ? GLenum{GL_BACK_LEFT}
                    : source.attachment == GL_FRONT ? GLenum{GL_FRONT_LEFT}
                                                    : source.attachment;
  if (attachment_parameter(0, at, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE) {
    return invalid(who + " has no image at attachment " + std::to_string(source.attachment) +
                   ": create the window with one, or pass another attachment");
  }
  if (const Result<void> status = check_single(source, who); !status) return status.error();
  if (!source.rectangle) {
    return invalid("a source of " + who +
                   " without a rectangle: OpenGL does not tell the size of a window, so pass "
                   "Source::rectangle");
  }
  const Rectangle& part = *source.rectangle;
  GLint samples = 0;
  gl::api().GetNamedFramebufferParameteriv(0, GL_SAMPLES, &samples);
  FoundImage image{.target = at, .whole = {part.x1, part.y1, 1}, .stored = stored_in_default_framebuffer(at)};
  image.internal_format = gl::find_sized_format(image.stored);
  image.samples = samples;
  Source aspect = source;
  if (at == GL_STENCIL) aspect.aspect = Aspect::stencil;
  const Result<PixelFormat> format = find_format(image.stored, image.internal_format, aspect.aspect, who);
  if (!format) return format.error();
  Result<CheckedSource> checked = check_image(aspect, image, *format, who);
  if (!checked) return checked;
  return copied_first(*std::move(checked), image, who);
}

}  // namespace glccl
