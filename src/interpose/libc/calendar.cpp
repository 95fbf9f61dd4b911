// Dates.  Functions that return a buffer of the C library return one of the program's, which its
// threads share without protection.  The time zone follows from the environment at each call; what
// the C library remembers of it is its own.
#include <time.h>
#include <unistd.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void refresh_zone() {
  const EngineScope engine;
  call_real<void>("tzset");
}

// The environment determines the zone.
PlainAccess reading_zone() { return reading(&environ, sizeof environ); }

tm* broken_down(const char* name, const time_t* time, tm* into) {
  refresh_zone();
  const EngineScope engine;
  return call_real<tm*>(name, time, into);
}

}  // namespace

HEDDLE_INTERPOSE void tzset() noexcept {
  if (!controlled()) return call_real<void>("tzset");
  use_memory(kNoObject, HEDDLE_CALLER, reading_zone());
  roll_back(::tzname);
  roll_back(::timezone);
  roll_back(::daylight);
  refresh_zone();
}

HEDDLE_INTERPOSE tm* localtime_r(const time_t* time, tm* into) noexcept {
  if (!controlled()) return call_real<tm*>("localtime_r", time, into);
  use_memory(arguments(number_of(time), number_of(into)), HEDDLE_CALLER, reading_zone(),
             reading(time, sizeof *time), writing(into, sizeof *into));
  return broken_down("localtime_r", time, into);
}

HEDDLE_INTERPOSE tm* localtime(const time_t* time) noexcept {
  if (!controlled()) return call_real<tm*>("localtime", time);
  tm& into = library_state().time;
  use_memory(arguments(number_of(time)), HEDDLE_CALLER, reading_zone(), reading(time, sizeof *time),
             writing(&into, sizeof into));
  return broken_down("localtime_r", time, &into);
}

HEDDLE_INTERPOSE tm* gmtime(const time_t* time) noexcept {
  if (!controlled()) return call_real<tm*>("gmtime", time);
  tm& into = library_state().time;
  use_memory(arguments(number_of(time)), HEDDLE_CALLER, reading(time, sizeof *time),
             writing(&into, sizeof into));
  return broken_down("gmtime_r", time, &into);
}

HEDDLE_INTERPOSE char* asctime(const tm* parts) noexcept {
  if (!controlled()) return call_real<char*>("asctime", parts);
  auto& text = library_state().time_text;
  use_memory(arguments(number_of(parts)), HEDDLE_CALLER, reading(parts, sizeof *parts),
             writing(text.data(), text.size()));
  return ::asctime_r(parts, text.data());
}

HEDDLE_INTERPOSE char* ctime(const time_t* time) noexcept {
  if (!controlled()) return call_real<char*>("ctime", time);
  auto& text = library_state().time_text;
  tm& into = library_state().time;
  use_memory(arguments(number_of(time)), HEDDLE_CALLER, reading_zone(), reading(time, sizeof *time),
             writing(&into, sizeof into), writing(text.data(), text.size()));
  tm* const parts = broken_down("localtime_r", time, &into);
  return parts == nullptr ? nullptr : ::asctime_r(parts, text.data());
}

HEDDLE_INTERPOSE time_t mktime(tm* parts) noexcept {
  if (controlled()) {
    use_memory(arguments(number_of(parts)), HEDDLE_CALLER, reading_zone(),
               writing(parts, sizeof *parts));
    refresh_zone();
  }
  const EngineScope engine;
  return call_real<time_t>("mktime", parts);
}

HEDDLE_INTERPOSE std::size_t strftime(char* into, std::size_t size, const char* format,
                                      const tm* parts) noexcept {
  if (controlled()) {
    use_memory(arguments(number_of(into), size, number_of(format), number_of(parts)), HEDDLE_CALLER,
               reading_zone(), reading(format, whole_string(format)), reading(parts, sizeof *parts),
               writing(into, size > 0 ? 1 : 0));
    refresh_zone();
  }
  std::size_t length = 0;
  {
    const EngineScope engine;
    length = call_real<std::size_t>("strftime", into, size, format, parts);
  }
  if (length > 0) used_memory(writing(into, length + 1), HEDDLE_CALLER);
  return length;
}

}  // namespace heddle::native
