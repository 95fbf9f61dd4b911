#include "monitors/memory_check.hpp"

#include <signal.h>

#include <algorithm>
#include <cstdio>

#include "monitors/foreign_stack_uses.hpp"
#include "monitors/side_effect_log.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/signals.hpp"

namespace heddle::native {
namespace {

const char* verb(bool writes) { return writes ? "written" : "read"; }

// Numbers as reports name threads: main is thread 0.
const char* name_of(ThreadId thread, char (&into)[24]) {
  if (thread == kMainThread) return "main";
  std::snprintf(into, sizeof into, "thread %u", unsigned{index(thread)});
  return into;
}

[[noreturn, gnu::cold]] void fail(std::uintptr_t address, const char* text) {
  scheduler().fail(FailureKind::memory, text, address);
}

[[gnu::cold]] void report_access(const Placement& at, std::uintptr_t address, std::size_t size,
                                 bool writes) {
  char text[160];
  switch (at.kind) {
    case Placement::Kind::freed:
      std::snprintf(text, sizeof text, "memory was %s after it was freed", verb(writes));
      fail(address, text);
    case Placement::Kind::unusable:
      std::snprintf(text, sizeof text, "memory between heap blocks was %s", verb(writes));
      fail(address, text);
    case Placement::Kind::in_use:
      std::snprintf(text, sizeof text,
                    "%zu bytes were %s at offset %zu of a heap block of %zu bytes", size,
                    verb(writes), address - at.block, at.size);
      fail(address, text);
    case Placement::Kind::unknown:
      return;
  }
}

const char* describe(PageState state, bool writes) {
  switch (state) {
    case PageState::unmapped:
      return writes ? "memory was written after it was unmapped"
                    : "memory was read after it was unmapped";
    case PageState::beyond_file:
      return "access to a page of a mapping behind the end of its file (SIGBUS)";
    case PageState::no_access:
      return writes ? "write to memory that is mapped without access (SIGSEGV)"
                    : "read of memory that is mapped without access (SIGSEGV)";
    case PageState::read_only:
    case PageState::usable:
      break;
  }
  return "write to memory that is mapped read-only (SIGSEGV)";
}

// The kernel would send a signal.
[[noreturn, gnu::cold]] void fail_for_page(std::uintptr_t address, PageState state, bool writes) {
  const bool is_gone = state == PageState::unmapped;
  const int signal = state == PageState::beyond_file ? SIGBUS : SIGSEGV;
  if (!is_gone && has_handler(signal)) {
    scheduler().refuse(
        "the program handles the signal of an access to protected memory (SIGSEGV or SIGBUS): "
        "Heddle does not support that; test this part without it");
  }
  scheduler().fail(is_gone ? FailureKind::memory : FailureKind::crash, describe(state, writes),
                   address);
}

// Checks an access to a block of which not all pages may be used.
[[gnu::cold]] void check_pages(const Placement& at, std::uintptr_t address, std::size_t size,
                               bool writes) {
  const void* const block = reinterpret_cast<const void*>(at.block);
  const std::uintptr_t last = address + (size == 0 ? 0 : size - 1);
  for (std::uintptr_t page = address & ~(kMappedPage - 1); page <= last; page += kMappedPage) {
    const PageState state = heap().page_state(block, page);
    if (state == PageState::usable || (state == PageState::read_only && !writes)) continue;
    fail_for_page(std::max(address, page), state, writes);
  }
}

}  // namespace

void check_heap_access(std::uintptr_t address, std::size_t size, bool writes) {
  const Placement at = heap().locate(address);
  if (at.kind == Placement::Kind::in_use && address + size <= at.block + at.size) {
    if (at.has_states) {
      check_pages(at, address, size, writes);
      return note_block_use(at.block);
    }
    step_accesses().set_last_block(at.block, at.size);
    return note_block_use(at.block);
  }
  report_access(at, address, size, writes);
}

void check_stack_access(std::uintptr_t address, bool writes) {
  const ThreadId owner = thread_id((address - kStackBase) / kStackStride);
  if (owner == world().current || index(owner) >= world().threads_seen) return;
  note_foreign_stack_use(owner);
  if (flags().reorders) foreign_stack_uses().note(owner, address);
  const Thread& thread = native::thread(owner);
  const bool is_dead =
      thread.life == Life::announced && address < reinterpret_cast<std::uintptr_t>(thread.context);
  if (thread.life != Life::exited && !is_dead) return;
  char text[160];
  char name[24];
  std::snprintf(text, sizeof text,
                is_dead ? "a local variable was %s after its function returned, on the stack of %s"
                        : "a local variable was %s after the exit of its thread, %s",
                verb(writes), name_of(owner, name));
  fail(address, text);
}

void check_dead_frame(std::uintptr_t address, bool writes) {
  if (!is_on_stack(world().current, address)) return;
  char text[160];
  std::snprintf(text, sizeof text, "a local variable was %s after its function returned",
                verb(writes));
  fail(address, text);
}

void check_variable_access(std::uintptr_t address, bool writes) {
  const ThreadId owner = thread_id((address - kControlBlockBase) / kControlBlockStride);
  if (owner == world().current || index(owner) >= world().threads_seen) return;
  note_foreign_stack_use(owner);
  if (native::thread(owner).life != Life::exited) return;
  char text[160];
  char name[24];
  std::snprintf(text, sizeof text,
                "a thread_local variable was %s after the exit of its thread, %s", verb(writes),
                name_of(owner, name));
  fail(address, text);
}

namespace {

// Returns whether the operation accesses its object's memory.  Wake-ups do not find the woken
// threads through that memory: it may already be freed.
bool touches_its_object(OpKind kind) { return !is_wake_up(kind) && kind != OpKind::futex_wake; }

void check_object_memory(const Operation& operation) {
  const auto address = static_cast<std::uintptr_t>(operation.object);
  if (!ManagedHeap::owns(reinterpret_cast<const void*>(address))) {
    return check_access(address, 1, true);
  }
  const Placement at = heap().locate(address);
  if (at.kind == Placement::Kind::in_use) {
    if (at.has_states) check_pages(at, address, 1, true);
    note_block_use(at.block);
  }
  if (at.kind != Placement::Kind::freed) return;
  char text[160];
  const std::string_view word = name(operation.kind);
  std::snprintf(text, sizeof text, "%.*s of an object in freed memory",
                static_cast<int>(word.size()), word.data());
  fail(address, text);
}

}  // namespace

void check_object(const Operation& operation) {
  if (!touches_its_object(operation.kind)) return;
  const auto address = static_cast<std::uintptr_t>(operation.object);
  if (address < kControlBlockBase || address >= kHeapEnd) return check_static_object(operation);
  if (operation.size > 0 && !is_object_operation(operation.kind)) {
    check_access(address, operation.size, operation.kind != OpKind::atomic_load);
  } else {
    check_object_memory(operation);
  }
}

}  // namespace heddle::native
