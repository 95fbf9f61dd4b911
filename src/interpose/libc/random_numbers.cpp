// rand, random, drand48 and their families.  The C library computes the numbers, by its functions
// that take the state as an argument; the state belongs to the program.  The order of draws decides
// which thread gets which number, so each draw is a scheduling point.
#include <stdlib.h>

#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {
namespace {

void pause_before_draw(const std::uint64_t& draws, ObjectId others, Site site) {
  scheduling_point({.kind = OpKind::atomic_update,
                    .size = sizeof draws,
                    .object = object_of(&draws),
                    .second = others,
                    .value = 1,
                    .site = site});
  note_atomic_change(MemoryChange::some);
}

std::int32_t draw(Site site) {
  LibraryState& state = library_state();
  pause_before_draw(state.random_draws, kNoObject, site);
  ++state.random_draws;
  std::int32_t number = 0;
  ::random_r(&state.random, &number);
  return number;
}

void seed(unsigned number, Site site) {
  LibraryState& state = library_state();
  pause_before_draw(state.random_draws, arguments(number, 1U), site);
  state.random_draws = 0;
  ::srandom_r(number, &state.random);
}

// The table in use begins with a word that says how far it got.
char* table_in_use(const LibraryState& state) {
  return reinterpret_cast<char*>(state.random.state - 1);
}

// One of the functions that count with 48 bits.
template <typename Draw>
auto draw_counter(Site site, ObjectId others, Draw draw) {
  LibraryState& state = library_state();
  pause_before_draw(state.counter_draws, others, site);
  ++state.counter_draws;
  return draw(state.counter);
}

ObjectId place(const void* pointer, long number = 0) {
  return arguments(reinterpret_cast<std::uintptr_t>(pointer), static_cast<unsigned long>(number),
                   2U);
}

}  // namespace

HEDDLE_INTERPOSE int rand() noexcept {
  return controlled() ? draw(HEDDLE_CALLER) : call_real<int>("rand");
}

HEDDLE_INTERPOSE long random() noexcept {
  return controlled() ? draw(HEDDLE_CALLER) : call_real<long>("random");
}

HEDDLE_INTERPOSE void srand(unsigned number) noexcept {
  if (!controlled()) return call_real<void>("srand", number);
  seed(number, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void srandom(unsigned number) noexcept {
  if (!controlled()) return call_real<void>("srandom", number);
  seed(number, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE char* initstate(unsigned number, char* table, std::size_t size) noexcept {
  if (!controlled()) return call_real<char*>("initstate", number, table, size);
  LibraryState& state = library_state();
  pause_before_draw(state.random_draws, arguments(number, size, place(table)), HEDDLE_CALLER);
  char* const before = table_in_use(state);
  if (::initstate_r(number, table, size, &state.random) != 0) return nullptr;
  state.random_draws = 0;
  return before;
}

HEDDLE_INTERPOSE char* setstate(char* table) noexcept {
  if (!controlled()) return call_real<char*>("setstate", table);
  LibraryState& state = library_state();
  pause_before_draw(state.random_draws, place(table), HEDDLE_CALLER);
  char* const before = table_in_use(state);
  return ::setstate_r(table, &state.random) != 0 ? nullptr : before;
}

// `type name()` and `type of_name(unsigned short[3])`, whose counter is the caller's.
#define HEDDLE_COUNTER(type, name, of_name)                                           \
  HEDDLE_INTERPOSE type name() noexcept {                                             \
    if (!controlled()) return call_real<type>(#name);                                 \
    return draw_counter(HEDDLE_CALLER, kNoObject, [](drand48_data& counter) {         \
      type number{};                                                                  \
      ::name##_r(&counter, &number);                                                  \
      return number;                                                                  \
    });                                                                               \
  }                                                                                   \
  HEDDLE_INTERPOSE type of_name(unsigned short* words) noexcept {                     \
    if (!controlled()) return call_real<type>(#of_name, words);                       \
    return draw_counter(HEDDLE_CALLER, place(words), [words](drand48_data& counter) { \
      type number{};                                                                  \
      ::of_name##_r(words, &counter, &number);                                        \
      return number;                                                                  \
    });                                                                               \
  }

HEDDLE_COUNTER(double, drand48, erand48)
HEDDLE_COUNTER(long, lrand48, nrand48)
HEDDLE_COUNTER(long, mrand48, jrand48)

HEDDLE_INTERPOSE void srand48(long number) noexcept {
  if (!controlled()) return call_real<void>("srand48", number);
  draw_counter(HEDDLE_CALLER, place(nullptr, number),
               [number](drand48_data& counter) { ::srand48_r(number, &counter); });
  library_state().counter_draws = 0;
}

HEDDLE_INTERPOSE unsigned short* seed48(unsigned short* words) noexcept {
  if (!controlled()) return call_real<unsigned short*>("seed48", words);
  draw_counter(HEDDLE_CALLER, place(words),
               [words](drand48_data& counter) { ::seed48_r(words, &counter); });
  library_state().counter_draws = 0;
  return library_state().counter.__old_x;
}

HEDDLE_INTERPOSE void lcong48(unsigned short* words) noexcept {
  if (!controlled()) return call_real<void>("lcong48", words);
  draw_counter(HEDDLE_CALLER, place(words),
               [words](drand48_data& counter) { ::lcong48_r(words, &counter); });
  library_state().counter_draws = 0;
}

}  // namespace heddle::native
