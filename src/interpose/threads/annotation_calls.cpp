// ThreadSanitizer's annotations (sanitizer/tsan_interface.h and dynamic_annotations.h): a program
// informs the race detector of synchronisation that it cannot see, and of intended races.  They
// change no schedule.  An annotation adds happens-before edges to the detected ones and never
// removes one.
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

std::uintptr_t number_of(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

void ignore_from_here(Ignored what) {
  if (controlled_quietly()) events::ignoring_begins(what);
}
void ignore_up_to_here(Ignored what) {
  if (controlled_quietly()) events::ignoring_ends(what);
}

void after(const volatile void* address) {
  if (controlled_quietly()) events::annotated_after(number_of(address));
}
void before(const volatile void* address) {
  if (controlled_quietly()) events::annotated_before(number_of(address));
}

LockUse use_of(bool writes) { return writes ? LockUse::writing : LockUse::reading; }

void took(const volatile void* mutex, bool to_write) {
  if (controlled_quietly()) events::annotated_lock_acquired(number_of(mutex), use_of(to_write));
}

void gives_back(const volatile void* mutex, bool to_write) {
  if (controlled_quietly()) events::annotated_lock_released(number_of(mutex), use_of(to_write));
}

void begins(const volatile void* mutex) { events::annotated_lock_made(number_of(mutex)); }

void ended(const volatile void* mutex) {
  if (controlled_quietly()) events::annotated_lock_destroyed(number_of(mutex));
}

}  // namespace

HEDDLE_INTERPOSE void __tsan_acquire(void* address) { after(address); }
HEDDLE_INTERPOSE void __tsan_release(void* address) { before(address); }

// ---- mutexes of the program's own: what they do inside is theirs ----

HEDDLE_INTERPOSE void __tsan_mutex_create(void* mutex, unsigned) { begins(mutex); }
HEDDLE_INTERPOSE void __tsan_mutex_destroy(void* mutex, unsigned) { ended(mutex); }
HEDDLE_INTERPOSE void __tsan_mutex_pre_lock(void*, unsigned) { ignore_from_here(Ignored::both); }
HEDDLE_INTERPOSE void __tsan_mutex_post_lock(void* mutex, unsigned flags, int) {
  ignore_up_to_here(Ignored::both);
  if ((flags & kTryFailed) == 0) took(mutex, (flags & kReads) == 0);
}
HEDDLE_INTERPOSE int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  gives_back(mutex, (flags & kReads) == 0);
  ignore_from_here(Ignored::both);
  return 0;  // recursion depth, an argument of the next lock
}
HEDDLE_INTERPOSE void __tsan_mutex_post_unlock(void*, unsigned) {
  ignore_up_to_here(Ignored::both);
}
HEDDLE_INTERPOSE void __tsan_mutex_pre_signal(void*, unsigned) { ignore_from_here(Ignored::both); }
HEDDLE_INTERPOSE void __tsan_mutex_post_signal(void*, unsigned) {
  ignore_up_to_here(Ignored::both);
}
// The mutex calls something of the program in between.
HEDDLE_INTERPOSE void __tsan_mutex_pre_divert(void*, unsigned) { ignore_up_to_here(Ignored::both); }
HEDDLE_INTERPOSE void __tsan_mutex_post_divert(void*, unsigned) { ignore_from_here(Ignored::both); }

// ---- accesses ----

HEDDLE_INTERPOSE void __tsan_ignore_thread_begin() { ignore_from_here(Ignored::both); }
HEDDLE_INTERPOSE void __tsan_ignore_thread_end() { ignore_up_to_here(Ignored::both); }
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
HEDDLE_ANNOTATION(RWLockCreateStatic, const volatile void* lock) { begins(lock); }
HEDDLE_ANNOTATION(RWLockDestroy, const volatile void* lock) { ended(lock); }
HEDDLE_ANNOTATION(RWLockAcquired, const volatile void* lock, long writes) {
  took(lock, writes != 0);
}
HEDDLE_ANNOTATION(RWLockReleased, const volatile void* lock, long writes) {
  gives_back(lock, writes != 0);
}

HEDDLE_ANNOTATION(IgnoreReadsBegin) { ignore_from_here(Ignored::reads); }
HEDDLE_ANNOTATION(IgnoreReadsEnd) { ignore_up_to_here(Ignored::reads); }
HEDDLE_ANNOTATION(IgnoreWritesBegin) { ignore_from_here(Ignored::writes); }
HEDDLE_ANNOTATION(IgnoreWritesEnd) { ignore_up_to_here(Ignored::writes); }

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

// These tell other detectors what this one sees by itself, or ask for less order, which would add
// races that are none.
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
HEDDLE_ANNOTATION(IgnoreSyncBegin) {}
HEDDLE_ANNOTATION(IgnoreSyncEnd) {}
HEDDLE_ANNOTATION(ThreadName, const char*) {}
HEDDLE_INTERPOSE int RunningOnValgrind() { return 0; }
HEDDLE_INTERPOSE double ValgrindSlowdown() { return 1; }

}  // namespace heddle::native
