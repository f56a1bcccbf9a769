#include "tools/view/picture/painter.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/program.hpp"
#include "glccl/table.hpp"

namespace glccl::view {

extern const std::vector<gl::ShaderFile> shader_files;

/// The uniform block of glsl/view/view.glsl, std140.
struct Painter::Block {
  float rectangle[4] = {};
  float window[2] = {};
  float extent[2] = {};
  std::int32_t image_extent[2] = {};
  float zoom = 1.0F;
  float white = 0.0F;
  float veil = 0.0F;
  std::uint32_t table_rows = 0;
  std::int32_t coloring = 1;
  std::int32_t bits = 1;
  std::int32_t cells_across = 1;
  std::int32_t axis = 2;
  std::int32_t mouse[2] = {-1, -1};
  std::int32_t volume[3] = {1, 1, 1};
  std::int32_t place = 0;
  float axes[3][4] = {};
};

namespace {

constexpr GLuint texture_units = 7;

/// The voxel of a projection at the mouse, as glsl/view/projection.frag writes it.
struct Hit {
  std::int32_t voxel[3] = {};
  std::int32_t found = 0;
};

/// Values of `bits` for raw.frag.
enum ListKind { list_of_counts = 0, list_of_places = 1, list_of_roots = 2, list_of_boxes = 3 };

/// Binding of the tracks among shader storage buffers.
constexpr GLuint tracks_binding = 2;

/// Block::coloring.
enum BlockColoring { colored_by_label = 0, colored_by_place = 1, colored_by_id = 2 };

int coloring_of(const Settings& settings, std::uint32_t tracks) {
  if (settings.coloring == Coloring::place) return colored_by_place;
  return settings.coloring == Coloring::id && tracks != 0 ? colored_by_id : colored_by_label;
}

/// Values of `bits` for projection.frag.
enum Projected { show_labels = 1, show_values = 2 };

/// Values of `bits` for masks.frag.
int mark_kind(ImageKind kind) {
  if (kind == ImageKind::words) return 2;
  if (kind == ImageKind::ranks) return 3;
  return kind == ImageKind::numbers ? 4 : 1;
}

Result<gl::Program> build(const std::string& name, const std::string& vertex_name = "picture") {
  return gl::build_program(shader_files,
                           {"view " + name, "view/" + vertex_name + ".vert", "view/" + name + ".frag", {}});
}

gl::VertexArray describe_rows() {
  struct Attribute {
    GLuint location;
    GLint components;
    std::size_t offset;
  };
  constexpr std::array<Attribute, 4> attributes = {{{0, 1, offsetof(ComponentRow, label)},
                                                    {1, 1, offsetof(ComponentRow, first)},
                                                    {2, 4, offsetof(ComponentRow, x0)},
                                                    {3, 2, offsetof(ComponentRow, z0)}}};
  gl::VertexArray array = gl::make_vertex_array();
  for (const Attribute& attribute : attributes) {
    glVertexArrayAttribIFormat(array.name(), attribute.location, attribute.components, GL_UNSIGNED_INT,
                               static_cast<GLuint>(attribute.offset));
    glVertexArrayAttribBinding(array.name(), attribute.location, 0);
    glEnableVertexArrayAttrib(array.name(), attribute.location);
  }
  glVertexArrayBindingDivisor(array.name(), 0, 1);
  return array;
}

/// Columns of a list of texels that is folded to about a square. The rows of a whole texture are not broken.
int folded_columns(const PassImage& image) {
  if (image.elements < image.extent.elements()) {
    return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(image.elements))));
  }
  int columns = image.extent.width;
  while (columns % 2 == 0 && columns > 2 * (image.elements / columns)) columns /= 2;
  return columns;
}

ListKind list_kind(ImageKind kind) {
  switch (kind) {
    case ImageKind::places:
      return list_of_places;
    case ImageKind::roots:
      return list_of_roots;
    case ImageKind::boxes:
      return list_of_boxes;
    default:
      return list_of_counts;
  }
}

/// The largest area of `columns` to `rows` in the middle of `outer`.
Area inside(const Area& outer, float columns, float rows) {
  const float scale = std::min(outer.width / columns, outer.height / rows);
  const Area area{0.0F, 0.0F, scale * columns, scale * rows};
  return {outer.x + (outer.width - area.width) / 2, outer.y + (outer.height - area.height) / 2, area.width,
          area.height};
}

}  // namespace

void Painter::set_plane(const ShownPlane& plane, const Extent& labeled, Block& block) {
  const Extent& extent = plane.extent();
  block.extent[0] = static_cast<float>(extent.width);
  block.extent[1] = static_cast<float>(extent.height);
  block.image_extent[0] = extent.width;
  block.image_extent[1] = extent.height;
  block.axis = static_cast<std::int32_t>(plane.slice().axis);
  block.place = plane.slice().place;
  block.volume[0] = labeled.width;
  block.volume[1] = labeled.height;
  block.volume[2] = labeled.depth;
  for (std::size_t i = 0; i < 3; ++i) std::copy(plane.axes()[i].begin(), plane.axes()[i].end(), block.axes[i]);
}

Result<Painter> Painter::create() {
  struct Row {
    gl::Program Painter::*program;
    Result<gl::Program> result;
  };
  Painter canvas;
  std::array<Row, 7> rows = {{{&Painter::source_, build("source")},
                              {&Painter::labels_, build("labels")},
                              {&Painter::ids_, build("ids")},
                              {&Painter::masks_, build("masks")},
                              {&Painter::raw_, build("raw")},
                              {&Painter::projection_, build("projection")},
                              {&Painter::boxes_, build("boxes", "boxes")}}};
  for (Row& row : rows) {
    if (!row.result) return row.result.error();
    canvas.*row.program = *std::move(row.result);
  }
  GLuint block = 0;
  glCreateBuffers(1, &block);
  canvas.block_ = gl::Buffer(block);
  glNamedBufferStorage(block, sizeof(Block), nullptr, GL_DYNAMIC_STORAGE_BIT);
  glCreateBuffers(1, &block);
  canvas.hit_ = gl::Buffer(block);
  glNamedBufferStorage(block, sizeof(Hit), nullptr, GL_DYNAMIC_STORAGE_BIT);
  canvas.no_vertices_ = gl::make_vertex_array();
  canvas.rows_ = describe_rows();
  canvas.nearest_ = gl::make_sampler();
  glSamplerParameteri(canvas.nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(canvas.nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return canvas;
}

void Painter::begin(const gl::Program& program, const Viewport& viewport, Block block) {
  const Area& image = viewport.image;
  const std::array<float, 4> rectangle = {image.x, image.y, image.width, image.height};
  std::copy(rectangle.begin(), rectangle.end(), block.rectangle);
  block.window[0] = static_cast<float>(viewport.framebuffer.width);
  block.window[1] = static_cast<float>(viewport.framebuffer.height);
  block.zoom = image.width / block.extent[0];
  glNamedBufferSubData(block_.name(), 0, sizeof block, &block);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());

  glViewport(0, 0, viewport.framebuffer.width, viewport.framebuffer.height);
  const Area& area = viewport.area;
  const float bottom = static_cast<float>(viewport.framebuffer.height) - area.y - area.height;
  glScissor(static_cast<int>(area.x), static_cast<int>(bottom), static_cast<int>(area.width),
            static_cast<int>(area.height));
  glEnable(GL_SCISSOR_TEST);
  for (GLuint unit = 0; unit < texture_units; ++unit) glBindSampler(unit, nearest_.name());
  glUseProgram(program.name());
}

void Painter::end() {
  glBindVertexArray(0);
  glUseProgram(0);
  for (GLuint unit = 0; unit < texture_units; ++unit) glBindSampler(unit, 0);
  glDisable(GL_SCISSOR_TEST);
}

void Painter::draw_picture(const gl::Program& program, const Viewport& viewport, const Block& block) {
  begin(program, viewport, block);
  glBindVertexArray(no_vertices_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  end();
}

void Painter::bind_source(const Viewport& viewport, const ViewedSource& source, Block& block) {
  set_plane(viewport.plane, source.extent(), block);
  block.white = static_cast<float>(source.white());
  const bool volume = source.extent().is_volume();
  const bool values = block.white > 0.0F;
  glBindTextureUnit(0, !volume && !values ? source.picture().name() : 0);
  glBindTextureUnit(1, !volume && values ? source.picture().name() : 0);
  glBindTextureUnit(4, volume && !values ? source.picture().name() : 0);
  glBindTextureUnit(5, volume && values ? source.picture().name() : 0);
}

void Painter::bind_labels(const Labels& labels) {
  glBindTextureUnit(2, labels.extent.is_volume() ? 0 : labels.texture);
  glBindTextureUnit(6, labels.extent.is_volume() ? labels.texture : 0);
}

void Painter::draw_source(const Viewport& viewport, const ViewedSource& source) {
  Block block;
  bind_source(viewport, source, block);
  block.bits = show_values;
  if (viewport.plane.is_projection()) return draw_projection(viewport, block);
  draw_picture(source_, viewport, block);
}

void Painter::draw_projection(const Viewport& viewport, Block block) {
  if (viewport.mouse) {  // gl_FragCoord counts from the bottom
    block.mouse[0] = static_cast<int>(viewport.mouse->x);
    block.mouse[1] = viewport.framebuffer.height - 1 - static_cast<int>(viewport.mouse->y);
  }
  const Hit none;
  glNamedBufferSubData(hit_.name(), 0, sizeof none, &none);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, hit_.name());
  draw_picture(projection_, viewport, block);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, 0);
}

std::optional<Position> Painter::hit() const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  Hit hit;
  glGetNamedBufferSubData(hit_.name(), 0, sizeof hit, &hit);
  if (hit.found == 0) return std::nullopt;
  return Position{hit.voxel[0], hit.voxel[1], hit.voxel[2]};
}

void Painter::draw_labels(const Viewport& viewport, const ViewedSource& source, const Labels& labels,
                          std::uint32_t tracks, const Settings& settings) {
  Block block;
  bind_source(viewport, source, block);
  bind_labels(labels);
  block.bits = show_labels;
  block.veil = settings.veil;
  block.coloring = labels.table.buffer != 0 ? coloring_of(settings, tracks) : colored_by_label;
  block.table_rows = labels.table.rows;
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, labels.table.buffer);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, tracks_binding, tracks);
  if (viewport.plane.is_projection()) {
    draw_projection(viewport, block);
  } else {
    draw_picture(labels_, viewport, block);
  }
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, tracks_binding, 0);
}

void Painter::draw_pass(const Viewport& viewport, const ViewedSource& source, const PassImage& image,
                        const ComponentTable& table, const Settings& settings) {
  if (image.kind == ImageKind::labels) {
    return draw_labels(viewport, source, {image.texture, image.extent, table}, 0, settings);
  }
  if (image.kind == ImageKind::table || image.kind == ImageKind::nothing) return draw_source(viewport, source);
  Block block;
  bind_source(viewport, source, block);
  glBindTextureUnit(2, image.texture);
  switch (image.kind) {
    case ImageKind::ids:
      block.bits = settings.follow ? 1 : 0;
      return draw_picture(ids_, viewport, block);
    case ImageKind::masks:
    case ImageKind::words:
    case ImageKind::ranks:
    case ImageKind::numbers:
      block.bits = mark_kind(image.kind);
      return draw_picture(masks_, viewport, block);
    case ImageKind::places:
    case ImageKind::roots:
    case ImageKind::boxes:
    case ImageKind::counts:
      return draw_list(viewport, image, block);
    default:
      return;
  }
}

void Painter::draw_list(const Viewport& viewport, const PassImage& image, Block block) {
  const ListKind kind = list_kind(image.kind);
  block.cells_across = folded_columns(image);
  block.extent[0] = static_cast<float>(block.cells_across);
  block.extent[1] = static_cast<float>((image.elements + block.cells_across - 1) / block.cells_across);
  block.bits = kind;
  glBindTextureUnit(kind == list_of_roots || kind == list_of_boxes ? 3 : 2, image.texture);
  Viewport folded = viewport;
  folded.image = inside(viewport.image, block.extent[0], block.extent[1]);
  draw_picture(raw_, folded, block);
}

void Painter::draw_boxes(const Viewport& viewport, const Labels& labels, std::uint32_t tracks,
                         const Settings& settings) {
  if (labels.table.buffer == 0 || viewport.plane.is_projection()) return;
  Block block;
  set_plane(viewport.plane, labels.extent, block);
  block.coloring = coloring_of(settings, tracks);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, tracks_binding, tracks);
  glVertexArrayVertexBuffer(rows_.name(), 0, labels.table.buffer, sizeof(ComponentTableHeader),
                            static_cast<GLsizei>(row_bytes_of(table_columns_of(labels.extent))));
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, labels.table.buffer);
  begin(boxes_, viewport, block);
  glBindVertexArray(rows_.name());
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArraysIndirect(GL_LINE_LOOP, nullptr);  // the table begins with the arguments of this draw
  glDisable(GL_BLEND);
  end();
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, tracks_binding, 0);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

}  // namespace glccl::view
