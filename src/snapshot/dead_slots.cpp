#include "snapshot/dead_slots.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/number_of.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "snapshot/liveness/frame_flow.hpp"
#include "snapshot/liveness/function_part.hpp"
#include "snapshot/liveness/live_registers.hpp"

namespace heddle::native {

struct DeadSlotTable {
  LocalObjectTable objects;
  std::unordered_map<std::uintptr_t, FrameShape> shapes;                   // by return address
  std::unordered_map<std::uintptr_t, std::optional<FrameFlow>> functions;  // by entry
};

namespace {

DeadSlotTable& table() { return allocated_part(runtime().dead_slot_table); }

std::uintptr_t return_address_at(std::uintptr_t address) {
  std::uintptr_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

const FrameFlow* flow_around(std::uintptr_t after) {
  const std::optional<FunctionPart> part = FunctionPart::around(after - 1);
  if (!part) return nullptr;
  const auto [known, is_new] = table().functions.try_emplace(part->begin());
  if (is_new) known->second = FrameFlow::of(*part, table().objects);
  return known->second ? &*known->second : nullptr;
}

// The frame has to be as large as the unwinder finds it: code that is entered in another way than
// by its first instruction is not understood.
FrameShape find_shape(const PausedStack& stack, std::size_t number) {
  FrameShape shape;
  const PausedFrame& frame = stack.frames[number];
  if (number + 1 == stack.frames.size()) return shape;
  const auto after = static_cast<std::uintptr_t>(frame.code);
  const FrameFlow* const flow = flow_around(after);
  if (flow == nullptr) return shape;
  const std::optional<std::int64_t> pointer = flow->stack_pointer_at(after);
  const std::uintptr_t size = stack.frames[number + 1].begin - frame.begin;
  if (!pointer || !flow->return_slot() || static_cast<std::uintptr_t>(-*pointer) != size) {
    return shape;
  }
  const auto offset = [&](std::int64_t at) { return static_cast<std::uint32_t>(at - *pointer); };
  shape.size = static_cast<std::uint32_t>(size);
  shape.return_slot = offset(*flow->return_slot());
  const LiveRegisters registers = live_registers(after);
  shape.live = registers.own;
  shape.passed = registers.passed;
  for (const auto& [number_of_register, at] : flow->kept_registers()) {
    const RegisterSet bit = RegisterSet{1} << number_of_register;
    if ((kKeptRegisters & bit) == 0) continue;
    shape.kept |= bit;
    shape.kept_slots.push_back({static_cast<std::uint32_t>(number_of_register), offset(at)});
  }
  if (is_ours(frame.code)) return shape;
  for (const ByteRange& dead : flow->dead_at(after)) {
    shape.dead.push_back({offset(dead.begin), static_cast<std::uint32_t>(dead.end - dead.begin)});
  }
  return shape;
}

// Finds the shape of a frame with a new return address.
const FrameShape* new_shape(ThreadId thread, std::uintptr_t begin, std::uintptr_t code) {
  const PausedStack stack = paused_stack(thread);
  for (std::size_t i = 0; i < stack.frames.size(); ++i) {
    const PausedFrame& frame = stack.frames[i];
    if (frame.begin == begin && frame.code == Site{code}) return &frame_shape(stack, i);
  }
  return nullptr;
}

const FrameShape* caller_of(const FrameShape& shape, ThreadId thread, std::uintptr_t begin,
                            std::uintptr_t code) {
  if (shape.last_return == code) return shape.last_caller;
  const auto known = table().shapes.find(code);
  const FrameShape* const caller =
      known != table().shapes.end() ? &known->second : new_shape(thread, begin, code);
  shape.last_return = code;
  shape.last_caller = caller;
  return caller;
}

}  // namespace

const FrameShape& frame_shape(const PausedStack& stack, std::size_t number) {
  const auto code = static_cast<std::uintptr_t>(stack.frames[number].code);
  const auto [known, is_new] = table().shapes.try_emplace(code);
  if (is_new) known->second = find_shape(stack, number);
  return known->second;
}

RegisterSet clear_dead_slots(ThreadId thread, std::uintptr_t frame, const FrameShape& shape) {
  const std::uintptr_t end = number_of(fiber_stack_top(thread));
  RegisterSet dead_of_first = 0;
  RegisterSet undecided = kKeptRegisters;     // may belong to a caller
  RegisterSet in_registers = kKeptRegisters;  // those of them that no function has stored
  std::array<std::uintptr_t, 32> stored;      // where the others are
  for (const FrameShape* now = &shape; now != nullptr;) {
    for (const FrameShape::Range& dead : now->dead) {
      std::memset(reinterpret_cast<void*>(frame + dead.offset), 0, dead.bytes);
    }
    const RegisterSet dead = undecided & ~(now->live | now->passed);
    dead_of_first |= dead & in_registers;
    for (RegisterSet rest = dead & ~in_registers; rest != 0; rest &= rest - 1) {
      const auto number = static_cast<std::size_t>(std::countr_zero(rest));
      std::memset(reinterpret_cast<void*>(stored[number]), 0, sizeof(std::uint64_t));
    }
    undecided = (undecided & now->passed) | now->kept;
    in_registers &= ~now->kept;
    for (const FrameShape::KeptSlot& kept : now->kept_slots) {
      stored[kept.number] = frame + kept.offset;
    }
    if (now->size == 0 || end - frame <= now->size) break;
    const std::uintptr_t code = return_address_at(frame + now->return_slot);
    frame += now->size;
    now = caller_of(*now, thread, frame, code);
  }
  return dead_of_first;
}

}  // namespace heddle::native
