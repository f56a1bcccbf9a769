// Blocks of CUDA threads on the CPU. A thread is a fiber. It runs until it waits for others of its warp or block, and
// now and then it lets others go on before an atomic operation. Which thread goes on next is a matter of chance, from a
// seed, so that a test sees other orders than that of the numbers, the same in every run.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>

namespace glccl::on_cpu {

/// Lanes of a warp.
constexpr unsigned warp_lanes = 32;

/// The number of the running thread in its block.
unsigned thread_number();

/// The lane of the running thread in its warp.
inline unsigned lane() { return thread_number() % warp_lanes; }

/// Waits until all lanes of `mask` have called it with the same `name`, and returns what each lane brought, by lane.
/// Valid until the thread calls it again. Ends the process with a message where lanes call different operations, or the
/// caller is none of `mask`.
const std::uint64_t* exchange(unsigned mask, std::uint64_t value, const char* name);

/// Waits until all threads of the block that have not returned call it. Returns the sum of their values. Ends the
/// process with a message where some of them wait for their warps instead.
unsigned wait_for_block(unsigned value = 0);

/// The sum of integers. Every thread of a block adds up what all of them brought, so this is not sanitized.
std::uint32_t sum_of(const std::uint32_t* begin, const std::uint32_t* end);

/// Waits until all blocks of a cooperative launch have come here.
void wait_for_grid();

/// Lets other threads of the block go on, perhaps.
void let_others_go_on();

/// Runs every block of the grid, one after the other, and those of a cooperative launch beside each other.
cudaError_t run_grid(const cudaLaunchConfig_t& configuration, const std::function<void()>& kernel);

}  // namespace glccl::on_cpu
