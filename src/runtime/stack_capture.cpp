#include "runtime/stack_capture.hpp"

#include <setjmp.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "runtime/code_around.hpp"
#include "runtime/engine_scope.hpp"

namespace heddle::native {
namespace {

#if defined(__aarch64__)
constexpr std::array kKeptNumbers = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
#else
constexpr std::array kKeptNumbers = {3, 6, 12, 13, 14, 15};
#endif
static_assert(kKeptNumbers.size() <= kKeptRegisters);

struct Walk {
  std::span<Site> into = {};
  std::span<CallFrame> frames = {};  // either this or `into` is empty
  std::size_t count = 0;
  std::size_t interrupted = 0;  // frames before the one that a signal came upon: the handler's
  Site link = kNoSite;          // where that one's code may return to
  bool is_open = false;         // the end of the last frame is not known yet

  std::size_t room() const { return into.size() + frames.size(); }
};

// The unwinder's context has the stack pointer of a frame, and the value of each register in it.
void note_details(_Unwind_Context* context, Site site, CallFrame& frame) {
  frame = {};
  frame.code = site;
  frame.begin = _Unwind_GetCFA(context);
  for (std::size_t i = 0; i < kKeptNumbers.size(); ++i) {
    frame.registers[i] = _Unwind_GetGR(context, kKeptNumbers[i]);
  }
}

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* data) {
  auto* walk = static_cast<Walk*>(data);
  if (walk->is_open) walk->frames[walk->count - 1].end = _Unwind_GetCFA(context);
  walk->is_open = false;
  if (walk->count == walk->room()) return _URC_END_OF_STACK;
  int before_instruction = 0;
  std::uintptr_t address = _Unwind_GetIPInfo(context, &before_instruction);
  if (address == 0) return _URC_END_OF_STACK;
  // A frame interrupted by a signal is at its instruction, not after a call: readers look at
  // address - 1.
  if (before_instruction != 0) {
    ++address;
    walk->interrupted = walk->count;
#if defined(__aarch64__)
    walk->link = Site{_Unwind_GetGR(context, 30)};
#endif
  }
  const Site site{address};
  if (is_ours(site)) return _URC_NO_REASON;
  if (walk->frames.empty()) {
    walk->into[walk->count] = site;
  } else {
    note_details(context, site, walk->frames[walk->count]);
    walk->is_open = true;
  }
  ++walk->count;
  return _URC_NO_REASON;
}

}  // namespace

struct StackWalk {
  // Written by `note_frame` while a fault may end the walk at any moment.
  Walk walk;
  // A walk over a corrupted stack may fault; abandon_walk goes back to where it started.
  bool is_walking = false;
  sigjmp_buf after_walk = {};
  CodeRange ours;
};

namespace {
StackWalk& state() { return static_part(runtime().stack_walk); }

std::size_t walk_stack(const Walk& walk) {
  const EngineScope engine;  // the unwinder locks and calls `once` itself
  state().walk = walk;
  state().is_walking = true;
  if (::sigsetjmp(state().after_walk, 0) == 0) _Unwind_Backtrace(note_frame, &state().walk);
  state().is_walking = false;
  return state().walk.count;
}
}  // namespace

bool is_ours(Site site) {
  CodeRange& ours = state().ours;
  if (ours.end == 0) ours = code_around(reinterpret_cast<std::uintptr_t>(&capture_stack));
  return ours.holds(static_cast<std::uintptr_t>(site));
}

std::size_t capture_stack(std::span<Site> into) { return walk_stack({.into = into}); }

std::size_t capture_frames(std::span<CallFrame> into) { return walk_stack({.frames = into}); }

std::size_t capture_stack_from(Site interrupted, std::span<Site> into) {
  std::size_t count = capture_stack(into);
  const Site as_return{static_cast<std::uintptr_t>(interrupted) + 1};
  const auto end = into.begin() + static_cast<std::ptrdiff_t>(count);
  // A runtime function is omitted: its caller in the program is the location of the event.
  const auto found = is_ours(interrupted)
                         ? into.begin() + static_cast<std::ptrdiff_t>(state().walk.interrupted)
                         : std::find(into.begin(), end, as_return);
  // Above it stands the handler; without it, the walk did not get through the signal's frame.
  if (found == end) {
    into[0] = as_return;
    return 1;
  }
  std::copy(found, end, into.begin());
  count = static_cast<std::size_t>(end - found);
  // A stub of the linker has no unwind information: its caller is in the link register.
  if (count == 1 && state().walk.link != kNoSite && into.size() > 1)
    into[count++] = state().walk.link;
  return count;
}

void abandon_walk() {
  if (state().is_walking) ::siglongjmp(state().after_walk, 1);
}

}  // namespace heddle::native
