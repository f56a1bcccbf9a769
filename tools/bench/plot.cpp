#include "tools/bench/plot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "glccl/host/output_file.hpp"

extern char** environ;

namespace glccl::tools {

extern const char* const plot_bench_script;  // tools/bench/plot.py, embedded by CMake

namespace {

namespace fs = std::filesystem;

/// The script's exit status if matplotlib is missing.
constexpr int no_matplotlib = 3;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

/// Runs a script that reads the report from its standard input and draws to its standard output. Returns its exit
/// status, or -1 with errno. All three files have no temporary names, so nothing is left behind if the process ends.
int run_script(const std::string& python, const char* script, const std::string& format, std::FILE* report,
               std::FILE* picture, std::FILE* errors) {
  std::string words[] = {python, "-c", script, "/dev/stdin", "/dev/stdout", format};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                       words[4].data(), words[5].data(), nullptr};
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, ::fileno(report), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, ::fileno(picture), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, ::fileno(errors), STDERR_FILENO);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, python.c_str(), &files, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    errno = error;
    return -1;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// The last line of a file: of a traceback, the error.
std::string last_line(std::FILE* file) {
  std::rewind(file);
  std::string last;
  char line[512];
  while (std::fgets(line, sizeof line, file) != nullptr) last = line;
  return last;
}

/// The script's exit status as a Result.
Result<void> explain(int status, const std::string& path, std::FILE* errors) {
  if (status == 0) return {};
  const std::string what = "cannot draw " + path + ": ";
  if (status < 0) {
    return Error{ErrorCode::file, what + "python3 does not start (" + std::strerror(errno) + "); install python3"};
  }
  if (status == no_matplotlib) {
    return Error{ErrorCode::file, what + "python3 has no matplotlib; install it (Debian: python3-matplotlib)"};
  }
  return Error{ErrorCode::file,
               what + "the script ended with status " + std::to_string(status) + ": " + last_line(errors)};
}

}  // namespace

Result<void> check_plot_path(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".png" || ending == ".svg") return {};
  return Error{ErrorCode::invalid_argument, "cannot draw " + path + ": the ending " +
                                                (ending.empty() ? "is missing" : ending + " is not known") +
                                                "; use .png or .svg"};
}

Result<void> plot_report(const char* script, const std::string& report, const std::string& path) {
  Result<host::OutputFile> picture = host::OutputFile::create(path);
  if (!picture) return picture.error();
  const TemporaryFile data(std::tmpfile());
  const TemporaryFile errors(std::tmpfile());
  if (data == nullptr || errors == nullptr || std::fputs(report.c_str(), data.get()) < 0 ||
      std::fflush(data.get()) != 0) {
    return picture->failure(std::string("there is no room for temporary files: ") + std::strerror(errno));
  }
  const std::string format = fs::path(path).extension().string().substr(1);
  const auto run = [&](const char* python) {
    return run_script(python, script, format, data.get(), picture->stream(), errors.get());
  };
  int answer = run("python3");
  // Another python3 may come first on the PATH; matplotlib may be a package of the system's.
  if (answer == no_matplotlib) answer = run("/usr/bin/python3");
  if (const Result<void> status = explain(answer, path, errors.get()); !status) return status;
  return picture->commit();
}

Result<void> plot_bench(const BenchReport& report, const std::string& path) {
  return plot_report(plot_bench_script, bench_json(report), path);
}

}  // namespace glccl::tools
