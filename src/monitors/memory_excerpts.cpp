#include "monitors/memory_excerpts.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostHops = 5;       // pointers between a variable and the object
constexpr std::size_t kMostPointers = 96;  // of one excerpt
constexpr std::size_t kMostFrames = 32;
constexpr std::uint64_t kLargestLocal = 512;  // of which parts are named by a pointer to it

std::optional<MemoryBlock> block_at(std::uint64_t address) {
  if (!ManagedHeap::owns(reinterpret_cast<const void*>(address))) return std::nullopt;
  const Placement placement = heap().locate(address);
  if (placement.kind != Placement::Kind::in_use) return std::nullopt;
  return MemoryBlock{placement.block, placement.size};
}

// Returns whether the recorder has the calls of a thread: it has announced a step, or its child
// runs.
bool is_paused(ThreadId thread) {
  const Life life = native::thread(thread).life;
  return life == Life::announced || (life == Life::running && world().current != thread);
}

// Returns the calls of a thread from the one in whose frame the address is; empty when there is
// none.
std::span<const CallFrame> frames_from(const StepRecorder& recorder, std::uint64_t address) {
  if (address < kStackBase || address >= kHeapBase) return {};
  const std::uint64_t slot = (address - kStackBase) / kStackStride;
  if (slot >= world().threads_seen || !is_paused(thread_id(slot))) return {};
  std::span<const CallFrame> frames = recorder.frames_of(thread_id(slot));
  while (!frames.empty() && !frames.front().holds(address)) frames = frames.subspan(1);
  return frames;
}

// One excerpt while it grows from the object towards the variables.
class Growth {
 public:
  explicit Growth(const StepRecorder& recorder) : recorder_(recorder) {}

  // Adds the call in whose frame the address is.  Returns its frame, if there is one.
  std::optional<MemoryBlock> add_frame_at(std::uint64_t address) {
    const auto frames = frames_from(recorder_, address);
    if (frames.empty() || !add(frames.front())) return std::nullopt;
    return MemoryBlock{frames.front().begin, frames.front().end - frames.front().begin};
  }

  // Adds the calls that hold one of these addresses in a register.
  void add_frames_with_register(const MemoryBlock& addresses) {
    for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
      if (!is_paused(thread_id(i))) continue;
      for (const CallFrame& frame : recorder_.frames_of(thread_id(i))) {
        const bool points =
            std::any_of(frame.registers.begin(), frame.registers.end(),
                        [&](std::uint64_t value) { return addresses.holds(value); });
        if (points) add(frame);
      }
    }
  }

  // Adds a word that points into a block; returns the block that holds the word, if it is new.
  std::optional<MemoryBlock> add_pointer(std::uint64_t at, std::uint64_t value) {
    if (excerpt_.pointers.size() == kMostPointers) return std::nullopt;
    const std::optional<MemoryBlock> holder = block_at(at);
    const bool is_stack = at >= kStackBase && at < kHeapBase;
    if (is_stack && !add_frame_at(at)) return std::nullopt;
    excerpt_.pointers.push_back({Site{at}, value});
    if (!holder || !add_block(*holder)) return std::nullopt;
    return holder;
  }

  bool add_block(const MemoryBlock& block) {
    const auto& known = excerpt_.blocks;
    if (std::find(known.begin(), known.end(), block) != known.end()) return false;
    excerpt_.blocks.push_back(block);
    return true;
  }

  MemoryExcerpt take() { return std::move(excerpt_); }

 private:
  bool add(const CallFrame& frame) {
    const auto& known = excerpt_.frames;
    if (std::find(known.begin(), known.end(), frame) != known.end()) return true;
    if (known.size() == kMostFrames) return false;
    excerpt_.frames.push_back(frame);
    return true;
  }

  const StepRecorder& recorder_;
  MemoryExcerpt excerpt_;
};

}  // namespace

std::uint64_t MemoryExcerpts::incarnation(ObjectId object) const {
  const auto address = static_cast<std::uint64_t>(object);
  if (const auto block = block_at(address)) return recorder_.blocks().number(block->begin);
  const auto frames = frames_from(recorder_, address);
  // The caller identifies the function, whose own return address changes while it runs.
  if (frames.empty()) return 0;
  const std::uint64_t caller = frames.size() == 1 ? 0 : static_cast<std::uint64_t>(frames[1].code);
  return (frames.front().end * 0x9e3779b97f4a7c15ULL) ^ caller;
}

MemoryExcerpt MemoryExcerpts::around(ObjectId object) {
  if (objects_ == kMostObjects) return {};
  ++objects_;
  const auto address = static_cast<std::uint64_t>(object);
  const std::optional<MemoryBlock> block = block_at(address);
  if (!block) return read_around(address);
  const std::uint64_t number = recorder_.blocks().number(block->begin);
  KnownBlock& known = known_[block->begin];
  if (known.number != number) known = {};
  if (known.reads < kReadsOfBlock) {
    known = {number, known.reads + 1, read_around(address)};
  }
  return known.around;
}

MemoryExcerpt MemoryExcerpts::read_around(std::uint64_t address) {
  Growth growth(recorder_);
  const std::optional<MemoryBlock> frame = growth.add_frame_at(address);
  const std::optional<MemoryBlock> block = frame ? frame : block_at(address);
  if (!block || bytes_ > kMostBytes) return growth.take();
  read_all();
  growth.add_block(*block);
  std::vector<MemoryBlock> targets = {*block};
  // A frame holds many variables: pointers to this one or to an object around it count.
  if (frame) {
    const std::uint64_t begin = std::max(frame->begin, address - kLargestLocal);
    targets = {{begin, address - begin + 1}};
  }
  for (std::size_t hop = 0; hop < kMostHops && !targets.empty(); ++hop) {
    std::vector<MemoryBlock> holders;
    for (const MemoryBlock& target : targets) {
      growth.add_frames_with_register(target);
      auto word = std::lower_bound(words_.begin(), words_.end(), Word{target.begin, 0});
      for (; word != words_.end() && target.holds(word->value); ++word) {
        const auto holder = growth.add_pointer(word->at, word->value);
        if (holder) holders.push_back(*holder);
      }
    }
    targets = std::move(holders);
  }
  return growth.take();
}

void MemoryExcerpts::read(std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t kWord = sizeof(std::uint64_t);
  for (std::uint64_t at = (begin + kWord - 1) & ~(kWord - 1); at + kWord <= end; at += kWord) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(at), kWord);
    if (value >= kStackBase && value < kHeapEnd) words_.push_back({value, at});
  }
  bytes_ += end > begin ? end - begin : 0;
}

void MemoryExcerpts::read_all() {
  words_.clear();
  for (const MemoryRegion& region : data_) read(region.begin, region.end);
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const ThreadId thread = thread_id(i);
    const auto frames = recorder_.frames_of(thread);
    if (is_paused(thread) && !frames.empty()) {
      read(frames.front().begin, number_of(fiber_stack_top(thread)));
    }
    const std::uint64_t arena = ManagedHeap::arena_base(thread);
    // Memory before the seal was allocated before main.
    read(arena, arena + world().arenas[i].sealed * kChunkSize);
    heap().for_each_block(thread, [this](std::uintptr_t block, std::size_t size) {
      if (size <= kLargestBlock) read(block, block + size);
    });
  }
  std::sort(words_.begin(), words_.end());
}

}  // namespace heddle::native
