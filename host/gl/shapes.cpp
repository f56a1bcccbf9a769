#include "host/gl/shapes.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/program.hpp"

namespace glccl::host {

extern const std::vector<gl::ShaderFile> shader_files;

namespace {

gl::VertexArray describe_instances(GLuint buffer) {
  gl::VertexArray array = gl::make_vertex_array();
  glVertexArrayVertexBuffer(array.name(), 0, buffer, 0, sizeof(ShapeInstance));
  glVertexArrayBindingDivisor(array.name(), 0, 1);
  for (GLuint column = 0; column < 3; ++column) {
    const auto offset = static_cast<GLuint>(offsetof(ShapeInstance, transform) + column * sizeof(glm::vec2));
    glVertexArrayAttribFormat(array.name(), column, 2, GL_FLOAT, GL_FALSE, offset);
  }
  glVertexArrayAttribFormat(array.name(), 3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ShapeInstance, colour));
  glVertexArrayAttribIFormat(array.name(), 4, 1, GL_UNSIGNED_INT, offsetof(ShapeInstance, kind));
  glVertexArrayAttribFormat(array.name(), 5, 3, GL_FLOAT, GL_FALSE, offsetof(ShapeInstance, depth));
  for (GLuint attribute = 0; attribute < 6; ++attribute) {
    glVertexArrayAttribBinding(array.name(), attribute, 0);
    glEnableVertexArrayAttrib(array.name(), attribute);
  }
  return array;
}

}  // namespace

Result<ShapePainter> ShapePainter::create(const Extent& extent, std::size_t shapes, ShapeOutput output) {
  const std::string ids = output == ShapeOutput::ids ? "1" : "0";
  Result<gl::Program> program =
      gl::build_program(shader_files, {"shapes", "host/shapes.vert", "host/shapes.frag", {"IDS " + ids}});
  if (!program) return program.error();
  ShapePainter painter;
  painter.extent_ = extent;
  painter.program_ = *std::move(program);
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  painter.buffer_ = gl::Buffer(buffer);
  glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(std::max<std::size_t>(1, shapes) * sizeof(ShapeInstance)),
                       nullptr, GL_DYNAMIC_STORAGE_BIT);
  painter.vertex_array_ = describe_instances(buffer);
  const GLint location = glGetUniformLocation(painter.program_.name(), "size");
  glProgramUniform2f(painter.program_.name(), location, static_cast<float>(extent.width),
                     static_cast<float>(extent.height));
  return painter;
}

void ShapePainter::draw(std::span<const ShapeInstance> shapes) {
  glNamedBufferSubData(buffer_.name(), 0, static_cast<GLsizeiptr>(shapes.size_bytes()), shapes.data());
  glViewport(0, 0, extent_.width, extent_.height);
  glUseProgram(program_.name());
  glBindVertexArray(vertex_array_.name());
  glDrawArraysInstanced(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(shapes.size()));
  glBindVertexArray(0);
  glUseProgram(0);
}

}  // namespace glccl::host
