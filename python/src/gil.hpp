// Work without the interpreter's lock (GIL), in threads that may outlive the interpreter.
//
// A daemon thread that takes the lock while the interpreter ends is ended there: before Python 3.14 by pthread_exit(),
// which unwinds frames that are noexcept, so that the process aborts. Here such a thread waits for the process to end,
// as Python 3.14 lets it. A function of Python that such work calls may release and take the lock itself: the
// interpreter waits for such calls before it ends, at most five seconds.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace glccl::python {

/// Counts the threads that are taking the lock, and stops further ones once the interpreter ends.
class LockTakers {
 public:
  /// Takes the lock by `take()`, or never returns.
  template <class Take>
  void take(const Take& take) {
    ++taking_;
    if (ending_ && std::this_thread::get_id() != last_thread_) {
      calls_ -= own_calls_;
      --taking_;
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    take();
    --taking_;
  }

  /// A call of Python's code begins or has ended, in a thread that takes the lock for it alone.
  void begin_call() {
    ++own_calls_;
    ++calls_;
  }
  void end_call() {
    --own_calls_;
    --calls_;
  }

  /// Lets only the calling thread take the lock from now on. Waits for threads that are taking it, and some seconds for
  /// calls of Python's code: one may wait for what never comes. Requires the lock.
  void end() {
    last_thread_ = std::this_thread::get_id();
    ending_ = true;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    PyThreadState* const state = PyEval_SaveThread();
    while (taking_ > 0 || (calls_ > own_calls_ && std::chrono::steady_clock::now() < limit)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    PyEval_RestoreThread(state);
  }

  static LockTakers& of_module() {
    static LockTakers takers;
    return takers;
  }

 private:
  std::atomic<int> taking_ = 0;
  std::atomic<int> calls_ = 0;
  inline static thread_local int own_calls_ = 0;  ///< Those of calls_ that are the thread's.
  std::atomic<bool> ending_ = false;
  std::thread::id last_thread_;
};

/// Registers LockTakers::end() with atexit. Every module that releases the lock calls this once.
inline void end_taking_at_exit() {
  nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function([] { LockTakers::of_module().end(); }));
}

/// Returns work(), called without the lock.
template <class Work>
auto without_gil(const Work& work) {
  struct Released {
    PyThreadState* state = PyEval_SaveThread();
    Released() = default;
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    ~Released() {
      LockTakers::of_module().take([&] { PyEval_RestoreThread(state); });
    }
  };
  const Released released;
  return work();
}

/// Calls `work` with the lock, from work without it.
template <class Work>
void with_gil(const Work& work) {
  struct Held {
    PyGILState_STATE state = {};
    Held() {
      LockTakers::of_module().take([&] {
        state = PyGILState_Ensure();
        LockTakers::of_module().begin_call();
      });
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
      PyGILState_Release(state);
      LockTakers::of_module().end_call();
    }
  };
  const Held held;
  work();
}

}  // namespace glccl::python
