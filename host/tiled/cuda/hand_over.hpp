// How threads hand work to each other, and their failures to the caller.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "glccl/result.hpp"

namespace glccl::host::tiled {

/// A queue between two threads. It has as many entries at most as there are buffers for them.
template <class Entry>
class HandOver {
 public:
  void put(Entry entry) {
    {
      const std::lock_guard lock(mutex_);
      entries_.push_back(std::move(entry));
    }
    changed_.notify_one();
  }

  /// Waits for an entry. None: the queue is closed, whether it has entries or not.
  std::optional<Entry> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !entries_.empty(); });
    if (closed_) return std::nullopt;
    std::optional<Entry> entry = std::move(entries_.front());
    entries_.pop_front();
    return entry;
  }

  /// Ends take() for good.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> entries_;
  bool closed_ = false;
};

/// What work on another thread ended with: a status, or an exception of a caller's function.
struct ThreadOutcome {
  Result<void> status = {};
  std::exception_ptr exception = nullptr;

  /// Runs work.
  template <class Work>
  static ThreadOutcome of(const Work& work) {
    try {
      return {work(), nullptr};
    } catch (const std::bad_alloc&) {
      return {Error{ErrorCode::too_large, "there is no memory for it: make the slabs thinner"}, nullptr};
    } catch (...) {
      return {{}, std::current_exception()};
    }
  }

  bool failed() const { return !status || exception != nullptr; }

  /// The status, on the caller's thread. Throws the exception.
  Result<void> pass_on() const {
    if (exception != nullptr) std::rethrow_exception(exception);
    return status;
  }
};

}  // namespace glccl::host::tiled
