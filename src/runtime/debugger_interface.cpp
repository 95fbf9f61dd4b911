#include "runtime/debugger_interface.hpp"

#include <cstdio>

#include "core/operation.hpp"
#include "runtime/blocked_by.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/readiness.hpp"
#include "runtime/world.hpp"

constinit heddle_debugger_words heddle_debugger{};

// Not inlined, and not found to do nothing: breakpoints go here.
#define HEDDLE_BREAKPOINT extern "C" __attribute__((visibility("default"), noinline))

HEDDLE_BREAKPOINT void heddle_debugger_begin() { asm volatile("" ::: "memory"); }
HEDDLE_BREAKPOINT void heddle_debugger_point() { asm volatile("" ::: "memory"); }
HEDDLE_BREAKPOINT void heddle_debugger_failure() { asm volatile("" ::: "memory"); }

namespace heddle::native {

// Fixed storage: it is written on a fiber, where nothing of ours may allocate.
struct DebuggerText {
  char lines[kMaxThreads * 128] = {};
};

namespace {

const char* state_of(const Thread& thread, bool in_engine) {
  if (thread.life == Life::announced) return alternatives(thread) > 0 ? "ready" : "blocked";
  const bool on_processor = !in_engine && thread.id == world().current;
  return on_processor ? "running" : "interrupted";
}

int describe(const Thread& thread, bool in_engine, char* into, std::size_t size) {
  const bool announced = thread.life == Life::announced;
  const std::string_view operation = key(announced ? thread.pending.kind : OpKind::none);
  const ThreadId blocker = announced ? blocked_by(thread) : kNoThread;
  return std::snprintf(into, size, "%d %d %d %s %.*s %#lx %#lx %d %#lx\n", int{index(thread.id)},
                       thread.id == kMainThread ? -1 : int{index(thread.creator)},
                       int{thread.ordinal}, state_of(thread, in_engine),
                       static_cast<int>(operation.size()), operation.data(),
                       static_cast<unsigned long>(thread.pending.object),
                       static_cast<unsigned long>(thread.pending.site),
                       blocker == kNoThread ? -1 : int{index(blocker)},
                       reinterpret_cast<unsigned long>(thread.context));
}

// Writes one line per living thread: id, creator, number among the creator's children, state,
// operation, object, place, the thread that blocks it, saved context.
void describe_threads() {
  if (heddle_debugger.is_watched == 0) return;
  const bool in_engine = flags().in_engine;
  const EngineScope engine;
  auto& text = static_part(runtime().debugger_text).lines;
  std::size_t length = 0;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    if (thread.life == Life::unborn || thread.life == Life::exited) continue;
    if (thread.handle == Handle::left_behind) continue;
    const int written = describe(thread, in_engine, text + length, sizeof text - length);
    if (written < 0 || static_cast<std::size_t>(written) >= sizeof text - length) break;
    length += static_cast<std::size_t>(written);
  }
  text[length] = '\0';
}

}  // namespace

void tell_debugger_begin() {
  auto& text = static_part(runtime().debugger_text).lines;
  heddle_debugger.in_engine = &flags().in_engine;
  heddle_debugger.current = &world().current;
  heddle_debugger.threads = text;
  heddle_debugger.step = 0;
  text[0] = '\0';
  heddle_debugger_begin();
}

void tell_debugger_step(std::size_t step) {
  heddle_debugger.step = step;
  describe_threads();
  if (heddle_debugger.stop_at == step) heddle_debugger_point();
}

void tell_debugger_threads() { describe_threads(); }

void tell_debugger_failure() {
  describe_threads();
  heddle_debugger_failure();
}

}  // namespace heddle::native
