#include "tools/bench/plot.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tools/glccl/outputs.hpp"

extern char** environ;

namespace glccl::tools {

extern const char* const plot_bench_script;   // tools/bench/plot.py, embedded by CMake
extern const char* const plot_papers_script;  // tools/bench/papers/plot.py

namespace {

namespace fs = std::filesystem;

/// The script's exit status if matplotlib is missing.
constexpr int no_matplotlib = 3;

/// Runs a script that reads the report from one file and draws into another. Returns its exit status, or -1 with errno.
int run_script(const std::string& python, const char* script, const std::string& report, const std::string& picture) {
  std::string words[] = {python, "-c", script, report, picture};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), words[4].data(), nullptr};
  pid_t process = 0;
  if (const int error = ::posix_spawnp(&process, python.c_str(), nullptr, nullptr, arguments, environ); error != 0) {
    errno = error;
    return -1;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// The script's exit status as a Status.
Status explain(int status, const std::string& path) {
  if (status == 0) return {};
  const std::string what = "cannot draw " + path + ": ";
  if (status < 0) {
    return Error{ErrorCode::file, what + "python3 does not start (" + std::strerror(errno) + "); install python3"};
  }
  if (status == no_matplotlib) {
    return Error{ErrorCode::file, what + "python3 has no matplotlib; install it (Debian: python3-matplotlib)"};
  }
  return Error{ErrorCode::file, what + "the script ended with status " + std::to_string(status)};
}

/// Draws a JSON report by a script.
Status draw(const char* script, const std::string& report, const std::string& path) {
  // The picture is drawn under a temporary name and renamed, so that the path never holds half a picture.
  const fs::path drawn = fs::path(path).replace_extension(".drawing" + fs::path(path).extension().string());
  const fs::path data = fs::path(path).replace_extension(".drawing.json");
  if (const Status status = write_text(data.string(), report); !status) return status;
  int answer = run_script("python3", script, data.string(), drawn.string());
  // Another python3 may come first on the PATH; matplotlib may be a package of the system's.
  if (answer == no_matplotlib) answer = run_script("/usr/bin/python3", script, data.string(), drawn.string());
  const Status status = explain(answer, path);
  std::error_code error;
  fs::remove(data, error);
  if (!status) {
    fs::remove(drawn, error);
    return status;
  }
  fs::rename(drawn, path, error);
  if (error) return Error{ErrorCode::file, "cannot write " + path + ": " + error.message()};
  return {};
}

}  // namespace

Status check_plot_path(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".png" || ending == ".svg") return {};
  return Error{ErrorCode::invalid_argument, "cannot draw " + path + ": the ending " +
                                                (ending.empty() ? "is missing" : ending + " is not known") +
                                                "; use .png or .svg"};
}

Status plot_bench(const BenchReport& report, const std::string& path) {
  return draw(plot_bench_script, bench_json(report), path);
}

Status plot_paper(const PaperReport& report, const std::string& path) {
  return draw(plot_papers_script, paper_json(report), path);
}

}  // namespace glccl::tools
