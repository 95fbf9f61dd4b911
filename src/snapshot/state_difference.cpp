#include "snapshot/state_difference.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/scheduler.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kComparedWord = sizeof(std::uint64_t);
bool is_stack(std::uintptr_t address) {
  return address >= kStackBase && address < kStackBase + kMaxThreads * kStackStride;
}

// Returns the stack segment of a page.  The main page of a thread has its stack as the last
// segment.
const Segment* stack_segment(const ImagePage& page) {
  for (const Segment& segment : page.segments) {
    if (is_stack(segment.address)) return &segment;
  }
  return nullptr;
}

struct Field {
  std::size_t offset;
  std::string_view name;
};

// The words of ThreadState.
constexpr Field kFields[] = {
    {0, "life"},
    {offsetof(ThreadState, clock_reads), "spinning"},
    {offsetof(ThreadState, pending), "pending operation"},
    {offsetof(ThreadState, pending) + offsetof(Operation, object), "object of pending operation"},
    {offsetof(ThreadState, pending) + offsetof(Operation, second), "mutex of pending wait"},
    {offsetof(ThreadState, pending) + offsetof(Operation, value), "value of pending operation"},
    {offsetof(ThreadState, pending) + offsetof(Operation, site), "site of pending operation"},
    {offsetof(ThreadState, frames), "stack pointer"},
    {offsetof(ThreadState, registers), "registers"},
    {offsetof(ThreadState, floating_point), "floating-point environment"},
    {offsetof(ThreadState, held_count), "mutexes held and to be reacquired"},
    {offsetof(ThreadState, held_sum), "mutexes held"},
    {offsetof(ThreadState, recent), "accesses since its last operation"},
    {offsetof(ThreadState, parking), "parking"},
    {offsetof(ThreadState, deadline), "deadline"},
    {offsetof(ThreadState, routine), "start routine or focus"},
    {offsetof(ThreadState, argument), "argument"},
    {offsetof(ThreadState, result), "result"},
    {offsetof(ThreadState, exit_handlers), "destructors"},
    {offsetof(ThreadState, specific), "thread-specific values"},
    {offsetof(ThreadState, last_value), "last atomic value"},
    {offsetof(ThreadState, last_step), "step of last atomic operation"},
};

std::string_view field_at(std::size_t offset) {
  std::string_view name;
  for (const Field& field : kFields) {
    if (field.offset <= offset) name = field.name;
  }
  return offset < sizeof(ThreadState) ? name : "spin history";
}

MemoryPlace scheduler_place(std::uintptr_t address) {
  MemoryPlace place;
  place.kind = MemoryPlace::Kind::scheduler;
  const std::size_t at = address - kWorldBase;
  const auto begin = [](const void* part) {
    return reinterpret_cast<std::uintptr_t>(part) - kWorldBase;
  };
  const std::size_t threads = begin(&world().threads);
  const std::size_t arenas = begin(&world().arenas);
  if (at >= threads && at < threads + sizeof world().threads) {
    place.thread = thread_id((at - threads) / sizeof(Thread));
    place.offset = (at - threads) % sizeof(Thread) - sizeof(Pause);
    place.name = field_at(place.offset);
  } else if (at >= arenas && at < arenas + sizeof world().arenas) {
    place.thread = thread_id((at - arenas) / sizeof(Arena));
    place.offset = (at - arenas) % sizeof(Arena);
    place.name = "heap table";
  } else {
    place.offset = at;
    place.name = "keys";
  }
  return place;
}

MemoryPlace stack_place(std::uintptr_t address, const Stacks& stacks) {
  MemoryPlace place;
  place.kind = MemoryPlace::Kind::stack;
  place.thread = thread_id((address - kStackBase) / kStackStride);
  const auto found = stacks.find(place.thread);
  if (found == stacks.end() || address < found->second->frames.front().begin) {
    place.offset = kStackBase + (index(place.thread) + std::size_t{1}) * kStackStride - address;
    place.name = "dead";
    return place;
  }
  const PausedStack& stack = *found->second;
  if (const SavedRegister* saved = stack.register_at(address)) {
    place.code = stack.frames[saved->frame].code;
    place.name = saved->name;
    return place;
  }
  const std::size_t frame = stack.frame_at(address);
  place.code = stack.frames[frame].code;
  place.offset = address - stack.frames[frame].begin;
  return place;
}

bool is_dead_register(std::uintptr_t address, const Stacks& stacks) {
  if (!is_stack(address)) return false;
  const auto found = stacks.find(thread_id((address - kStackBase) / kStackStride));
  return found != stacks.end() && found->second->is_dead(address);
}

// Returns the thread whose thread_local variables hold the address; kNoThread when there is none.
ThreadId owner_of_variable(std::uintptr_t address) {
  const ControlBlocks& blocks = scheduler().control_blocks();
  for (std::size_t i = 0; i < thread_paths().size(); ++i) {
    if (!blocks.has(thread_id(i))) continue;
    const auto pointer = reinterpret_cast<std::uintptr_t>(blocks.pointer(thread_id(i)));
    const std::uintptr_t begin = pointer + static_cast<std::uintptr_t>(blocks.extent().begin);
    if (address >= begin && address < begin + blocks.extent().size()) return thread_id(i);
  }
  return kNoThread;
}

const std::byte* content(const BlockNode* node, const Segment& segment, std::size_t block) {
  const std::size_t place = segment.first_block() + block;
  if (node != nullptr && node->has(place)) {
    return static_cast<const Block*>(node->children[place])->content.data();
  }
  return segment.initial_block(block);
}

void compare(const Segment& segment, const BlockNode* first, const BlockNode* second,
             std::vector<WordDifference>& into) {
  for (std::size_t block = 0; block < segment.blocks(); ++block) {
    const std::byte* const one = content(first, segment, block);
    const std::byte* const other = content(second, segment, block);
    if (one == other) continue;
    const std::size_t bytes = segment.bytes_of(block);
    for (std::size_t at = 0; at < bytes; at += kComparedWord) {
      const std::size_t in_segment = block * kBlockSize + at;
      if (in_segment < segment.hashed_first || in_segment >= segment.hashed_end) continue;
      WordDifference word{segment.address + in_segment};
      const std::size_t size = std::min(kComparedWord, bytes - at);
      std::memcpy(&word.first, one + at, size);
      std::memcpy(&word.second, other + at, size);
      if (word.first != word.second) into.push_back(word);
    }
  }
}

}  // namespace

MemoryPlace place_of(std::uintptr_t address, const Stacks& stacks) {
  if (is_stack(address)) return stack_place(address, stacks);
  if (address >= kWorldBase && address < kWorldBase + kWorldSize) return scheduler_place(address);
  MemoryPlace place;
  if (address >= kHeapBase && address < kHeapEnd) {
    place.kind = MemoryPlace::Kind::heap;
    place.thread = thread_id((address - kHeapBase) / kArenaStride);
    place.offset = (address - kHeapBase) % kArenaStride;
    return place;
  }
  place.thread = owner_of_variable(address);
  place.offset = address;
  if (place.thread == kNoThread) return place;
  const ControlBlocks& blocks = scheduler().control_blocks();
  place.kind = MemoryPlace::Kind::thread_local_variable;
  place.offset -= reinterpret_cast<std::uintptr_t>(blocks.pointer(place.thread)) +
                  static_cast<std::uintptr_t>(blocks.extent().begin);
  return place;
}

std::vector<WordDifference> words_that_differ(const MemoryAndStacks& first,
                                              const MemoryAndStacks& second) {
  std::vector<WordDifference> words;
  first.memory.for_each_difference(
      second.memory, [&](std::size_t number, const BlockNode* one, const BlockNode* other) {
        for (const Segment& segment : memory_image().page(number).segments) {
          compare(segment, one, other, words);
        }
      });
  std::erase_if(words, [&](const WordDifference& word) {
    return is_dead_register(word.address, first.stacks) &&
           is_dead_register(word.address, second.stacks);
  });
  // A thread's registers are reported one by one, at the addresses where they are saved.
  std::erase_if(words, [](const WordDifference& word) {
    const std::uintptr_t at = word.address - reinterpret_cast<std::uintptr_t>(&world().threads);
    return at < sizeof world().threads &&
           at % sizeof(Thread) - sizeof(Pause) - offsetof(ThreadState, registers) <
               sizeof ThreadState::registers;
  });
  std::sort(words.begin(), words.end(),
            [](const WordDifference& a, const WordDifference& b) { return a.address < b.address; });
  return words;
}

void StateOutline::find_stack_pages() {
  for (; pages_seen_ < memory_image().pages(); ++pages_seen_) {
    const Segment* const segment = stack_segment(memory_image().page(pages_seen_));
    if (segment == nullptr) continue;
    const ThreadId thread = thread_id((segment->address - kStackBase) / kStackStride);
    stack_pages_[thread].push_back(static_cast<std::uint32_t>(pages_seen_));
  }
}

namespace {

// Hashes a record block by block, as the image does.
Fingerprint hash_of_record(const Segment& segment, const Thread& record) {
  Fingerprint sum;
  for (std::size_t block = 0; block < segment.blocks(); ++block) {
    const auto* const content = reinterpret_cast<const std::byte*>(&record) + block * kBlockSize;
    add(sum, hash_of(segment, block, content));
  }
  return sum;
}

}  // namespace

Fingerprint StateOutline::outline() {
  find_stack_pages();
  stacks_.clear();
  Fingerprint outline = memory_image().fingerprint();
  for (const auto& [thread, pages] : stack_pages_) {
    Fingerprint whole;
    for (const std::uint32_t number : pages) {
      const ImagePage& page = memory_image().page(number);
      const Segment& segment = *stack_segment(page);
      for (std::size_t i = 0; i < segment.blocks(); ++i) {
        const std::size_t block = segment.first_block() + i;
        if (page.has(block)) add(whole, (*page.hashes)[block]);
      }
    }
    // The image's hash is a sum, too.
    subtract(outline, whole);
    const Thread& record = native::thread(thread);
    if (record.life != Life::announced) continue;
    // Nor do registers count, which the record has a hash of.
    Thread state = record;
    const Segment& segment = memory_image().record_of(thread);
    subtract(outline, hash_of_record(segment, state));
    std::fill(std::begin(state.registers), std::end(state.registers), 0);
    add(outline, hash_of_record(segment, state));
    // The same frames may be paused at different calls.
    Fingerprint paused = whole;
    paused.add(static_cast<std::uint64_t>(record.pending.site));
    std::shared_ptr<const PausedStack>& stack = walked_[paused];
    if (!stack) stack = std::make_shared<const PausedStack>(paused_stack(thread));
    for (const PausedFrame& frame : stack->frames) {
      if (frame.begin < record.frames) continue;
      const XXH128_hash_t hash =
          XXH3_128bits_withSeed(&frame, sizeof frame, index(thread) + std::uint64_t{1});
      outline.low += hash.low64;
      outline.high += hash.high64;
    }
    stacks_[thread] = stack;
  }
  return outline;
}

}  // namespace heddle::native
