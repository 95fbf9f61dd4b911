// Interposes the functions with which a program reads and changes the settings of OpenMP.
#include <time.h>

#include <algorithm>
#include <climits>

#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/omp_environment.hpp"
#include "interpose/openmp/team.hpp"
#include "interpose/process/processors.hpp"

namespace heddle::native::openmp {
namespace {

// The place of the current thread in its team or in an enclosing one, down to `level`.  The outer
// place of a thread that a team created is that of the team's first thread.
const Member* place_at(int level) {
  const Member* at = place();
  const int now = at == nullptr ? 0 : static_cast<int>(at->team->level);
  if (level < 0 || level > now) return nullptr;
  while (at != nullptr && static_cast<int>(at->team->level) > level) {
    at = at->team->members[0].outer;
  }
  return at;
}

bool has_level(int level) {
  const int now = place() == nullptr ? 0 : static_cast<int>(place()->team->level);
  return level >= 0 && level <= now;
}

}  // namespace

#define HEDDLE_OMP_FACT(name, value)                    \
  HEDDLE_INTERPOSE int name() {                         \
    if (!controlled()) return call_library<int>(#name); \
    return static_cast<int>(value);                     \
  }

HEDDLE_OMP_FACT(omp_get_thread_num, place() == nullptr ? 0 : place()->number)
HEDDLE_OMP_FACT(omp_get_num_threads, place() == nullptr ? 1 : place()->team->size)
HEDDLE_OMP_FACT(omp_in_parallel, place() != nullptr && place()->team->active_level > 0)
HEDDLE_OMP_FACT(omp_get_level, place() == nullptr ? 0 : place()->team->level)
HEDDLE_OMP_FACT(omp_get_active_level, place() == nullptr ? 0 : place()->team->active_level)
HEDDLE_OMP_FACT(omp_get_max_threads, settings().threads)
HEDDLE_OMP_FACT(omp_get_num_procs, kShownProcessors)
HEDDLE_OMP_FACT(omp_get_thread_limit, INT_MAX)
HEDDLE_OMP_FACT(omp_get_dynamic, settings().adjusts)
HEDDLE_OMP_FACT(omp_get_nested, settings().active_levels > 1)
HEDDLE_OMP_FACT(omp_get_max_active_levels, settings().active_levels)
HEDDLE_OMP_FACT(omp_get_supported_active_levels, INT_MAX)
HEDDLE_OMP_FACT(omp_get_cancellation, cancellation_is_on())
HEDDLE_OMP_FACT(omp_get_max_task_priority, 0)

#undef HEDDLE_OMP_FACT

HEDDLE_INTERPOSE int omp_get_ancestor_thread_num(int level) {
  if (!controlled()) return call_library<int>("omp_get_ancestor_thread_num", level);
  if (!has_level(level)) return -1;
  const Member* const at = place_at(level);
  return at == nullptr ? 0 : static_cast<int>(at->number);
}

HEDDLE_INTERPOSE int omp_get_team_size(int level) {
  if (!controlled()) return call_library<int>("omp_get_team_size", level);
  if (!has_level(level)) return -1;
  const Member* const at = place_at(level);
  return at == nullptr ? 1 : static_cast<int>(at->team->size);
}

HEDDLE_INTERPOSE void omp_set_num_threads(int threads) {
  if (!controlled()) return call_library<void>("omp_set_num_threads", threads);
  member().settings.threads = static_cast<std::uint64_t>(std::max(threads, 1));
}

HEDDLE_INTERPOSE void omp_set_dynamic(int adjusts) {
  if (!controlled()) return call_library<void>("omp_set_dynamic", adjusts);
  member().settings.adjusts = adjusts != 0 ? 1 : 0;
}

HEDDLE_INTERPOSE void omp_set_nested(int nested) {
  if (!controlled()) return call_library<void>("omp_set_nested", nested);
  member().settings.active_levels = nested != 0 ? INT_MAX : 1;
}

HEDDLE_INTERPOSE void omp_set_max_active_levels(int levels) {
  if (!controlled()) return call_library<void>("omp_set_max_active_levels", levels);
  if (levels >= 0) member().settings.active_levels = static_cast<std::uint64_t>(levels);
}

// A negative kind has the bit for "monotonic", which every schedule here is.
HEDDLE_INTERPOSE void omp_set_schedule(unsigned kind, int chunk) {
  if (!controlled()) return call_library<void>("omp_set_schedule", kind, chunk);
  constexpr unsigned kMonotonic = 0x8000'0000U;
  constexpr unsigned kAuto = 4;
  Settings& own = member().settings;
  kind &= ~kMonotonic;
  own.schedule = kind == kAuto ? static_cast<std::uint64_t>(Schedule::fixed) : kind;
  const bool is_static = own.schedule == static_cast<std::uint64_t>(Schedule::fixed);
  own.chunk = chunk > 0 && kind != kAuto ? static_cast<std::uint64_t>(chunk)
                                         : static_cast<std::uint64_t>(is_static ? 0 : 1);
}

HEDDLE_INTERPOSE void omp_get_schedule(unsigned* kind, int* chunk) {
  if (!controlled()) return call_library<void>("omp_get_schedule", kind, chunk);
  const Settings now = settings();
  *kind = static_cast<unsigned>(now.schedule);
  *chunk = static_cast<int>(now.chunk);
}

// Virtual time, as that of every other clock.
HEDDLE_INTERPOSE double omp_get_wtime() {
  if (!controlled()) return call_library<double>("omp_get_wtime");
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

HEDDLE_INTERPOSE double omp_get_wtick() {
  if (!controlled()) return call_library<double>("omp_get_wtick");
  return 1e-9;
}

}  // namespace heddle::native::openmp
