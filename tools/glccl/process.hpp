// The process of a program before its first work.
#pragma once

namespace glccl::tools {

/// Prepares the process, before there are other threads:
/// - A file that is opened never takes the place of a standard stream that is closed. Writing to such a stream fails.
/// - A signal leaves no temporary file (host::remove_outputs_on_signals()).
/// - Notes of EGL, Mesa and libwayland stay off standard error, where a user looks for the program's one line. If
///   EGL_LOG_LEVEL, LIBGL_DEBUG or MESA_LOG is set, it decides instead.
void prepare_process();

}  // namespace glccl::tools
