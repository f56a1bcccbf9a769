// What the results of a labeling have to be.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <span>

#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {

bool is_expected(std::span<const std::uint32_t> values, const ExpectedLabels& expected) {
  const std::vector<std::uint32_t>& right = expected.labels.values;
  if (expected.exact && expected.numbering == Numbering::raster) return std::ranges::equal(values, right);
  std::map<std::uint32_t, std::uint32_t> component_of{{0U, 0U}};
  std::map<std::uint32_t, std::uint32_t> label_of{{0U, 0U}};
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (component_of.emplace(values[i], right[i]).first->second != right[i]) return false;
    if (expected.exact && label_of.emplace(right[i], values[i]).first->second != values[i]) return false;
  }
  return true;
}

namespace {

Extent extent_of(const glccl_labels& labels) {
  return {labels.extent.width, labels.extent.height, labels.extent.depth};
}

/// The buffer of a table: header, and the rows that it has room for.
void check_buffer(const Subject& subject) {
  const glccl_labels& result = subject.result;
  const Extent extent = extent_of(result);
  glccl_component_table_header header{};
  glGetNamedBufferSubData(result.table.buffer, 0, sizeof header, &header);
  const auto count = static_cast<std::uint32_t>(subject.components.size());
  const std::uint32_t rows = std::min(count, result.table.rows);
  require(header.vertices == 4 && header.rows == rows && header.first_vertex == 0 && header.base_instance == 0 &&
              header.groups_x == (rows + 63) / 64 && header.groups_y == 1 && header.groups_z == 1 &&
              header.row_bytes == glccl_row_bytes(header.columns) && header.count[0] == count && header.count[1] == 0 &&
              header.columns == table_columns_of(extent, subject.columns) &&
              header.width == static_cast<std::uint32_t>(extent.width) &&
              header.height == static_cast<std::uint32_t>(extent.height) &&
              header.depth == static_cast<std::uint32_t>(extent.depth),
          "the header of a table is wrong");
  std::vector<std::uint8_t> bytes(std::size_t{rows} * header.row_bytes);
  glGetNamedBufferSubData(result.table.buffer, sizeof header, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  for (std::uint32_t i = 0; i < rows; ++i) {
    glccl_component row{};
    glccl_error error{};
    require(glccl_read_row(&bytes[std::size_t{i} * header.row_bytes], header.columns, &row, &error) == GLCCL_OK,
            error.message);
    require(row == subject.components[i], "a row of the buffer is wrong");
    glccl_position first{};
    glccl_position_of(row.first, result.extent, &first);
    require(first.z == row.box.z0 && first.x >= row.box.x0 && first.x <= row.box.x1 && first.y >= row.box.y0 &&
                (first.y == row.box.y0 || extent.is_volume()),
            "the first pixel of a component is not in the first row of its box");
  }
}

void check_table(const Subject& subject) {
  std::size_t count = 12345;
  glccl_error error{};
  const glccl_error_code asked = glccl_readback_components(subject.labeler, nullptr, 0, &count, &error);
  check_error(asked, error);
  const std::uint32_t rows = subject.result.table.rows;
  if (rows != 0) check_buffer(subject);
  if (rows == 0 || rows < subject.components.size()) {
    require(asked == (rows == 0 ? GLCCL_ERROR_INVALID_ARGUMENT : GLCCL_ERROR_TOO_LARGE) && count == 12345,
            "a table that is missing or too short is read");
    return;
  }
  require(asked == GLCCL_OK && count == subject.components.size(), "the table has another number of components");
  std::vector<glccl_component> found(count + 1);
  require(glccl_readback_components(subject.labeler, found.data(), found.size(), &count, &error) == GLCCL_OK,
          error.message);
  for (std::size_t i = 0; i < count; ++i) {
    require(found[i] == subject.components[i], "a component is wrong");
  }
  require(count == 0 || glccl_readback_components(subject.labeler, found.data(), count - 1, &count, &error) ==
                            GLCCL_ERROR_BUFFER_TOO_SMALL,
          "components are read into too little memory");
}

/// The measurements, where there is a table with a row for each component.
void check_measurements(const Subject& subject) {
  if (subject.result.table.rows == 0 || subject.result.table.rows < subject.components.size()) return;
  std::vector<glccl_measurements> found(subject.components.size() + 1);
  std::size_t count = 0;
  glccl_error error{};
  const glccl_error_code code =
      glccl_readback_measurements(subject.labeler, found.data(), found.size(), &count, &error);
  check_error(code, error);
  if (subject.columns == 0) {
    require(code == GLCCL_ERROR_INVALID_ARGUMENT, "measurements are read that were not asked for");
    return;
  }
  require(code == GLCCL_OK && count == subject.measurements.size(), "there are other measurements than components");
  found.resize(count);
  require(found == subject.measurements, "a measurement is wrong");
}

/// Engine, end and times of a labeling whose labels have been read.
void check_answers(const Subject& subject) {
  glccl_error error{};
  std::int32_t number = -1;
  require(glccl_engine_of(subject.labeler, &number, &error) == GLCCL_OK, error.message);
  require(number == subject.engine || (subject.engine == GLCCL_ENGINE_AUTOMATIC && number > 0),
          "another engine has run than was asked for");
  require(number == GLCCL_ENGINE_COMPUTE || subject.label_place.name == 0, "a wrong engine has written a buffer");
  require(glccl_poll(subject.labeler, &number, &error) == GLCCL_OK && number == 1,
          "a labeling is not done whose labels have been read");
  std::size_t count = 0;
  require(glccl_times(subject.labeler, nullptr, 0, &count, &error) == GLCCL_OK, error.message);
  require((count == 0) == (subject.timing == GLCCL_TIMING_NONE) && (count == 1 || subject.timing != GLCCL_TIMING_WHOLE),
          "there are more or fewer times than were asked for");
  std::vector<glccl_stage_time> times(count);
  require(glccl_times(subject.labeler, times.data(), count, &count, &error) == GLCCL_OK, error.message);
  for (const glccl_stage_time& time : times) {
    const bool named = subject.timing != GLCCL_TIMING_WHOLE || std::string(time.stage) == "labeling";
    require(named && (time.pass[0] != '\0') == (subject.timing == GLCCL_TIMING_PASSES) && time.stage[0] != '\0' &&
                time.milliseconds >= 0.0 && std::isfinite(time.milliseconds),
            "a time is not what was asked for");
  }
}

}  // namespace

void Machine::check(Subject& subject) {
  if (!subject.used) return;
  glccl_error error{};
  glccl_extent extent{};
  const CallersTarget* target = subject.labels || subject.target_gone ? nullptr : find_target(subject.result.texture);
  std::vector<std::uint32_t> values(1);
  if (subject.has_result) {
    values.resize(static_cast<std::size_t>(extent_of(subject.result).elements()));
    require(glccl_readback_labels(subject.labeler, values.data(), values.size() - 1, &extent, &error) ==
                GLCCL_ERROR_BUFFER_TOO_SMALL,
            "labels are read into too little memory");
  }
  const glccl_error_code code = glccl_readback_labels(subject.labeler, values.data(), values.size(), &extent, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_readback_labels() leaves an OpenGL error behind");
  check_error(code, error);
  if (!subject.has_result || subject.target_gone) {
    // The name of a target that is gone may be that of another object now.
    const GLuint buffer = subject.label_place.name;
    const bool exists = buffer != 0 ? glIsBuffer(buffer) == GL_TRUE : glIsTexture(subject.result.texture) == GL_TRUE;
    require((subject.has_result && exists) || code == GLCCL_ERROR_INVALID_ARGUMENT,
            "labels are read that do not exist");
    return;
  }
  require(code == GLCCL_OK, std::string("labels cannot be read: ") + error.message);
  const std::optional<ExpectedLabels>& expected = target != nullptr ? target->labels : subject.labels;
  if (expected) require(is_expected(values, *expected), "labels are wrong: " + expected->request);
  if (const BufferImage& place = subject.label_place; place.name != 0) {
    require(values == find_buffer(place.name)->labels(place), "labels that are read differ from the buffer");
  } else {
    require(values == read_texture(subject.result.texture, extent_of(subject.result)),
            "labels that are read differ from the texture");
  }
  if (subject.engine != GLCCL_ENGINE_RASTER_PAPER) {
    check_table(subject);
    check_measurements(subject);
  }
  check_answers(subject);
}

void Machine::check_all() {
  for (Subject& subject : subjects_) check(subject);
  for (const std::unique_ptr<CallersTarget>& target : targets_) {
    if (!target->labels) continue;
    require(is_expected(read_texture(target->texture.name(), target->extent), *target->labels),
            "a target has other labels than after its labeling: " + target->labels->request);
  }
  for (const SourceTexture& source : sources_) {
    require(source.is_unchanged(), "a source has changed: " + std::string(traits_of(source.format()).name));
  }
  for (const CallersBuffer& buffer : buffers_) {
    require(buffer.is_unchanged(), "a buffer has other bytes than after its last labeling");
  }
  require(glGetError() == GL_NO_ERROR, "reading results leaves an OpenGL error behind");
}

}  // namespace glccl::fuzz
