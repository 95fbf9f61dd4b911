// Interposes pthread_once, std::call_once (which calls it) and the guards of function-local
// statics.  The semantics of "once" are in sync/once.hpp.
#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "monitors/events.hpp"

namespace heddle::native {
namespace {

enum class Shape : std::uint64_t { once = 0, guard = 1 };

Operation operation_on(const void* address, OpKind kind, Shape shape, Site site) {
  return {.kind = kind,
          .size = static_cast<std::uint16_t>(shape == Shape::once ? sizeof(pthread_once_t) : 0),
          .object = object_of(address),
          .value = static_cast<std::uint64_t>(shape),
          .site = site};
}

// Gives the initialiser back when it leaves by an exception.
class Attempt {
 public:
  Attempt(pthread_once_t* once, Site site) : once_(once), site_(site) {}
  ~Attempt() {
    const bool failed = !succeeded_;
    scheduling_point(
        operation_on(once_, failed ? OpKind::once_abort : OpKind::once_end, Shape::once, site_));
    sync::Once state = load_once(once_);
    failed ? sync::abort(state) : sync::end(state);
    store_once(once_, state);
    events::ordered_before(object_of(once_));
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  void succeed() { succeeded_ = true; }

 private:
  pthread_once_t* once_;
  Site site_;
  bool succeeded_ = false;
};

[[gnu::noinline]] int begin_once(pthread_once_t* once, void (*routine)(), Site site) {
  events::object_read(object_of(once));
  if (load_once(once).phase == sync::OncePhase::done) {
    events::ordered_after(object_of(once));
    return 0;
  }
  Operation operation = operation_on(once, OpKind::once_begin, Shape::once, site);
  operation.second = arguments(reinterpret_cast<std::uintptr_t>(routine));
  const Thread& self = scheduling_point(operation);
  events::ordered_after(operation.object);
  sync::Once state = load_once(once);
  if (!sync::begin(state, self.id)) return 0;
  store_once(once, state);
  Attempt attempt(once, site);
  routine();
  attempt.succeed();
  return 0;
}

}  // namespace

// While the routine runs, our frame lies between frames of the program and is compared with them.
// It is laid over zeros, so that what it does not write is the same in equal states.
int run_once(pthread_once_t* once, void (*routine)(), Site site) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  return begin_once(once, routine, site);
}

HEDDLE_INTERPOSE int pthread_once(pthread_once_t* once, void (*routine)()) {
  if (!controlled()) return real().pthread_once(once, routine);
  return run_once(once, routine, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __cxa_guard_acquire(void* guard) {
  if (!controlled()) return real().cxa_guard_acquire(guard);
  const Thread& self =
      scheduling_point(operation_on(guard, OpKind::once_begin, Shape::guard, HEDDLE_CALLER));
  sync::Once state = load_guard(guard);
  events::ordered_after(object_of(guard));
  const bool run = sync::begin(state, self.id);
  store_guard(guard, state);
  return run ? 1 : 0;
}

HEDDLE_INTERPOSE void __cxa_guard_release(void* guard) {
  if (!controlled()) return real().cxa_guard_release(guard);
  scheduling_point(operation_on(guard, OpKind::once_end, Shape::guard, HEDDLE_CALLER));
  sync::Once state = load_guard(guard);
  sync::end(state);
  store_guard(guard, state);
  events::ordered_before(object_of(guard));
}

HEDDLE_INTERPOSE void __cxa_guard_abort(void* guard) {
  if (!controlled()) return real().cxa_guard_abort(guard);
  scheduling_point(operation_on(guard, OpKind::once_abort, Shape::guard, HEDDLE_CALLER));
  sync::Once state = load_guard(guard);
  sync::abort(state);
  store_guard(guard, state);
  events::ordered_before(object_of(guard));
}

}  // namespace heddle::native
