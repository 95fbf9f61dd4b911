// Interposes libomp's entry points of loops, which clang's code calls.  Bounds are inclusive.
// Sections are loops with a static schedule.
#include <cstdint>
#include <type_traits>

#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {
namespace {

// How libomp numbers schedules.  An ordered loop has a number that is higher by kOrdered.
// "Monotonic" and "nonmonotonic" are bits that allow orders which libomp does not use.
enum class ClangSchedule : std::uint32_t {
  static_chunks = 33,
  static_whole = 34,
  dynamic = 35,
  guided = 36,
  runtime = 37,
  automatic = 38,
  static_steal = 44,
  static_vectors = 45,
  guided_vectors = 46,
  runtime_vectors = 47,
};
constexpr std::uint32_t kOrdered = 32;
constexpr std::uint32_t kModifiers = (1U << 29) | (1U << 30);

[[noreturn]] void refuse_schedule() {
  scheduler().refuse(
      "the program uses an OpenMP loop schedule that Heddle does not know; use static, dynamic or "
      "guided");
}

Iterations with(Iterations all, Schedule schedule, std::uint64_t chunk) {
  all.schedule = static_cast<std::uint64_t>(schedule);
  all.chunk = chunk;
  return all;
}

Iterations with_schedule(const Iterations& all, std::uint32_t schedule, std::uint64_t chunk) {
  switch (static_cast<ClangSchedule>(schedule)) {
    case ClangSchedule::static_whole:
      return with(all, Schedule::fixed, 0);
    case ClangSchedule::static_chunks:
    case ClangSchedule::static_vectors:
      return with(all, Schedule::fixed, chunk == 0 ? 1 : chunk);
    case ClangSchedule::dynamic:
    case ClangSchedule::static_steal:
      return with(all, Schedule::dynamic, chunk);
    case ClangSchedule::automatic:  // as in libomp
    case ClangSchedule::guided:
    case ClangSchedule::guided_vectors:
      return with(all, Schedule::guided, chunk);
    case ClangSchedule::runtime:
    case ClangSchedule::runtime_vectors:
      return with(all, static_cast<Schedule>(settings().schedule), settings().chunk);
  }
  refuse_schedule();
}

template <typename Number>
Iterations inclusive(Number first, Number last, std::make_signed_t<Number> step) {
  const auto from = static_cast<std::uint64_t>(first);
  const auto to = static_cast<std::uint64_t>(last);
  const auto by = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
  std::uint64_t count = 0;
  if (step > 0 && first <= last) count = (to - from) / by + 1;
  if (step < 0 && first >= last) count = (from - to) / (0 - by) + 1;
  return {.first = from, .end = from + count * by, .step = by, .count = count};
}

template <typename Number>
std::uint64_t chunk_size(Number chunk) {
  return chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0;
}

// The bounds of a loop with a static schedule, which a thread gets at once.
template <typename Number>
struct Bounds {
  int* has_last;
  Number* lower;
  Number* upper;
  std::make_signed_t<Number>* stride;  // to the thread's next chunk

  void give(std::uint64_t first, std::uint64_t last, std::uint64_t to_next, bool is_last) const {
    *lower = static_cast<Number>(first);
    *upper = static_cast<Number>(last);
    *stride = static_cast<std::make_signed_t<Number>>(to_next);
    if (has_last != nullptr) *has_last = is_last ? 1 : 0;
  }
};

// Gives the thread one chunk, [begin, end), which may be empty.
template <typename Number>
void give_block(const Iterations& all, const Bounds<Number>& bounds, std::uint64_t begin,
                std::uint64_t end) {
  if (begin == end) return bounds.give(1, 0, all.count, false);
  bounds.give(all.first + begin * all.step, all.first + (end - 1) * all.step, all.count,
              end == all.count);
}

template <typename Number>
void divide_statically(const Member* self, std::uint32_t schedule, const Iterations& all,
                       std::uint64_t chunk, const Bounds<Number>& bounds) {
  const std::uint64_t threads = self == nullptr ? 1 : self->team->size;
  if (all.count == 0 || threads == 1) {
    *bounds.stride = static_cast<std::make_signed_t<Number>>(all.count * all.step);
    if (all.count == 0) *bounds.stride = static_cast<std::make_signed_t<Number>>(all.step);
    if (bounds.has_last != nullptr) *bounds.has_last = all.count == 0 ? 0 : 1;
    return;
  }
  if (chunk == 0) chunk = 1;
  switch (static_cast<ClangSchedule>(schedule)) {
    case ClangSchedule::static_whole: {
      const Range own = one_per_thread(*self, all.count);
      return give_block(all, bounds, own.begin, own.end);
    }
    case ClangSchedule::static_vectors: {
      const std::uint64_t even = (all.count + threads - 1) / threads;
      const std::uint64_t size = (even + chunk - 1) / chunk * chunk;
      const std::uint64_t begin = std::min(self->number * size, all.count);
      return give_block(all, bounds, begin, std::min(begin + size, all.count));
    }
    case ClangSchedule::static_chunks: {
      const std::uint64_t first = all.first + self->number * chunk * all.step;
      return bounds.give(first, first + (chunk - 1) * all.step, threads * chunk * all.step,
                         (all.count - 1) / chunk % threads == self->number);
    }
    default:
      refuse_schedule();
  }
}

void begin_loop(const Iterations& all, std::uint32_t schedule, std::uint64_t chunk) {
  schedule &= ~kModifiers;
  const bool is_ordered = schedule > kOrdered * 2;
  if (is_ordered) schedule -= kOrdered;
  Member& self = member();
  self.loop = {.iterations = with_schedule(all, schedule, chunk),
               .is_new = 1,
               .is_ordered = is_ordered ? std::uint64_t{1} : std::uint64_t{0}};
}

Chunk take_chunk(Member& self, ObjectId arguments, Site site) {
  BegunLoop& loop = self.loop;
  const bool is_ordered = loop.is_ordered != 0;
  Chunk chunk;
  if (loop.is_new != 0) {
    loop.is_new = 0;
    chunk = is_ordered ? enter_ordered_share(self, loop.iterations, arguments, site)
                       : enter_share(self, loop.iterations, arguments, site);
  } else {
    chunk =
        is_ordered ? next_ordered_chunk(self, arguments, site) : next_chunk(self, arguments, site);
  }
  if (!chunk.found) {
    self.loop = {};
  } else if (is_ordered) {
    loop.left = chunk.size;
  }
  return chunk;
}

template <typename Number>
int give_next(int* is_last, Number* lower, Number* upper, std::make_signed_t<Number>* step,
              Site site) {
  const auto number = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  Member& self = member();
  const std::uint64_t by = self.loop.iterations.step;
  const Chunk chunk = take_chunk(
      self, arguments(number(is_last), number(lower), number(upper), number(step), by), site);
  if (!chunk.found) return 0;
  *lower = static_cast<Number>(chunk.first);
  *upper = static_cast<Number>(chunk.first + (chunk.size - 1) * by);
  if (step != nullptr) *step = static_cast<std::make_signed_t<Number>>(by);
  if (is_last != nullptr) *is_last = chunk.is_last ? 1 : 0;
  return 1;
}

// Clang's code calls this after each iteration of an ordered loop.
void end_iteration() {
  if (place() != nullptr && place()->loop.left > 0) --place()->loop.left;
}

}  // namespace

// The entry points of a type of loop variables; `suffix` is how libomp spells it.
#define HEDDLE_CLANG_LOOP(suffix, type, signed_type)                                             \
  HEDDLE_INTERPOSE void __kmpc_for_static_init_##suffix(                                         \
      void* where, int thread, int schedule, int* has_last, type* lower, type* upper,            \
      signed_type* stride, signed_type step, signed_type chunk) {                                \
    if (!in_exploration()) {                                                                     \
      return call_library<void>("__kmpc_for_static_init_" #suffix, where, thread, schedule,      \
                                has_last, lower, upper, stride, step, chunk);                    \
    }                                                                                            \
    divide_statically<type>(place(), static_cast<std::uint32_t>(schedule) & ~kModifiers,         \
                            inclusive<type>(*lower, *upper, step), chunk_size(chunk),            \
                            {has_last, lower, upper, stride});                                   \
    cleanly(0);                                                                                  \
  }                                                                                              \
  HEDDLE_INTERPOSE void __kmpc_dispatch_init_##suffix(void* where, int thread, int schedule,     \
                                                      type lower, type upper, signed_type step,  \
                                                      signed_type chunk) {                       \
    if (!in_exploration()) {                                                                     \
      return call_library<void>("__kmpc_dispatch_init_" #suffix, where, thread, schedule, lower, \
                                upper, step, chunk);                                             \
    }                                                                                            \
    begin_loop(inclusive<type>(lower, upper, step), static_cast<std::uint32_t>(schedule),        \
               chunk_size(chunk));                                                               \
    cleanly(0);                                                                                  \
  }                                                                                              \
  HEDDLE_INTERPOSE int __kmpc_dispatch_next_##suffix(                                            \
      void* where, int thread, int* is_last, type* lower, type* upper, signed_type* step) {      \
    if (!in_exploration()) {                                                                     \
      return call_library<int>("__kmpc_dispatch_next_" #suffix, where, thread, is_last, lower,   \
                               upper, step);                                                     \
    }                                                                                            \
    return give_next<type>(is_last, lower, upper, step, HEDDLE_CALLER);                          \
  }                                                                                              \
  HEDDLE_INTERPOSE void __kmpc_dispatch_fini_##suffix(void* where, int thread) {                 \
    if (!in_exploration()) {                                                                     \
      return call_library<void>("__kmpc_dispatch_fini_" #suffix, where, thread);                 \
    }                                                                                            \
    end_iteration();                                                                             \
    cleanly(0);                                                                                  \
  }

HEDDLE_CLANG_LOOP(4, std::int32_t, std::int32_t)
HEDDLE_CLANG_LOOP(4u, std::uint32_t, std::int32_t)
HEDDLE_CLANG_LOOP(8, std::int64_t, std::int64_t)
HEDDLE_CLANG_LOOP(8u, std::uint64_t, std::int64_t)

#undef HEDDLE_CLANG_LOOP

HEDDLE_INTERPOSE void __kmpc_for_static_fini(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_for_static_fini", where, thread);
}

// Newer versions of clang call this after the last chunk.
HEDDLE_INTERPOSE void __kmpc_dispatch_deinit(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_dispatch_deinit", where, thread);
}

HEDDLE_INTERPOSE void __kmpc_ordered(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_ordered", where, thread);
  if (place() != nullptr && place()->share != nullptr) {
    wait_for_turn(*place(), kNoObject, HEDDLE_CALLER);
  }
}

// The turn passes on after the ordered block of the chunk's last iteration.
HEDDLE_INTERPOSE void __kmpc_end_ordered(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_ordered", where, thread);
  Member* const self = place();
  if (self != nullptr && self->share != nullptr && self->loop.left == 1) {
    pass_turn(*self, HEDDLE_CALLER);
  }
}

}  // namespace heddle::native::openmp
