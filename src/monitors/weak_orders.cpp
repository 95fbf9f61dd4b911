#include "monitors/weak_orders.hpp"

#include <array>
#include <cstddef>

#include "core/splitmix.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kWeakOrderFrames = 32;

// Maximum number of runtime frames between the callback and its caller in the program.
constexpr int kOwnFrames = 6;
// Number of program frames that a key includes in addition to the call site: without optimisation,
// std::atomic forwards an operation through functions of its own.
constexpr int kCallers = 2;

// The record that both architectures push at the start of a function that keeps the frame pointer.
struct FrameRecord {
  const FrameRecord* caller;
  Site return_to;
};

// Returns null if the caller's record is not further up on the same stack.
const FrameRecord* caller_of(const FrameRecord* record) {
  const FrameRecord* const caller = record->caller;
  const auto end = reinterpret_cast<std::uintptr_t>(caller) + sizeof *caller;
  return caller > record && is_on_stack(world().current, end) ? caller : nullptr;
}

std::uint64_t mixed(std::uint64_t key) { return splitmix(key); }

std::uint64_t key_of(OpKind kind, int order, Site site, const void* frame) {
  std::uint64_t key =
      mixed(static_cast<std::uint64_t>(site) << 8 ^ static_cast<std::uint64_t>(kind) << 4 ^
            static_cast<std::uint64_t>(order));
  const auto* record = static_cast<const FrameRecord*>(frame);
  for (int i = 0; i < kOwnFrames && record != nullptr && record->return_to != site; ++i) {
    record = caller_of(record);
  }
  for (int i = 0; i < kCallers && record != nullptr; ++i) {
    record = caller_of(record);
    if (record != nullptr) key = mixed(key ^ static_cast<std::uint64_t>(record->return_to));
  }
  return key | 1;  // 0 is free
}

}  // namespace

// A set of fixed size: when it is full, further places are not reported.
struct WeakOrderKeys {
  std::array<std::uint64_t, 4096> known{};
  std::size_t count = 0;
};

struct WeakOperations {
  std::vector<WeakOperation> noted;
};

namespace {

bool is_new(std::uint64_t key) {
  auto& [known, count] = static_part(runtime().weak_order_keys);
  for (std::size_t at = key >> 1;; ++at) {
    std::uint64_t& slot = known[at % known.size()];
    if (slot == key) return false;
    if (slot != 0) continue;
    if (count >= known.size() / 2) return false;
    slot = key;
    ++count;
    return true;
  }
}

std::vector<WeakOperation>& noted() { return allocated_part(runtime().weak_operations).noted; }

}  // namespace

void note_weak_operation(OpKind kind, int order, Site site, const void* frame) {
  if (!is_new(key_of(kind, order, site, frame))) return;
  const EngineThread engine;
  Site frames[kWeakOrderFrames];
  const std::size_t count = capture_stack(frames);
  noted().push_back({kind, order, {frames, frames + count}});
}

const std::vector<WeakOperation>& weak_operations() { return noted(); }

}  // namespace heddle::native
