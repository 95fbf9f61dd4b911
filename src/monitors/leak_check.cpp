#include "monitors/leak_check.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_set>
#include <vector>

#include "runtime/child_processes.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/paused_frames.hpp"
#include "snapshot/paused_stack.hpp"

namespace heddle::native {
namespace {

// Follows pointers from the roots.
class Reach {
 public:
  void scan(std::uintptr_t begin, std::uintptr_t end) {
    constexpr std::uintptr_t kWord = sizeof(std::uintptr_t);
    scanned_ += end - begin;
    for (std::uintptr_t at = (begin + kWord - 1) & ~(kWord - 1); at + kWord <= end; at += kWord) {
      std::uintptr_t word = 0;
      std::memcpy(&word, reinterpret_cast<const void*>(at), kWord);
      take(word);
    }
  }

  void take(std::uintptr_t word) {
    if (ManagedHeap::owns(reinterpret_cast<const void*>(word))) reach(heap().locate(word));
  }

  void follow() {
    while (!pending_.empty()) {
      const Placement block = pending_.back();
      pending_.pop_back();
      scan(block.block, block.block + block.size);
    }
  }

  bool has(std::uintptr_t block) const { return reached_.count(block) != 0; }
  std::size_t scanned() const { return scanned_; }

 private:
  void reach(const Placement& at) {
    if (at.kind != Placement::Kind::in_use) return;
    if (reached_.insert(at.block).second) pending_.push_back(at);
  }

  std::unordered_set<std::uintptr_t> reached_;
  std::vector<Placement> pending_;
  std::size_t scanned_ = 0;
};

// Our own frames are left out: what they hold beside the program's registers is dead.
void scan_stack(Reach& reach, const Thread& thread) {
  const LiveFrames live = live_frames(thread);
  for (const std::uint64_t word : live.registers) reach.take(word);
  reach.scan(live.begin, number_of(fiber_stack_top(thread.id)));
}

void scan_last_stack(Reach& reach, ThreadId last, void* context) {
  const PausedStack stack = abandoned_stack(last, context);
  if (stack.program == 0) return;
  for (const KeptRegister& kept : stack.program_registers) {
    reach.scan(kept.address, kept.address + sizeof(std::uintptr_t));
  }
  reach.scan(stack.program, stack.end);
}

void scan_variables(Reach& reach, ThreadId thread) {
  const ControlBlocks& blocks = scheduler().control_blocks();
  const std::uintptr_t pointer = number_of(blocks.pointer(thread));
  reach.scan(pointer + static_cast<std::uintptr_t>(blocks.extent().begin),
             pointer + static_cast<std::uintptr_t>(blocks.extent().end));
}

void scan_thread(Reach& reach, ThreadId id, void* last_context) {
  const Thread& thread = native::thread(id);
  if (thread.life == Life::unborn) return;  // its number belongs to a thread of other executions
  reach.scan(number_of(&thread), number_of(&thread + 1));
  const bool is_last = id == world().current;
  if (!is_last && thread.life == Life::exited) return;
  scan_variables(reach, id);
  if (!is_last) {
    scan_stack(reach, thread);
  } else if (last_context != nullptr) {
    scan_last_stack(reach, id, last_context);
  }
}

// Returns whether the frames of all threads are known: those of a thread that was interrupted
// within a step are not.
bool can_walk_stacks() {
  const World& world = native::world();
  return std::all_of(world.threads.begin(), world.threads.begin() + world.threads_seen,
                     [&](const Thread& thread) {
                       return thread.id == world.current || thread.life == Life::exited ||
                              thread.life == Life::announced || thread.life == Life::unborn;
                     });
}

}  // namespace

Leaks find_leaks(void* last_context, std::span<const MemoryRegion> regions) {
  if (!can_walk_stacks()) return {};
  Reach reach;
  for (const MemoryRegion& region : regions) reach.scan(region.begin, region.end);
  for (const MemoryRegion& region : writable_data()) reach.scan(region.begin, region.end);
  const World& world = native::world();
  const auto& head = static_cast<const WorldHead&>(world);
  reach.scan(number_of(&head), number_of(&head + 1));
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    scan_thread(reach, thread_id(i), last_context);
    // Blocks that the program's libraries allocated before the start of main belong to the
    // libraries: they are roots.
    const std::uintptr_t arena = ManagedHeap::arena_base(thread_id(i));
    reach.scan(arena, arena + world.arenas[i].sealed * kChunkSize);
  }
  reach.follow();
  Leaks leaks;
  leaks.scanned = reach.scanned();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    heap().for_each_block(thread_id(i), [&](std::uintptr_t block, std::size_t size) {
      if (reach.has(block)) return;
      if (leaks.blocks++ == 0) leaks.first = block;
      leaks.bytes += size;
    });
  }
  return leaks;
}

std::size_t unjoined_threads() {
  if (is_child_process()) return 0;  // its parent joins them
  const World& world = native::world();
  const std::span threads(world.threads.data(), world.threads_seen);
  // One that was interrupted in an endless step might join others.
  const auto is_interrupted = [](const Thread& one) { return is_interruption(one.pending); };
  if (std::any_of(threads.begin(), threads.end(), is_interrupted)) return 0;
  return static_cast<std::size_t>(
      std::count_if(threads.begin(), threads.end(), [](const Thread& thread) {
        return thread.id != kMainThread && thread.life == Life::exited &&
               thread.handle == Handle::joinable;
      }));
}

}  // namespace heddle::native
