#include "host/files/temporary_name.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <utility>

#include "glccl/host/output_file.hpp"

namespace glccl::host {
namespace {

/// Signals that end a process by default and come from outside of it: from a terminal, another process, a limit, or a
/// closed pipe.
constexpr int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ};

/// A name that a signal handler can read at any time. More names at once than slots are not removed by signals.
struct NameSlot {
  enum State { vacant, changing, set };
  std::atomic<State> state{vacant};
  char path[PATH_MAX] = {};
};
constexpr std::size_t slots = 16;

// A signal handler can only reach global variables.
std::array<NameSlot, slots> names;
std::atomic<int> deferring{0};
std::atomic<int> deferred{0};
static_assert(std::atomic<NameSlot::State>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void remove_names() {
  for (NameSlot& slot : names) {
    if (slot.state == NameSlot::set) ::unlink(slot.path);
  }
}

/// Ends the process by the signal's default action, so that its exit status says so. Async-signal-safe.
void end_by(int signal) {
  remove_names();
  std::signal(signal, SIG_DFL);
  ::kill(::getpid(), signal);
}

void on_signal(int signal) {
  const int error = errno;
  if (deferring > 0) {
    deferred = signal;
  } else {
    end_by(signal);
  }
  errno = error;
}

}  // namespace

void remove_outputs_on_signals() {
  for (const int signal : ending_signals) {
    struct sigaction current = {};
    // nohup and others ignore signals on purpose.
    if (::sigaction(signal, nullptr, &current) != 0 || current.sa_handler != SIG_DFL) continue;
    struct sigaction ending = {};
    ending.sa_handler = on_signal;
    ending.sa_flags = SA_RESTART;
    ::sigaction(signal, &ending, nullptr);
  }
}

TemporaryName::TemporaryName(std::filesystem::path path) : path_(std::move(path)), slot_(0) {
  const std::string& text = path_.native();
  for (; slot_ < slots; ++slot_) {
    NameSlot& slot = names[slot_];
    NameSlot::State expected = NameSlot::vacant;
    if (text.size() >= sizeof slot.path || !slot.state.compare_exchange_strong(expected, NameSlot::changing)) continue;
    std::memcpy(slot.path, text.c_str(), text.size() + 1);
    slot.state = NameSlot::set;
    return;
  }
}

TemporaryName::~TemporaryName() {
  ::unlink(path_.c_str());
  if (slot_ < slots) names[slot_].state = NameSlot::vacant;
}

DeferSignals::DeferSignals() { ++deferring; }

DeferSignals::~DeferSignals() {
  if (--deferring > 0) return;
  if (const int signal = deferred.exchange(0); signal != 0) end_by(signal);
}

}  // namespace glccl::host
