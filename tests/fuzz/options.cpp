// Parses any lines as the words of a command line of glccl or glccl-view, as far as that runs nothing. Each either
// parses without a word, prints help, or is refused as usage by one line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tools/glccl/program.hpp"
#include "tools/glccl/text.hpp"
#include "tools/view/command_line.hpp"

namespace glccl::tests {
namespace {

using tools::ExitStatus;

/// What a program has printed, for its lifetime.
class Printed {
 public:
  Printed() : out_(std::cout.rdbuf(text_out_.rdbuf())), err_(std::cerr.rdbuf(text_err_.rdbuf())) { std::cout.clear(); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  ~Printed() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
  }

  std::string out() const { return text_out_.str(); }
  std::string err() const { return text_err_.str(); }

 private:
  std::ostringstream text_out_;
  std::ostringstream text_err_;
  std::streambuf* out_;
  std::streambuf* err_;
};

void require(bool holds, const char* what, const std::string& err) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_options: %s: %s\n", what, err.c_str());
  std::abort();
}

bool is_one_line(const std::string& text, const std::string& program) {
  const std::string start = program + ": ";
  if (!text.starts_with(start) || text.size() < start.size() + 2 || !text.ends_with('\n')) return false;
  for (const char letter : text.substr(0, text.size() - 1)) {
    if (static_cast<unsigned char>(letter) < ' ') return false;
  }
  return true;
}

void try_words(const std::vector<std::string>& words) {
  const bool viewer = words.front() == "glccl-view";
  const std::string name = viewer ? "glccl-view" : "glccl";
  std::vector<const char*> pointers = {name.c_str()};
  for (std::size_t i = 1; i < words.size(); ++i) pointers.push_back(words[i].c_str());
  const int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);

  bool parsed = false;
  ExitStatus status = tools::done;
  std::string out;
  std::string err;
  {
    const Printed printed;
    const auto accept = [&](const auto&) -> Result<void> { return parsed = true, Result<void>(); };
    status = tools::run_guarded(name, [&] {
      return viewer ? view::run_program(count, pointers.data(), accept)
                    : tools::run_program(count, pointers.data(), accept);
    });
    out = printed.out();
    err = printed.err();
  }
  if (status == tools::done) {
    require(err.empty(), "an accepted command line prints to standard error", err);
    require(parsed == out.empty(), "a command line neither parses nor prints help, or both", err);
  } else {
    require(status == tools::usage, "a refused command line does not end with status 2", err);
    require(out.empty(), "a refused command line prints to standard output", err);
    require(is_one_line(err, name), "a refused command line does not print one line", err);
  }
}

}  // namespace
}  // namespace glccl::tests

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  glccl::tests::try_words(glccl::tools::split(text, '\n'));
  return 0;
}
