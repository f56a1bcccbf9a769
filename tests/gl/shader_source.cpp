#include "engine/gl/shader_source.hpp"

#include <string>
#include <vector>

#include "engine/common/shader_files.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {

/// The shaders of glsl/view and glsl/host.
extern const std::vector<gl::ShaderFile> shader_files;

namespace {

using Names = std::vector<std::string>;

/// The sources of an entry among files with these names and texts, in their order.
Names names_of(const std::vector<gl::ShaderFile>& table, const Names& entries) {
  Names names;
  for (const gl::ShaderSource& source : gl::sources_of(table, entries)) names.push_back(source.name);
  return names;
}

TEST_CASE("a shader comes behind the files that it needs, each once, in the order of their names", "[gl][shaders]") {
  const std::vector<gl::ShaderFile> table = {
      {"a/pass.comp", "// A pass.\n// needs  second, first\n// needs  third\n\nvoid main() {}\n// needs  no head\n"},
      {"a/first.glsl", "// needs  third\n"},
      {"a/second.glsl", "// needs  first, pass\n"},
      {"a/third.glsl", "// needs  first\n"},  // these two need one another
  };
  CHECK(names_of(table, {"a/pass.comp"}) == Names{"a/third.glsl", "a/first.glsl", "a/second.glsl", "a/pass.comp"});
}

TEST_CASE("files that are named before a shader stay before what it needs, and come once", "[gl][shaders]") {
  const std::vector<gl::ShaderFile> table = {
      {"extension.glsl", "#extension GL_some : enable\n"}, {"b.glsl", ""}, {"pass.comp", "// needs  b, extension\n"}};
  CHECK(names_of(table, {"extension.glsl", "pass.comp"}) == Names{"extension.glsl", "b.glsl", "pass.comp"});
  CHECK(names_of(table, {"b.glsl", "extension.glsl", "pass.comp"}) == Names{"b.glsl", "extension.glsl", "pass.comp"});
}

TEST_CASE("a need is looked for in the own folder, those above, common and shared", "[gl][shaders]") {
  std::vector<gl::ShaderFile> table = {{"a/b/pass.comp", "// needs  part, parts/part\n"}, {"a/parts/part.glsl", ""}};
  for (const char* file :
       {"shared/part.h", "common/part.glsl", "part.glsl", "a/part.glsl", "a/b/part.h", "a/b/part.glsl"}) {
    table.push_back({file, ""});  // each before those that came first
    CHECK(names_of(table, {"a/b/pass.comp"}) == Names{file, "a/parts/part.glsl", "a/b/pass.comp"});
  }
}

TEST_CASE("a shared header needs what it includes for C++, and its lines keep their numbers", "[gl][shaders]") {
  const std::vector<gl::ShaderFile> table = {
      {"shared/words.h", "// Words.\n#ifndef WORDS\n#define WORDS\n#include \"glsl/shared/prelude.h\"\n#endif\n"},
      {"shared/prelude.h", "#include <bit>\n"},
      {"pass.comp", "// needs  words\nvoid main() {}\n"}};
  CHECK(names_of(table, {"pass.comp"}) == Names{"shared/prelude.h", "shared/words.h", "pass.comp"});
  CHECK(gl::compose_shader(table, {"SIDE 4"}, {"pass.comp"}) ==
        "#version 450 core\n#define GLCCL_GLSL 1\n#define SIDE 4\n"
        "#line 1 0\n\n\n"
        "#line 1 1\n// Words.\n#ifndef WORDS\n#define WORDS\n\n#endif\n\n"
        "#line 1 2\n// needs  words\nvoid main() {}\n\n");
}

TEST_CASE("a file that is missing becomes an error that names it and what needs it", "[gl][shaders][bad-input]") {
  const std::vector<gl::ShaderFile> table = {{"a/pass.comp", "// needs  parts/none\nvoid main() {}\n"}};
  const std::string text = gl::compose_shader(table, {}, {"a/pass.comp", "other.comp"});
  CHECK_THAT(text, contains("#error no shader file parts/none, which a/pass.comp needs\n") &&
                       contains("#error no shader file other.comp\n"));
}

TEST_CASE("every file of glsl/ finds what it needs", "[gl][shaders]") {
  std::vector<gl::ShaderFile> all = glccl::shader_files;
  all.insert(all.end(), shader_files.begin(), shader_files.end());
  for (const gl::ShaderFile& file : all) {
    CAPTURE(file.name);
    for (const gl::ShaderSource& source : gl::sources_of(all, {std::string(file.name)})) {
      CHECK_THAT(source.text, !contains("#error no shader file"));
    }
  }
}

}  // namespace
}  // namespace glccl::tests
