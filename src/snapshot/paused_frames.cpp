#include "snapshot/paused_frames.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/debugger_interface.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/root.hpp"
#include "snapshot/block_hash.hpp"
#include "snapshot/dead_slots.hpp"
#include "snapshot/paused_stack.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostRegisters = 32;

std::uint64_t word_at(std::uintptr_t address) {
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

// Relative to the thread's context.
struct Layout {
  std::size_t program = 0;            // 0: everything counts
  const FrameShape* frame = nullptr;  // of the innermost program frame
  // Where the registers are.  Most of them lie side by side, and are read two at a time.
  std::vector<std::uint32_t> singles;
  std::vector<std::uint32_t> pairs;
  // The index of each register among these, by its number of the debug format.
  std::array<std::uint8_t, 32> indices{};
};

// In descending order: the lowest are those for floating-point numbers, which are mostly zero.
void set_registers(Layout& layout, std::vector<KeptRegister> registers, std::uintptr_t context) {
  const auto by_address = [](const KeptRegister& a, const KeptRegister& b) {
    return a.address > b.address;
  };
  std::sort(registers.begin(), registers.end(), by_address);
  const auto is_pair = [&](std::size_t i) {
    return i + 1 < registers.size() &&
           registers[i + 1].address + sizeof(std::uint64_t) == registers[i].address;
  };
  std::vector<const KeptRegister*> singles;
  std::vector<const KeptRegister*> pairs;  // the lower one first
  for (std::size_t i = 0; i < registers.size(); ++i) {
    if (is_pair(i)) {
      pairs.insert(pairs.end(), {&registers[i + 1], &registers[i]});
      ++i;
    } else {
      singles.push_back(&registers[i]);
    }
  }
  std::uint8_t index = 0;
  const auto add = [&](const KeptRegister& kept) {
    if (kept.number < 32) layout.indices[static_cast<std::size_t>(kept.number)] = index;
    ++index;
  };
  const auto offset = [&](const KeptRegister& kept) {
    return static_cast<std::uint32_t>(kept.address - context);
  };
  for (const KeptRegister* kept : singles) {
    layout.singles.push_back(offset(*kept));
    add(*kept);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i % 2 == 0) layout.pairs.push_back(offset(*pairs[i]));
    add(*pairs[i]);
  }
}

// A key for runtime frames: the location in the program and the location in the runtime that
// enclose them.  The frames of the pause itself are always the same and not included.  A call
// through a pointer may reach several runtime functions from one location, which differ in their
// announcements.
struct Place {
  std::uint64_t site = 0;
  std::uint64_t announced = 0;
  OpKind kind = OpKind::none;
  friend bool operator==(const Place&, const Place&) = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const {
    return (place.site ^ (place.announced << 20)) * 0x9e3779b97f4a7c15ULL >> 16;
  }
};

Layout find_layout(const Thread& thread) {
  Layout layout;
  // An initialiser that failed is announced while an exception is under way in our frame.
  if (thread.pending.kind == OpKind::once_abort) return layout;
  // No call of the program's: a thread that ends, by returning or by pthread_exit.
  if (thread.pending.site == kNoSite) return layout;
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  const PausedStack stack = paused_stack(thread.id);
  if (stack.program == 0 || stack.program_registers.size() > kMostRegisters) return layout;
  layout.program = stack.program - context;
  layout.frame = &frame_shape(stack, stack.frame_at(stack.program));
  std::vector<KeptRegister> registers = stack.program_registers;
  const RegisterSet dead = kKeptRegisters & ~(layout.frame->live | layout.frame->passed);
  std::erase_if(registers, [&](const KeptRegister& kept) {
    return kept.number < 32 && (dead >> kept.number & 1) != 0;
  });
  set_registers(layout, std::move(registers), context);
  return layout;
}

// Recently used entries, each at the index that its hash gives.
struct RecentLayout {
  Place place;
  const Layout* layout = nullptr;
};

}  // namespace

struct FrameLayouts {
  std::array<RecentLayout, 256> recent{};
  std::unordered_map<Place, Layout, PlaceHash> all;
};

namespace {

const Layout& layout_of(const Thread& thread) {
  const Place place{.site = static_cast<std::uint64_t>(thread.pending.site),
                    .announced = reinterpret_cast<std::uint64_t>(thread.announced),
                    .kind = thread.pending.kind};
  FrameLayouts& layouts = allocated_part(runtime().frame_layouts);
  RecentLayout& recent = layouts.recent[PlaceHash{}(place) % layouts.recent.size()];
  if (recent.layout != nullptr && recent.place == place) return *recent.layout;
  auto found = layouts.all.find(place);
  if (found == layouts.all.end()) found = layouts.all.emplace(place, find_layout(thread)).first;
  recent = {place, &found->second};
  return found->second;
}

// The values of the live registers of a paused thread; dead ones are zero.
class LiveValues {
 public:
  LiveValues(const Thread& thread, const Layout& layout) {
    const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
    for (const std::uint32_t offset : layout.singles) values_[count_++] = word_at(context + offset);
    for (const std::uint32_t offset : layout.pairs) {
      std::memcpy(&values_[count_], reinterpret_cast<const void*>(context + offset),
                  2 * sizeof(std::uint64_t));
      count_ += 2;
    }
    if (layout.frame == nullptr) return;
    if (flags().shows_dead_slots && heddle_debugger.is_watched != 0) return;
    // Those that its own function decides on are not among the values.
    RegisterSet dead =
        clear_dead_slots(thread.id, context + layout.program, *layout.frame) & layout.frame->passed;
    for (; dead != 0; dead &= dead - 1) {
      values_[layout.indices[static_cast<std::size_t>(std::countr_zero(dead))]] = 0;
    }
  }

  const std::uint64_t* data() const { return values_.data(); }
  std::size_t size() const { return count_; }
  const std::uint64_t* begin() const { return data(); }
  const std::uint64_t* end() const { return data() + count_; }

 private:
  std::array<std::uint64_t, kMostRegisters> values_;
  std::size_t count_ = 0;
};

// XXH3 is at its fastest up to 128 bytes; the registers beyond are mostly zero.
constexpr std::size_t kFastWords = 16;

Fingerprint hash_of_registers(const std::uint64_t* values, std::size_t count) {
  const std::size_t first = std::min(count, kFastWords);
  Fingerprint hash = hash_of(values, first * sizeof *values, 0);
  std::uint64_t rest = 0;
  for (std::size_t i = first; i < count; ++i) rest |= values[i];
  if (rest != 0) add(hash, hash_of(values + first, (count - first) * sizeof *values, first));
  return hash;
}

// Differs for equal words in different places.
std::uint64_t mixed(std::uint64_t word, std::uint64_t place) {
  word = (word ^ place) * 0x9e3779b97f4a7c15ULL;
  word = (word ^ (word >> 32) ^ (place << 17)) * 0xbf58476d1ce4e5b9ULL;
  return word ^ (word >> 29);
}

}  // namespace

LiveFrames live_frames(const Thread& thread) {
  if (is_interruption(thread.pending)) return {paused_stack(thread.id).program, {}};
  const Layout& layout = layout_of(thread);
  const LiveValues values(thread, layout);
  return {reinterpret_cast<std::uintptr_t>(thread.context) + layout.program,
          {values.begin(), values.end()}};
}

std::uint64_t sum_of_frames(const Thread& thread) {
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  const auto end = reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread.id));
  std::uint64_t sum = mixed(context, 0) + mixed(thread.floating_point, ~std::uint64_t{0});
  std::uintptr_t begin = 0;
  if (is_interruption(thread.pending)) {
    begin = paused_stack(thread.id).program;
  } else {
    const Layout& layout = layout_of(thread);
    std::uint64_t number = 0;
    for (const std::uint64_t value : LiveValues(thread, layout)) sum += mixed(value, ++number);
    begin = context + layout.program;
  }
  for (std::uintptr_t at = begin; at + sizeof(std::uint64_t) <= end; at += sizeof(std::uint64_t)) {
    sum += mixed(word_at(at), at);
  }
  return sum;
}

void note_frames(Thread& thread) {
  if (is_interruption(thread.pending)) {
    thread.frames = paused_stack(thread.id).program;
    return;
  }
  const Layout& layout = layout_of(thread);
  const LiveValues values(thread, layout);
  const Fingerprint hash = hash_of_registers(values.data(), values.size());
  thread.frames = reinterpret_cast<std::uintptr_t>(thread.context) + layout.program;
  thread.registers[0] = hash.low;
  thread.registers[1] = hash.high;
}

}  // namespace heddle::native
