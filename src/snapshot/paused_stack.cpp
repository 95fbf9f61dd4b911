#include "snapshot/paused_stack.hpp"

#include <unwind.h>

#include <algorithm>
#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <span>

#include "core/check.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/world.hpp"
#include "snapshot/liveness/live_registers.hpp"

namespace heddle::native {
namespace {

namespace ctx = boost::context::detail;

constexpr std::size_t kStackWord = sizeof(std::uint64_t);

struct Register {
  int number;  // of the debug format
  std::string_view name;
  std::size_t in_context;  // where a switch saves it, from the context on
};

// The callee-saved registers, and the size of the context that a switch saves.
#if defined(__aarch64__)
constexpr std::array<Register, 11> kRegisters = {{{19, "x19", 0x40},
                                                  {20, "x20", 0x48},
                                                  {21, "x21", 0x50},
                                                  {22, "x22", 0x58},
                                                  {23, "x23", 0x60},
                                                  {24, "x24", 0x68},
                                                  {25, "x25", 0x70},
                                                  {26, "x26", 0x78},
                                                  {27, "x27", 0x80},
                                                  {28, "x28", 0x88},
                                                  {29, "x29", 0x90}}};
// The lower halves of vector registers; the runtime's code hardly ever uses them.
constexpr std::array<Register, 8> kVectors = {{{72, "d8", 0x00},
                                               {73, "d9", 0x08},
                                               {74, "d10", 0x10},
                                               {75, "d11", 0x18},
                                               {76, "d12", 0x20},
                                               {77, "d13", 0x28},
                                               {78, "d14", 0x30},
                                               {79, "d15", 0x38}}};
constexpr std::size_t kContextSize = 0xb0;
#else
constexpr std::array<Register, 6> kRegisters = {{{12, "r12", 0x08},
                                                 {13, "r13", 0x10},
                                                 {14, "r14", 0x18},
                                                 {15, "r15", 0x20},
                                                 {3, "rbx", 0x28},
                                                 {6, "rbp", 0x30}}};
constexpr std::array<Register, 0> kVectors = {};
constexpr std::size_t kContextSize = 0x40;
#endif

constexpr std::size_t kMostFrames = 1024;

// Filled by the walk, on the thread's stack: nothing there may allocate.
struct Walk {
  std::uintptr_t first = 0;  // frames below are the walk's own
  std::size_t count = 0;
  std::size_t saved = 0;
  std::array<PausedFrame, kMostFrames> frames;
  std::array<SavedRegister, kMostFrames> registers;
  // The outermost frame for which no other has saved the register: the switch did.
  std::array<std::uint32_t, kRegisters.size()> in_context;
  std::uintptr_t program = 0;
  std::array<KeptRegister, kRegisters.size() + kVectors.size()> program_registers;
};
// Collects only the return addresses of a thread.
struct Calls {
  std::uintptr_t first = 0;  // frames below are the walk's own
  std::span<std::uintptr_t> into;
  std::size_t count = 0;
};

}  // namespace

struct PausedStackWalk {
  Walk frames{};
  Calls calls{};
};

namespace {

Walk& frame_walk() { return static_part(runtime().paused_stack_walk).frames; }
Calls& call_walk() { return static_part(runtime().paused_stack_walk).calls; }

std::uint64_t& stack_word(std::uintptr_t address) {
  return *reinterpret_cast<std::uint64_t*>(address);
}

// A function that uses a register saves it first, so a slot serves the frames from the one that
// called its owner up to the next one that saves: the last of them is the one that uses it.
void note_slot(std::uintptr_t address, std::uint32_t frame, std::string_view name) {
  const auto end = frame_walk().registers.begin() + static_cast<std::ptrdiff_t>(frame_walk().saved);
  const auto known =
      std::find_if(frame_walk().registers.begin(), end,
                   [&](const SavedRegister& saved) { return saved.address == address; });
  if (known != end) {
    known->frame = frame;
  } else if (frame_walk().saved < kMostFrames) {
    frame_walk().registers[frame_walk().saved++] = {address, frame, name};
  }
}

// Finds where a register was saved.  The unwinder does not report it, but writes there: the slot
// is the word that changes with the register.  Returns 0 if it is not on this stack.
std::uintptr_t find_slot(_Unwind_Context* context, const Register& which, std::uintptr_t end) {
  const std::uint64_t value = _Unwind_GetGR(context, which.number);
  std::uintptr_t found = 0;
  _Unwind_SetGR(context, which.number, ~value);
  for (std::uintptr_t at = frame_walk().first; at < end && found == 0; at += kStackWord) {
    if (stack_word(at) != ~value) continue;
    _Unwind_SetGR(context, which.number, value);
    if (stack_word(at) == value) found = at;
    _Unwind_SetGR(context, which.number, ~value);
  }
  _Unwind_SetGR(context, which.number, value);
  return found;
}

// The first frame of the program.
void note_program(_Unwind_Context* context, std::uintptr_t begin) {
  frame_walk().program = begin;
  std::size_t number = 0;
  const auto note = [&](const Register& which) {
    const std::uintptr_t slot = find_slot(context, which, begin);
    frame_walk().program_registers[number++] = {
        which.number, slot != 0 ? slot : frame_walk().first - kContextSize + which.in_context};
  };
  for (const Register& which : kRegisters) note(which);
  for (const Register& which : kVectors) note(which);
}

_Unwind_Reason_Code visit(_Unwind_Context* context, void*) {
  // The unwinder's frame address at a call is the caller's stack pointer.
  const std::uintptr_t begin = _Unwind_GetCFA(context);
  if (begin < frame_walk().first) return _URC_NO_REASON;
  const Site code{_Unwind_GetIP(context)};
  if (code == kNoSite || frame_walk().count == kMostFrames) return _URC_END_OF_STACK;
  const auto number = static_cast<std::uint32_t>(frame_walk().count);
  frame_walk().frames[frame_walk().count++] = {code, begin};
  if (frame_walk().program == 0 && !is_ours(code)) note_program(context, begin);
  for (std::size_t i = 0; i < kRegisters.size(); ++i) {
    const std::uintptr_t slot = find_slot(context, kRegisters[i], begin);
    if (slot == 0) {
      frame_walk().in_context[i] = number;
    } else {
      note_slot(slot, number, kRegisters[i].name);
    }
  }
  return _URC_NO_REASON;
}

struct Visitor {
  _Unwind_Trace_Fn visit;
  void* data;
};

// On the thread's stack, as if called by the function that paused it.
ctx::transfer_t walk_here(ctx::transfer_t engine) {
  const auto* const visitor = static_cast<const Visitor*>(engine.data);
  _Unwind_Backtrace(visitor->visit, visitor->data);
  ctx::jump_fcontext(engine.fctx, nullptr);
  __builtin_unreachable();
}

// Calls the visitor for each frame, including those of the walk itself.
void walk(ThreadId thread, std::byte* context, Visitor visitor) {
  // The walk goes on from the saved registers and overwrites them.
  std::array<std::byte, kContextSize> registers;
  std::memcpy(registers.data(), context, kContextSize);
  note_stack_use(thread);
  ctx::ontop_fcontext(context, &visitor, walk_here);
  std::memcpy(context, registers.data(), kContextSize);
}

_Unwind_Reason_Code visit_call(_Unwind_Context* context, void*) {
  if (_Unwind_GetCFA(context) < call_walk().first) return _URC_NO_REASON;
  const Site code{_Unwind_GetIP(context)};
  if (code == kNoSite || call_walk().count == call_walk().into.size()) return _URC_END_OF_STACK;
  if (!is_ours(code)) call_walk().into[call_walk().count++] = static_cast<std::uintptr_t>(code);
  return _URC_NO_REASON;
}

// Marks dead registers.  If a function does not touch a register, its caller determines whether it
// is live.
void mark_dead_registers(PausedStack& stack) {
  RegisterSet undecided = kKeptRegisters;
  RegisterSet dead = 0;
  for (std::size_t i = stack.frame_at(stack.program); i < stack.frames.size(); ++i) {
    const LiveRegisters live = live_registers(static_cast<std::uintptr_t>(stack.frames[i].code));
    dead |= undecided & ~(live.own | live.passed);
    undecided &= live.passed;
    if (undecided == 0) break;
  }
  for (KeptRegister& kept : stack.program_registers) {
    kept.is_dead = kept.number < 32 && (dead >> kept.number & 1) != 0;
  }
}

PausedStack walk_from(ThreadId thread, std::byte* context) {
  const auto begin = reinterpret_cast<std::uintptr_t>(context);
  frame_walk().count = 0;
  frame_walk().saved = 0;
  frame_walk().program = 0;
  frame_walk().in_context.fill(0);
  frame_walk().first = begin + kContextSize;
  walk(thread, context, {visit, nullptr});

  PausedStack stack;
  stack.end = reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread));
  for (std::size_t i = 0; i < kRegisters.size(); ++i) {
    const Register& which = kRegisters[i];
    stack.saved.push_back({begin + which.in_context, frame_walk().in_context[i], which.name});
  }
  stack.frames.assign(
      frame_walk().frames.begin(),
      frame_walk().frames.begin() + static_cast<std::ptrdiff_t>(frame_walk().count));
  stack.saved.insert(
      stack.saved.end(), frame_walk().registers.begin(),
      frame_walk().registers.begin() + static_cast<std::ptrdiff_t>(frame_walk().saved));
  stack.program = frame_walk().program;
  if (stack.program != 0) {
    stack.program_registers.assign(frame_walk().program_registers.begin(),
                                   frame_walk().program_registers.end());
    mark_dead_registers(stack);
  }
  HEDDLE_CHECK(!stack.frames.empty(), "a paused thread without a frame");
  stack.frames.front().begin = begin;
  return stack;
}

}  // namespace

std::size_t PausedStack::frame_at(std::uintptr_t address) const {
  std::size_t number = 0;
  while (number + 1 < frames.size() && frames[number + 1].begin <= address) ++number;
  return number;
}

const SavedRegister* PausedStack::register_at(std::uintptr_t address) const {
  const auto found = std::find_if(saved.begin(), saved.end(),
                                  [&](const SavedRegister& one) { return one.address == address; });
  return found == saved.end() ? nullptr : &*found;
}

bool PausedStack::is_dead(std::uintptr_t address) const {
  return std::any_of(
      program_registers.begin(), program_registers.end(),
      [&](const KeptRegister& kept) { return kept.address == address && kept.is_dead; });
}

PausedStack paused_stack(ThreadId thread) {
  const Thread& record = native::thread(thread);
  HEDDLE_CHECK(record.life == Life::announced, "a walk over the stack of a thread that runs");
  PausedStack stack = walk_from(thread, static_cast<std::byte*>(record.context));
  clean_stack(thread, reinterpret_cast<std::uintptr_t>(record.context));
  return stack;
}

void add_paused_calls(ThreadId thread, std::size_t most, std::vector<std::uintptr_t>& into) {
  const Thread& record = native::thread(thread);
  HEDDLE_CHECK(record.life == Life::announced, "a walk over the stack of a thread that runs");
  auto* const context = static_cast<std::byte*>(record.context);
  call_walk().first = reinterpret_cast<std::uintptr_t>(context) + kContextSize;
  const std::size_t before = into.size();
  into.resize(before + most);
  call_walk().into = std::span(into).subspan(before);
  call_walk().count = 0;
  walk(thread, context, {visit_call, nullptr});
  if (flags().keeps_stacks_clean) clean_stack(thread, reinterpret_cast<std::uintptr_t>(context));
  into.resize(before + call_walk().count);
}

PausedStack abandoned_stack(ThreadId thread, void* context) {
  return walk_from(thread, static_cast<std::byte*>(context));
}

}  // namespace heddle::native
