// ThreadSanitizer's annotations (sanitizer/tsan_interface.h and dynamic_annotations.h): a program
// informs the race detector of synchronisation that it cannot see, and of intended races.  They
// change no schedule.  Most add happens-before edges to the detected ones; synchronisation inside
// the functions of an annotated mutex, and where the program asks for it, creates none.
#include <cstddef>
#include <cstdint>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"

namespace heddle::native {
namespace {

// Flags of a mutex, as defined by sanitizer/tsan_interface.h.
constexpr unsigned kReads = 1U << 3;
constexpr unsigned kTryFailed = 1U << 5;
constexpr unsigned kRecursiveLock = 1U << 6;
constexpr unsigned kRecursiveUnlock = 1U << 7;

std::uintptr_t number_of(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

void ignore_from_here(Ignored what) {
  if (controlled_quietly()) events::ignoring_begins(what);
}
void ignore_up_to_here(Ignored what) {
  if (controlled_quietly()) events::ignoring_ends(what);
}

// The same by an annotation that a thread must take back before its end.
void program_ignores_from_here(Ignored what) {
  ignore_from_here(what);
  if (controlled_quietly()) note_ignoring_begin();
}
void program_ignores_up_to_here(Ignored what) {
  ignore_up_to_here(what);
  if (controlled_quietly()) note_ignoring_end();
}

void after(const volatile void* address) {
  if (controlled_quietly()) events::annotated_after(number_of(address));
}
void before(const volatile void* address) {
  if (controlled_quietly()) events::annotated_before(number_of(address));
}

LockUse use_of(bool writes) { return writes ? LockUse::writing : LockUse::reading; }

void took(const volatile void* mutex, bool to_write, std::uint32_t times = 1) {
  if (!controlled_quietly()) return;
  events::annotated_lock_acquired(number_of(mutex), use_of(to_write), times);
}

// Returns how often the thread held the mutex, where it releases it `entirely`.
std::uint32_t gives_back(const volatile void* mutex, bool to_write, bool entirely = false) {
  if (!controlled_quietly()) return 0;
  return events::annotated_lock_released(number_of(mutex), use_of(to_write), entirely);
}

void begins(const volatile void* mutex, std::uint32_t flags = 0) {
  events::annotated_lock_made(number_of(mutex));
  if (controlled_quietly()) note_lock_flags(number_of(mutex), flags);
}

void ended(const volatile void* mutex, std::uint32_t flags = 0) {
  if (controlled_quietly()) events::annotated_lock_destroyed(number_of(mutex), flags);
}

}  // namespace

HEDDLE_INTERPOSE void __tsan_acquire(void* address) { after(address); }
HEDDLE_INTERPOSE void __tsan_release(void* address) { before(address); }

// ---- mutexes of the program's own: what they do inside is theirs ----

HEDDLE_INTERPOSE void __tsan_mutex_create(void* mutex, unsigned flags) { begins(mutex, flags); }
HEDDLE_INTERPOSE void __tsan_mutex_destroy(void* mutex, unsigned flags) { ended(mutex, flags); }
HEDDLE_INTERPOSE void __tsan_mutex_pre_lock(void*, unsigned) { ignore_from_here(Ignored::all); }
HEDDLE_INTERPOSE void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion) {
  ignore_up_to_here(Ignored::all);
  if ((flags & kTryFailed) != 0) return;
  const bool is_recursive = (flags & kRecursiveLock) != 0 && recursion > 0;
  took(mutex, (flags & kReads) == 0, is_recursive ? static_cast<std::uint32_t>(recursion) : 1);
}
HEDDLE_INTERPOSE int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  const std::uint32_t held =
      gives_back(mutex, (flags & kReads) == 0, (flags & kRecursiveUnlock) != 0);
  ignore_from_here(Ignored::all);
  return static_cast<int>(held);  // an argument of the next lock
}
HEDDLE_INTERPOSE void __tsan_mutex_post_unlock(void*, unsigned) { ignore_up_to_here(Ignored::all); }
HEDDLE_INTERPOSE void __tsan_mutex_pre_signal(void*, unsigned) { ignore_from_here(Ignored::all); }
HEDDLE_INTERPOSE void __tsan_mutex_post_signal(void*, unsigned) { ignore_up_to_here(Ignored::all); }
// The mutex calls something of the program in between.
HEDDLE_INTERPOSE void __tsan_mutex_pre_divert(void*, unsigned) { ignore_up_to_here(Ignored::all); }
HEDDLE_INTERPOSE void __tsan_mutex_post_divert(void*, unsigned) { ignore_from_here(Ignored::all); }

// ---- accesses ----

HEDDLE_INTERPOSE void __tsan_ignore_thread_begin() { program_ignores_from_here(Ignored::accesses); }
HEDDLE_INTERPOSE void __tsan_ignore_thread_end() { program_ignores_up_to_here(Ignored::accesses); }
HEDDLE_INTERPOSE void __tsan_flush_memory() {}

// Objects whose accesses another language's runtime reports.
HEDDLE_INTERPOSE void* __tsan_external_register_tag(const char* type) {
  return const_cast<char*>(type);
}
HEDDLE_INTERPOSE void __tsan_external_register_header(void*, const char*) {}
HEDDLE_INTERPOSE void __tsan_external_assign_tag(void*, void*) {}
HEDDLE_INTERPOSE void __tsan_external_read(void* address, void* caller, void*) {
  access_memory(address, 1, OpKind::read, Site{reinterpret_cast<std::uintptr_t>(caller)},
                kNoObject);
}
HEDDLE_INTERPOSE void __tsan_external_write(void* address, void* caller, void*) {
  access_memory(address, 1, OpKind::write, Site{reinterpret_cast<std::uintptr_t>(caller)},
                kNoObject);
}

// ---- fibers: the program's own stacks.  One that is never switched to does nothing. ----

namespace {
// Any address that is no other fiber's.
char* own_fiber() { return reinterpret_cast<char*>(&current_thread()); }
}  // namespace

HEDDLE_INTERPOSE void* __tsan_get_current_fiber() {
  return controlled_quietly() ? own_fiber() : nullptr;
}
HEDDLE_INTERPOSE void* __tsan_create_fiber(unsigned) { return ::operator new(1); }
HEDDLE_INTERPOSE void __tsan_destroy_fiber(void* fiber) { ::operator delete(fiber); }
HEDDLE_INTERPOSE void __tsan_set_fiber_name(void*, const char*) {}
HEDDLE_INTERPOSE void __tsan_switch_to_fiber(void* fiber, unsigned) {
  if (!controlled() || fiber == own_fiber()) return;
  scheduler().refuse(
      "the program calls __tsan_switch_to_fiber: Heddle explores threads, not user-level fibers; "
      "run this part without Heddle");
}

// ---- questions about a report: there is none that the program could be asked about ----

#define HEDDLE_NO_REPORT(name, ...) \
  HEDDLE_INTERPOSE int __tsan_get_report_##name(__VA_ARGS__) { return 0; }

HEDDLE_INTERPOSE void* __tsan_get_current_report() { return nullptr; }
HEDDLE_NO_REPORT(data, void*, const char**, int*, int*, int*, int*, int*, int*, int*, void**,
                 unsigned long)
HEDDLE_NO_REPORT(tag, void*, unsigned long*)
HEDDLE_NO_REPORT(stack, void*, unsigned long, void**, unsigned long)
HEDDLE_NO_REPORT(mop, void*, unsigned long, int*, void**, int*, int*, int*, void**, unsigned long)
HEDDLE_NO_REPORT(loc, void*, unsigned long, const char**, void**, unsigned long*, unsigned long*,
                 int*, int*, int*, void**, unsigned long)
HEDDLE_NO_REPORT(loc_object_type, void*, unsigned long, const char**)
HEDDLE_NO_REPORT(mutex, void*, unsigned long, unsigned long*, void**, int*, void**, unsigned long)
HEDDLE_NO_REPORT(thread, void*, unsigned long, int*, unsigned long*, int*, const char**, int*,
                 void**, unsigned long)
HEDDLE_NO_REPORT(unique_tid, void*, unsigned long, int*)
HEDDLE_INTERPOSE const char* __tsan_locate_address(void*, char*, unsigned long, void**,
                                                   unsigned long*) {
  return "";
}
HEDDLE_INTERPOSE int __tsan_get_alloc_stack(void*, void**, unsigned long, int*, void*) { return 0; }

// ---- dynamic annotations ----

#define HEDDLE_ANNOTATION(name, ...) \
  HEDDLE_INTERPOSE void Annotate##name(const char*, int __VA_OPT__(, ) __VA_ARGS__)

HEDDLE_ANNOTATION(HappensBefore, const volatile void* address) { before(address); }
HEDDLE_ANNOTATION(HappensAfter, const volatile void* address) { after(address); }
HEDDLE_INTERPOSE void WTFAnnotateHappensBefore(const char*, int, const volatile void* address) {
  before(address);
}
HEDDLE_INTERPOSE void WTFAnnotateHappensAfter(const char*, int, const volatile void* address) {
  after(address);
}

HEDDLE_ANNOTATION(RWLockCreate, const volatile void* lock) { begins(lock); }
HEDDLE_ANNOTATION(RWLockCreateStatic, const volatile void* lock) {
  begins(lock, kLinkerInitialised);
}
HEDDLE_ANNOTATION(RWLockDestroy, const volatile void* lock) { ended(lock); }
HEDDLE_ANNOTATION(RWLockAcquired, const volatile void* lock, long writes) {
  took(lock, writes != 0);
}
HEDDLE_ANNOTATION(RWLockReleased, const volatile void* lock, long writes) {
  gives_back(lock, writes != 0);
}

HEDDLE_ANNOTATION(IgnoreReadsBegin) { program_ignores_from_here(Ignored::reads); }
HEDDLE_ANNOTATION(IgnoreReadsEnd) { program_ignores_up_to_here(Ignored::reads); }
HEDDLE_ANNOTATION(IgnoreWritesBegin) { program_ignores_from_here(Ignored::writes); }
HEDDLE_ANNOTATION(IgnoreWritesEnd) { program_ignores_up_to_here(Ignored::writes); }
HEDDLE_ANNOTATION(IgnoreSyncBegin) { program_ignores_from_here(Ignored::edges); }
HEDDLE_ANNOTATION(IgnoreSyncEnd) { program_ignores_up_to_here(Ignored::edges); }

HEDDLE_ANNOTATION(BenignRace, const volatile void* address, const char*) {
  events::races_allowed(number_of(address), 1);
}
HEDDLE_ANNOTATION(BenignRaceSized, const volatile void* address, std::size_t size, const char*) {
  events::races_allowed(number_of(address), size);
}
HEDDLE_INTERPOSE void WTFAnnotateBenignRaceSized(const char*, int, const volatile void* address,
                                                 std::size_t size, const char*) {
  events::races_allowed(number_of(address), size);
}

// These inform other detectors of synchronisation that this one detects by itself.
HEDDLE_ANNOTATION(CondVarSignal, const volatile void*) {}
HEDDLE_ANNOTATION(CondVarSignalAll, const volatile void*) {}
HEDDLE_ANNOTATION(CondVarWait, const volatile void*, const volatile void*) {}
HEDDLE_ANNOTATION(MutexIsNotPHB, const volatile void*) {}
HEDDLE_ANNOTATION(MutexIsUsedAsCondVar, const volatile void*) {}
HEDDLE_ANNOTATION(PCQCreate, const volatile void*) {}
HEDDLE_ANNOTATION(PCQDestroy, const volatile void*) {}
HEDDLE_ANNOTATION(PCQGet, const volatile void*) {}
HEDDLE_ANNOTATION(PCQPut, const volatile void*) {}
HEDDLE_ANNOTATION(NewMemory, const volatile void*, std::size_t) {}
HEDDLE_ANNOTATION(PublishMemoryRange, const volatile void*, std::size_t) {}
HEDDLE_ANNOTATION(UnpublishMemoryRange, const volatile void*, std::size_t) {}
HEDDLE_ANNOTATION(ExpectRace, const volatile void*, const char*) {}
HEDDLE_ANNOTATION(FlushExpectedRaces) {}
HEDDLE_ANNOTATION(TraceMemory, const volatile void*) {}
HEDDLE_ANNOTATION(FlushState) {}
HEDDLE_ANNOTATION(NoOp, const volatile void*) {}
HEDDLE_ANNOTATION(EnableRaceDetection, int) {}
HEDDLE_ANNOTATION(ThreadName, const char*) {}
HEDDLE_INTERPOSE int RunningOnValgrind() { return 0; }
HEDDLE_INTERPOSE double ValgrindSlowdown() { return 1; }

}  // namespace heddle::native
