#include "tools/glccl/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "glccl/host/output_file.hpp"

namespace glccl::tools {
namespace {

/// Takes the lowest descriptors while they are free. Each is opened in the direction that nobody uses, so that reading
/// from standard input and writing to standard output and standard error fail as they do where these are closed.
void occupy_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/// Whether an environment variable has an absolute path.
bool is_absolute(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && value[0] == '/';
}

void silence_drivers() {
  constexpr int keep = 0;  // The user's value stays.
  ::setenv("EGL_LOG_LEVEL", "fatal", keep);
  ::setenv("LIBGL_DEBUG", "quiet", keep);
  ::setenv("MESA_LOG", "null", keep);
  // libwayland complains where it cannot look for a server. Drivers that try it do without then.
  if (!is_absolute("XDG_RUNTIME_DIR") && !is_absolute("WAYLAND_DISPLAY")) ::setenv("WAYLAND_DISPLAY", "/dev/null", 1);
}

}  // namespace

void prepare_process() {
  occupy_standard_streams();
  host::remove_outputs_on_signals();
  silence_drivers();
}

}  // namespace glccl::tools
