// Work that threads share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace glccl::host {

/// Calls work(i) for each i below `count`, each in a thread of its own. Where the system has no more threads, this one
/// does the work. Throws what `work` throws.
template <class Work>
void on_threads(std::size_t count, const Work& work) {
  std::vector<std::exception_ptr> errors(count);
  const auto run = [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      errors[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(count);
    for (std::size_t i = 1; i < count; ++i) {
      try {
        threads.emplace_back(run, i);
      } catch (const std::system_error&) {
        run(i);
      }
    }
    if (count > 0) run(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

/// Divides `count` things among threads, as many as the machine has cores, with at least `least` things for each. Calls
/// work(first, last) for the things from `first` on and before `last`. Throws what `work` throws.
template <class Work>
void share_among_threads(std::size_t count, std::size_t least, const Work& work) {
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  const std::size_t threads = std::clamp<std::size_t>(count / least, 1, cores);
  on_threads(threads, [&](std::size_t i) { work(count * i / threads, count * (i + 1) / threads); });
}

}  // namespace glccl::host
