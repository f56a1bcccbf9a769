// The process of a program before its first work.
#pragma once

namespace glccl::tools {

/// Prepares the process, before there are other threads:
/// - A file that is opened never takes the place of a standard stream that is closed. Writing to such a stream fails.
/// - A signal or an exit() of a library leaves no temporary file (host::remove_outputs_on_signals()).
/// - Notes of Mesa and EGL stay off standard error, where a user looks for the program's one line. EGL_LOG_LEVEL,
///   LIBGL_DEBUG and MESA_LOG, if set, decide instead.
void prepare_process();

}  // namespace glccl::tools
