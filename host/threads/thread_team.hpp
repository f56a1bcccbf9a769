// Threads that stay for many small pieces of work.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace glccl::host {

/// Threads, the caller's among them. They start with the first work that is shared and wait for the next one: to start
/// them each time takes longer than a tenth of a millisecond of work.
class ThreadTeam {
 public:
  /// As many threads as the machine has cores.
  ThreadTeam() : ThreadTeam(std::max(std::thread::hardware_concurrency(), 1U)) {}
  /// A team of `size` threads, 1 or more.
  explicit ThreadTeam(std::size_t size) : size_(size) {}
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    begun_.notify_all();
  }

  /// Divides `count` things into parts of at least `least` things, which the threads take one after another. Calls
  /// work(first, last) for the things from `first` on and before `last`. One thread at a time may call it. Throws what
  /// `work` throws, when all parts are done.
  template <class Work>
  void share(std::size_t count, std::size_t least, const Work& work) {
    const std::size_t parts = std::clamp<std::size_t>(count / least, 1, size_);
    if (parts == 1) {
      work(std::size_t{0}, count);
      return;
    }
    start(size_ - 1);
    run({[&](std::size_t part) { work(count * part / parts, count * (part + 1) / parts); }}, parts);
  }

 private:
  /// Starts threads, as many as the system has.
  void start(std::size_t count) {
    if (!threads_.empty()) return;
    threads_.reserve(count);
    try {
      while (threads_.size() < count) threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
      // The others, and the caller's thread, take all parts.
    }
  }

  void run(const std::function<void(std::size_t)>& work, std::size_t parts) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    next_ = 0;
    parts_ = left_ = parts;
    begun_.notify_all();
    take_parts(lock);
    ended_.wait(lock, [&] { return left_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

  /// Does parts until none is left to begin. The lock is held before and after it.
  void take_parts(std::unique_lock<std::mutex>& lock) {
    while (next_ < parts_) {
      const std::size_t part = next_++;
      const auto& work = *work_;
      std::exception_ptr error;
      lock.unlock();
      try {
        work(part);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error) error_ = error;
      if (--left_ == 0) ended_.notify_one();
    }
  }

  void serve() {
    std::unique_lock lock(mutex_);
    while (true) {
      begun_.wait(lock, [&] { return closed_ || next_ < parts_; });
      if (closed_) return;
      take_parts(lock);
    }
  }

  std::size_t size_;
  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable ended_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::size_t parts_ = 0;
  std::size_t next_ = 0;  ///< The first part that has not begun.
  std::size_t left_ = 0;  ///< Parts that are not done.
  bool closed_ = false;
  std::exception_ptr error_;
  std::vector<std::jthread> threads_;  ///< The last member: it ends before the others are gone.
};

}  // namespace glccl::host
