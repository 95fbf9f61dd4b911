#include "snapshot/paused_frames.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

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
  std::size_t program = 0;  // 0: everything counts
  // Where the registers are.  Most of them lie side by side, and are read two at a time.
  std::vector<std::uint32_t> singles;
  std::vector<std::uint32_t> pairs;
  const FrameShape* frame = nullptr;  // of the innermost program frame
  std::uint32_t caller = 0;  // where the place to return to is, if it decides what is dead...
  mutable std::uint64_t last_caller = 0;  // ...what that was the last time...
  mutable const Layout* last = nullptr;   // ...and the layout for it
};

// In descending order: the lowest are those for floating-point numbers, which are mostly zero.
void set_registers(Layout& layout, std::vector<std::uint32_t> offsets) {
  constexpr std::uint32_t kWord = sizeof(std::uint64_t);
  std::sort(offsets.rbegin(), offsets.rend());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (i + 1 < offsets.size() && offsets[i + 1] + kWord == offsets[i]) {
      layout.pairs.push_back(offsets[++i]);
    } else {
      layout.singles.push_back(offsets[i]);
    }
  }
}

// A key for runtime frames: the location in the program and the location in the runtime that
// enclose them.  The frames of the pause itself are always the same and not included.  A call
// through a pointer may reach several runtime functions from one location, which differ in their
// announcements.
struct Place {
  std::uint64_t site = 0;
  std::uint64_t announced = 0;
  std::uint64_t caller = 0;  // where the program's function returns to; 0: anywhere
  OpKind kind = OpKind::none;
  friend bool operator==(const Place&, const Place&) = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const {
    return (place.site ^ (place.announced << 20) ^ (place.caller << 9)) * 0x9e3779b97f4a7c15ULL >>
           16;
  }
};

Layout find_layout(const Thread& thread) {
  Layout layout;
  // An initialiser that failed is announced while an exception is under way in our frame.
  if (thread.pending.kind == OpKind::once_abort) return layout;
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  const PausedStack stack = paused_stack(thread.id);
  if (stack.program == 0 || stack.program_registers.size() > kMostRegisters) return layout;
  layout.program = stack.program - context;
  layout.frame = &frame_shape(stack, stack.frame_at(stack.program));
  std::vector<std::uint32_t> registers;
  for (const KeptRegister& kept : stack.program_registers) {
    if (!kept.is_dead) registers.push_back(static_cast<std::uint32_t>(kept.address - context));
  }
  set_registers(layout, std::move(registers));
  if (stack.deciding_caller != 0) {
    layout.caller = static_cast<std::uint32_t>(stack.deciding_caller - context);
  }
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

const Layout& layout_at(const Place& place, const Thread& thread) {
  FrameLayouts& layouts = allocated_part(runtime().frame_layouts);
  RecentLayout& recent = layouts.recent[PlaceHash{}(place) % layouts.recent.size()];
  if (recent.layout != nullptr && recent.place == place) return *recent.layout;
  auto found = layouts.all.find(place);
  if (found == layouts.all.end()) found = layouts.all.emplace(place, find_layout(thread)).first;
  recent = {place, &found->second};
  return found->second;
}

const Layout& layout_of(const Thread& thread) {
  Place place{.site = static_cast<std::uint64_t>(thread.pending.site),
              .announced = reinterpret_cast<std::uint64_t>(thread.announced),
              .kind = thread.pending.kind};
  const Layout& layout = layout_at(place, thread);
  if (layout.caller == 0) return layout;
  place.caller = word_at(reinterpret_cast<std::uintptr_t>(thread.context) + layout.caller);
  // A function mostly has one caller.
  if (layout.last == nullptr || layout.last_caller != place.caller) {
    layout.last = &layout_at(place, thread);
    layout.last_caller = place.caller;
  }
  return *layout.last;
}

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
  const Layout& layout = layout_of(thread);
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  LiveFrames live;
  live.begin = context + layout.program;
  for (const std::uint32_t offset : layout.singles) {
    live.registers.push_back(word_at(context + offset));
  }
  for (const std::uint32_t offset : layout.pairs) {
    live.registers.push_back(word_at(context + offset));
    live.registers.push_back(word_at(context + offset + sizeof(std::uint64_t)));
  }
  return live;
}

std::uint64_t sum_of_frames(const Thread& thread) {
  const Layout& layout = layout_of(thread);
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  const auto end = reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread.id));
  std::uint64_t sum = mixed(context, 0) + mixed(thread.floating_point, ~std::uint64_t{0});
  std::uint64_t number = 0;
  for (const std::uint32_t offset : layout.singles) {
    sum += mixed(word_at(context + offset), ++number);
  }
  for (const std::uint32_t offset : layout.pairs) {
    sum += mixed(word_at(context + offset), ++number);
    sum += mixed(word_at(context + offset + sizeof(std::uint64_t)), ++number);
  }
  for (std::uintptr_t at = context + layout.program; at + sizeof(std::uint64_t) <= end;
       at += sizeof(std::uint64_t)) {
    sum += mixed(word_at(at), at);
  }
  return sum;
}

void note_frames(Thread& thread) {
  const Layout& layout = layout_of(thread);
  const auto context = reinterpret_cast<std::uintptr_t>(thread.context);
  std::array<std::uint64_t, kMostRegisters> values;
  std::uint64_t* end = values.data();
  for (const std::uint32_t offset : layout.singles) *end++ = word_at(context + offset);
  for (const std::uint32_t offset : layout.pairs) {
    std::memcpy(end, reinterpret_cast<const void*>(context + offset), 2 * sizeof *end);
    end += 2;
  }
  const Fingerprint hash =
      hash_of_registers(values.data(), static_cast<std::size_t>(end - values.data()));
  thread.frames = context + layout.program;
  if (layout.frame != nullptr) clear_dead_slots(thread.id, thread.frames, *layout.frame);
  thread.registers[0] = hash.low;
  thread.registers[1] = hash.high;
}

}  // namespace heddle::native
