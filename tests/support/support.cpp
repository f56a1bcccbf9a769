#include "tests/support/support.hpp"

#include <GL/glew.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/host/labeling.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The scratch directories of this process, under one that goes with it.
class Scratch {
 public:
  Scratch() : root_(fs::temp_directory_path() / ("glccl-tests-" + std::to_string(getpid()))) {
    fs::create_directories(root_);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path next() {
    fs::path directory = root_ / std::to_string(count_++);
    fs::create_directory(directory);
    return directory;
  }

 private:
  fs::path root_;
  int count_ = 0;
};

/// The context of all GL tests in this process, and what its driver says.
struct Session {
  Session() {
    auto made = host::HeadlessContext::create({.device = -1, .debug = true});
    if (!made) {
      problem = made.error().message;
      return;
    }
    context.emplace(std::move(*made));
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(&Session::receive, this);
  }

  /// NVIDIA's note that it compiles a variant of a shader at its first use. Programs are linked under the state of
  /// their pass, which leaves none of these; but with a warm shader cache on disk the driver still notes one for
  /// update_column.
  static constexpr GLuint nvidia_shader_variant = 131218;

  static void GLAPIENTRY receive(GLenum, GLenum type, GLuint id, GLenum severity, GLsizei, const GLchar* message,
                                 const void* session) {
    if (type == GL_DEBUG_TYPE_PERFORMANCE && id == nvidia_shader_variant) return;
    if (severity != GL_DEBUG_SEVERITY_HIGH && severity != GL_DEBUG_SEVERITY_MEDIUM) return;
    static_cast<Session*>(const_cast<void*>(session))->messages.emplace_back(message);
  }

  std::string problem;
  std::optional<host::HeadlessContext> context;
  std::map<Engine, Labeler> labelers;
  std::vector<std::string> messages;
};

Session& session() {
  static Session the_session;
  return the_session;
}

}  // namespace

fs::path test_data(const std::string& name) {
  const char* folder = std::getenv("GLCCL_TEST_DATA");
  return fs::path(folder == nullptr ? GLCCL_TEST_DATA : folder) / name;
}

fs::path scratch_directory() {
  static Scratch scratch;
  return scratch.next();
}

fs::path scratch_file(const std::string& name) { return scratch_directory() / name; }

GlFixture::GlFixture() {
  INFO(session().problem);
  REQUIRE(session().context.has_value());
  make_current();
  session().messages.clear();
}

GlFixture::~GlFixture() {
  CHECK(glGetError() == static_cast<GLenum>(GL_NO_ERROR));
  for (const std::string& message : session().messages) FAIL_CHECK("the driver says: " + message);
}

void GlFixture::make_current() { REQUIRE(session().context->make_current()); }

void GlFixture::forgive_driver_messages() { session().messages.clear(); }

Labeler& GlFixture::labeler(Engine engine) {
  auto& labelers = session().labelers;
  auto found = labelers.find(engine);
  if (found == labelers.end()) {
    Result<Labeler> made = Labeler::create(engine);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    found = labelers.emplace(engine, std::move(*made)).first;
  }
  return found->second;
}

LabelImage GlFixture::label(const host::Image& image, const Options& options) {
  const Result<host::Texture> texture = host::upload(image);
  INFO((texture ? "" : texture.error().message));
  REQUIRE(texture);
  const Result<Labels> labels = labeler().label({texture->name()}, options);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  REQUIRE(labels->size == image.size);
  Result<LabelImage> result = labeler().readback();
  REQUIRE(result);
  return *std::move(result);
}

GlFixture::Outcome GlFixture::label_and_measure(const host::Image& image, Options options) {
  options.table_rows = static_cast<std::uint32_t>(std::min<std::int64_t>(image.size.pixels(), 1 << 20));
  Outcome outcome{label(image, options), {}};
  Result<std::vector<Component>> components = labeler().readback_components();
  INFO((components ? "" : components.error().message));
  REQUIRE(components);
  outcome.components = *std::move(components);
  return outcome;
}

GlFixture::Outcome GlFixture::expect(const host::Image& image, const Options& options) {
  Outcome outcome{host::label_serial(image, options.connectivity, options.criterion), {}};
  outcome.components = *host::measure_components(outcome.labels);
  if (std::holds_alternative<Equal>(options.criterion)) host::read_values(image, outcome.components);
  return outcome;
}

void GlFixture::check_outcome(const Outcome& actual, const Outcome& expected) {
  CHECK(first_difference(actual.labels, expected.labels) == "");
  CHECK(actual.components.size() == expected.components.size());
  for (std::size_t i = 0; i < std::min(actual.components.size(), expected.components.size()); ++i) {
    if (actual.components[i] == expected.components[i]) continue;
    CAPTURE(i, actual.components[i].label, actual.components[i].area, actual.components[i].box.x0,
            actual.components[i].box.y0, actual.components[i].box.x1, actual.components[i].box.y1,
            actual.components[i].sum_x, actual.components[i].sum_y, actual.components[i].value);
    FAIL_CHECK("the first row that differs");
    return;
  }
}

host::Image draw(const std::vector<std::string>& rows) {
  host::Image image;
  image.size = {static_cast<int>(rows.front().size()), static_cast<int>(rows.size())};
  for (const std::string& row : rows) {
    REQUIRE(row.size() == rows.front().size());
    for (const char c : row) image.bytes.push_back(c == '.' || c == ' ' ? 0 : 255);
  }
  return image;
}

std::string first_difference(const LabelImage& actual, const LabelImage& expected) {
  if (actual.size != expected.size) return "the sizes differ";
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (actual.values[i] == expected.values[i]) continue;
    const auto width = static_cast<std::size_t>(expected.size.width);
    return "(" + std::to_string(i % width) + ", " + std::to_string(i / width) +
           "): " + std::to_string(actual.values[i]) + " instead of " + std::to_string(expected.values[i]);
  }
  return {};
}

}  // namespace glccl::tests
