// The limits of the process.  Heddle's engine lives in it and needs memory, files and time of its
// own, so those that the program sets are values that nothing enforces.
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>

#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "monitors/events.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduling_point.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

static_assert(sizeof(rlimit) == sizeof(rlimit64));

using Resource = std::size_t;  // RLIMIT_NOFILE and others

constexpr Resource resource(int number) { return static_cast<Resource>(number); }

int failed_with(int error) {
  errno = error;
  return -1;
}

rlimit limit_of(Resource what) {
  const ProcessLimit& own = library_state().limits[what];
  if (own.is_set) return {own.now, own.most};
  rlimit real{};
  const EngineScope engine;
  call_real<int>("getrlimit", static_cast<int>(what), &real);
  return real;
}

int set_limit(Resource what, const rlimit& wanted) {
  const rlimit before = limit_of(what);
  if (wanted.rlim_cur > wanted.rlim_max) return EINVAL;
  if (wanted.rlim_max > before.rlim_max && ::geteuid() != 0) return EPERM;
  // A program cannot tell whether it would leave a core file.
  if (wanted.rlim_cur < before.rlim_cur && what != RLIMIT_CORE) runtime().lowers_limits = true;
  library_state().limits[what] = {1, wanted.rlim_cur, wanted.rlim_max};
  return 0;
}

// Each limit is an object of the search.  The calls of a library without instrumentation are no
// scheduling points, see pthread_key.cpp.
int exchange(Resource what, const rlimit* wanted, rlimit* old, Site site) {
  if (what >= RLIM_NLIMITS) return failed_with(EINVAL);
  const ObjectId object = object_of(&library_state().limits[what]);
  if (is_program_code(site)) {
    scheduling_point({.kind = wanted == nullptr ? OpKind::atomic_load : OpKind::atomic_update,
                      .size = 1,
                      .object = object,
                      .second = arguments(number_of(wanted), number_of(old)),
                      .site = site});
  }
  events::ordered_after(object);
  used_memory(reading(wanted, sizeof *wanted), site);
  const rlimit before = limit_of(what);
  if (wanted != nullptr) {
    note_atomic_change(MemoryChange::some);
    if (const int error = set_limit(what, *wanted); error != 0) return failed_with(error);
    events::ordered_before(object);
  }
  used_memory(writing(old, sizeof *old), site);
  if (old != nullptr) *old = before;
  return 0;
}

int exchange_of(pid_t process, Resource what, const rlimit* wanted, rlimit* old, Site site) {
  if (process == 0 || process == ::getpid()) return exchange(what, wanted, old, site);
  if (wanted != nullptr) {
    scheduler().refuse(
        "the program changes the limits of another process (prlimit): Heddle explores one process; "
        "run this part without Heddle");
  }
  use_memory(kNoObject, site, writing(old, sizeof *old));
  if (old != nullptr) dirty_pages().touch(old, sizeof *old);
  return call_real<int>("prlimit", process, static_cast<int>(what), nullptr, old);
}

}  // namespace

// The types of both names have the same form.
#define HEDDLE_LIMITS(bits, type)                                                               \
  HEDDLE_INTERPOSE int getrlimit##bits(__rlimit_resource_t what, type* into) noexcept {         \
    if (!controlled()) return call_real<int>("getrlimit" #bits, what, into);                    \
    return exchange(resource(what), nullptr, reinterpret_cast<rlimit*>(into), HEDDLE_CALLER);   \
  }                                                                                             \
  HEDDLE_INTERPOSE int setrlimit##bits(__rlimit_resource_t what, const type* wanted) noexcept { \
    if (!controlled()) return call_real<int>("setrlimit" #bits, what, wanted);                  \
    return exchange(resource(what), reinterpret_cast<const rlimit*>(wanted), nullptr,           \
                    HEDDLE_CALLER);                                                             \
  }                                                                                             \
  HEDDLE_INTERPOSE int prlimit##bits(pid_t process, __rlimit_resource what, const type* wanted, \
                                     type* old) noexcept {                                      \
    if (!controlled()) return call_real<int>("prlimit" #bits, process, what, wanted, old);      \
    return exchange_of(process, resource(what), reinterpret_cast<const rlimit*>(wanted),        \
                       reinterpret_cast<rlimit*>(old), HEDDLE_CALLER);                          \
  }

HEDDLE_LIMITS(, rlimit)
HEDDLE_LIMITS(64, rlimit64)

#undef HEDDLE_LIMITS

}  // namespace heddle::native
