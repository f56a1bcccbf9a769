#include "tests/cuda/on_cpu/blocks.hpp"

#include <algorithm>
#include <array>
#include <barrier>
#include <boost/context/fiber.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

constinit thread_local uint3 threadIdx{};
constinit thread_local uint3 blockIdx{};
constinit thread_local dim3 blockDim;
constinit thread_local dim3 gridDim;

namespace glccl::on_cpu {
namespace {

namespace context = boost::context;

/// Allocates the stacks of fibers. All threads of the CPU share the stacks that are not in use: a thread that runs one
/// block of a cooperative launch takes as many as the block has threads, and making those takes longer than the block.
class Stacks {
 public:
  context::stack_context allocate() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      all_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
      free_.push_back(all_.back().get());
    }
    context::stack_context stack;
    stack.size = bytes;
    stack.sp = free_.back() + bytes;
    free_.pop_back();
    return stack;
  }
  void deallocate(context::stack_context& stack) {
    const std::lock_guard lock(mutex_);
    free_.push_back(static_cast<char*>(stack.sp) - bytes);
  }

 private:
  static constexpr std::size_t bytes = std::size_t{256} << 10;

  inline static std::mutex mutex_;
  inline static std::vector<std::unique_ptr<char[]>> all_;
  inline static std::vector<char*> free_;
};

/// An operation of the lanes of a mask. The results stay until all of them have come again.
struct Collective {
  unsigned mask;
  unsigned arrived = 0;
  const char* name = "";
  std::array<std::uint64_t, warp_lanes> brought{};
  std::array<std::uint64_t, warp_lanes> results{};
};

enum class State { ready, waits_for_warp, waits_for_block, done };

struct Thread {
  unsigned number = 0;
  uint3 index{};
  State state = State::ready;
  const char* waits_for = "";
  context::fiber fiber;
};

struct Block {
  std::vector<Thread> threads;
  std::vector<std::list<Collective>> warps;
  unsigned live = 0;
  unsigned waiting = 0;
  unsigned sum = 0;
  unsigned last_sum = 0;
};

thread_local Block* block = nullptr;
thread_local Thread* running = nullptr;
thread_local context::fiber scheduler;
thread_local const std::function<void()>* kernel_of_block = nullptr;
thread_local std::vector<context::fiber> idle_fibers;
thread_local std::minstd_rand dice;
thread_local std::barrier<>* all_blocks = nullptr;

std::string state_of(const Thread& thread) {
  if (thread.state == State::waits_for_warp) return std::string("wait in ") + thread.waits_for;
  if (thread.state == State::waits_for_block) return "wait for their block";
  return thread.state == State::ready ? "can go on" : "have returned";
}

[[noreturn]] void give_up(const char* reason) {
  std::fprintf(stderr, "block (%u, %u, %u): %s\n", blockIdx.x, blockIdx.y, blockIdx.z, reason);
  const std::vector<Thread>& threads = block->threads;
  for (std::size_t first = 0, next = 0; first < threads.size(); first = next) {
    const std::string state = state_of(threads[first]);
    while (next < threads.size() && state_of(threads[next]) == state) ++next;
    std::fprintf(stderr, "  threads %zu to %zu %s\n", first, next - 1, state.c_str());
  }
  std::abort();
}

void become(Thread& thread) {
  running = &thread;
  threadIdx = thread.index;
}

/// Goes back to run_block() until the thread is chosen again.
void suspend() {
  Thread& self = *running;
  scheduler = std::move(scheduler).resume();
  become(self);
}

void let_block_go_on() {
  if (block->waiting < block->live) return;
  for (Thread& thread : block->threads) {
    if (thread.state == State::waits_for_block) thread.state = State::ready;
  }
  block->waiting = 0;
  block->last_sum = std::exchange(block->sum, 0);
}

/// Runs the thread `running` to its end, and then the next one that is given to the fiber, until that is null.
context::fiber run_threads(context::fiber&& back) {
  scheduler = std::move(back);
  while (running != nullptr) {
    (*kernel_of_block)();
    running->state = State::done;
    --block->live;
    let_block_go_on();
    scheduler = std::move(scheduler).resume();
  }
  return std::move(scheduler);
}

void end_idle_fibers() {
  running = nullptr;
  for (context::fiber& fiber : idle_fibers) fiber = std::move(fiber).resume();
  idle_fibers.clear();
}

/// Runs a thread until it waits or ends. A thread that begins takes the fiber of one that has ended, so a block whose
/// threads never wait needs one fiber.
void run_thread(Thread& thread) {
  if (!thread.fiber) {
    if (idle_fibers.empty()) {
      thread.fiber = context::fiber(std::allocator_arg, Stacks(), run_threads);
    } else {
      thread.fiber = std::move(idle_fibers.back());
      idle_fibers.pop_back();
    }
  }
  become(thread);
  thread.fiber = std::move(thread.fiber).resume();
  if (thread.state == State::done) idle_fibers.push_back(std::move(thread.fiber));
}

void run_block(const std::function<void()>& kernel) {
  const unsigned count = blockDim.x * blockDim.y * blockDim.z;
  Block own;
  own.threads = std::vector<Thread>(count);
  own.warps.resize((count + warp_lanes - 1) / warp_lanes);
  own.live = count;
  block = &own;
  kernel_of_block = &kernel;
  dice.seed(1 + blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
  for (unsigned i = 0; i < count; ++i) {
    Thread& thread = own.threads[i];
    thread.number = i;
    thread.index = {i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
  }
  while (own.live > 0) {
    bool went_on = false;
    const auto first = static_cast<unsigned>(dice() % count);
    const bool backwards = dice() % 2 != 0;
    for (unsigned i = 0; i < count; ++i) {
      Thread& thread = own.threads[(first + (backwards ? count - i : i)) % count];
      if (thread.state != State::ready) continue;
      went_on = true;
      run_thread(thread);
    }
    if (!went_on) give_up("no thread can go on");
  }
}

/// The operation of a mask; a mask that is new in the warp begins one.
Collective& collective_of(std::list<Collective>& warp, unsigned mask) {
  const auto found = std::find_if(warp.begin(), warp.end(), [&](const Collective& one) { return one.mask == mask; });
  return found != warp.end() ? *found : warp.emplace_back(Collective{.mask = mask});
}

void begin_block(const dim3& blocks, const dim3& threads, unsigned number) {
  gridDim = blocks;
  blockDim = threads;
  blockIdx = {number % blocks.x, number / blocks.x % blocks.y, number / blocks.x / blocks.y};
}

bool is_cooperative(const cudaLaunchConfig_t& configuration) {
  return std::any_of(configuration.attrs, configuration.attrs + configuration.numAttrs,
                     [](const cudaLaunchAttribute& attribute) {
                       return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
                     });
}

/// A thread of the CPU per block.
void run_together(const cudaLaunchConfig_t& configuration, unsigned count, const std::function<void()>& kernel) {
  std::barrier<> barrier(count);
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      all_blocks = &barrier;
      begin_block(configuration.gridDim, configuration.blockDim, i);
      run_block(kernel);
      end_idle_fibers();
    });
  }
}

}  // namespace

unsigned thread_number() { return running->number; }

const std::uint64_t* exchange(unsigned mask, std::uint64_t value, const char* name) {
  Thread& self = *running;
  const unsigned first = self.number / warp_lanes * warp_lanes;
  const unsigned lanes = std::min<unsigned>(warp_lanes, static_cast<unsigned>(block->threads.size()) - first);
  mask &= 0xFFFFFFFFU >> (warp_lanes - lanes);
  if ((mask >> lane() & 1U) == 0) give_up("a thread is none of the mask that it gives");
  Collective& collective = collective_of(block->warps[first / warp_lanes], mask);
  if (collective.arrived != 0 && collective.name != name && std::strcmp(collective.name, name) != 0)
    give_up("a warp calls two operations at once");
  collective.name = name;
  collective.brought[lane()] = value;
  collective.arrived |= 1U << lane();
  if (collective.arrived != mask) {
    self.state = State::waits_for_warp;
    self.waits_for = name;
    suspend();
    return collective.results.data();
  }
  collective.arrived = 0;
  collective.results = collective.brought;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((mask >> i & 1U) != 0) block->threads[first + i].state = State::ready;
  }
  return collective.results.data();
}

unsigned wait_for_block(unsigned value) {
  Thread& self = *running;
  block->sum += value;
  ++block->waiting;
  self.state = State::waits_for_block;
  let_block_go_on();
  if (self.state != State::ready) suspend();
  return block->last_sum;
}

std::uint32_t sum_of(const std::uint32_t* begin, const std::uint32_t* end) {
  return std::accumulate(begin, end, std::uint32_t{0});
}

void wait_for_grid() {
  wait_for_block();
  if (running->number == 0) all_blocks->arrive_and_wait();
  wait_for_block();
}

void let_others_go_on() {
  if (dice() % 8 == 0) suspend();
}

cudaError_t run_grid(const cudaLaunchConfig_t& configuration, const std::function<void()>& kernel) {
  const dim3& blocks = configuration.gridDim;
  const unsigned count = blocks.x * blocks.y * blocks.z;
  if (is_cooperative(configuration)) {
    run_together(configuration, count, kernel);
    return cudaSuccess;
  }
  for (unsigned i = 0; i < count; ++i) {
    begin_block(blocks, configuration.blockDim, i);
    run_block(kernel);
  }
  end_idle_fibers();
  return cudaSuccess;
}

}  // namespace glccl::on_cpu
