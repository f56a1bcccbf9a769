// Slabs that are labeled at the same time, by a thread each.
#pragma once

#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/slabs.hpp"
#include "host/tiled/label_slab.hpp"
#include "tests/host/tiled/thread_exchange.hpp"

namespace glccl::tests {

/// What each thread ended with.
using SlabResults = std::vector<std::optional<Result<host::tiled::LabeledSlab>>>;

/// Labels an image in so many slabs, each by a thread with a solver of its own.
inline SlabResults label_by_threads(const host::Image& image, const LabelingSpec& spec, int count,
                                    const std::function<host::SolveSlab(int)>& solver, bool wide_labels = false) {
  const host::tiled::PartResults wanted{.wide_labels = wide_labels, .measured = true};
  ThreadPost post(count);
  SlabResults results(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  const int planes = host::planes_of(image.extent);
  const std::size_t plane = image.bytes.size() / static_cast<std::size_t>(planes);
  for (int place = 0; place < count; ++place) {
    threads.emplace_back([&, place] {
      ThreadExchange exchange(post, place);
      const auto slab = host::tiled::slab_place(planes, count, place);
      const ImageView elements{&image.bytes[static_cast<std::size_t>(slab.first) * plane], image.format,
                               host::slab_of(image.extent, slab.planes)};
      results[static_cast<std::size_t>(place)] =
          host::tiled::label_slab(exchange, image.extent, elements, solver(place), spec, wanted);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace glccl::tests
