// Dates.  Functions that return a buffer of the C library return one of the program's, which its
// threads share without protection.  The time zone follows from the environment at each call; what
// the C library remembers of it is its own.
#include <time.h>
#include <unistd.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/caller_memory.hpp"
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
void read_zone(ObjectId others, Site site) {
  access_memory(&environ, sizeof environ, OpKind::read, site, others);
}

void before_filling(const void* buffer, std::size_t size, const void* argument, Site site) {
  access_memory(buffer, size, OpKind::write, site,
                arguments(reinterpret_cast<std::uintptr_t>(argument)));
}

tm* broken_down(const char* name, const time_t* time, Site site) {
  tm& into = library_state().time;
  before_filling(&into, sizeof into, time, site);
  read_zone(arguments(number_of(time)), site);
  refresh_zone();
  const EngineScope engine;
  return call_real<tm*>(name, time, &into);
}

}  // namespace

HEDDLE_INTERPOSE void tzset() noexcept {
  if (!controlled()) return call_real<void>("tzset");
  read_zone(kNoObject, HEDDLE_CALLER);
  roll_back(::tzname);
  roll_back(::timezone);
  roll_back(::daylight);
  refresh_zone();
}

HEDDLE_INTERPOSE tm* localtime_r(const time_t* time, tm* into) noexcept {
  if (controlled()) {
    read_zone(arguments(number_of(time), number_of(into)), HEDDLE_CALLER);
    use_memory(reading(time, sizeof *time), arguments(number_of(into)), HEDDLE_CALLER);
    use_memory(writing(into, sizeof *into), arguments(number_of(time)), HEDDLE_CALLER);
    refresh_zone();
  }
  const EngineScope engine;
  return call_real<tm*>("localtime_r", time, into);
}

HEDDLE_INTERPOSE tm* localtime(const time_t* time) noexcept {
  if (!controlled()) return call_real<tm*>("localtime", time);
  return broken_down("localtime_r", time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE tm* gmtime(const time_t* time) noexcept {
  if (!controlled()) return call_real<tm*>("gmtime", time);
  return broken_down("gmtime_r", time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE char* asctime(const tm* time) noexcept {
  if (!controlled()) return call_real<char*>("asctime", time);
  auto& text = library_state().time_text;
  before_filling(text.data(), text.size(), time, HEDDLE_CALLER);
  return ::asctime_r(time, text.data());
}

HEDDLE_INTERPOSE char* ctime(const time_t* time) noexcept {
  if (!controlled()) return call_real<char*>("ctime", time);
  auto& text = library_state().time_text;
  before_filling(text.data(), text.size(), time, HEDDLE_CALLER);
  tm* const parts = broken_down("localtime_r", time, HEDDLE_CALLER);
  return parts == nullptr ? nullptr : ::asctime_r(parts, text.data());
}

HEDDLE_INTERPOSE time_t mktime(tm* parts) noexcept {
  if (controlled()) {
    read_zone(arguments(number_of(parts)), HEDDLE_CALLER);
    use_memory(writing(parts, sizeof *parts), kNoObject, HEDDLE_CALLER);
    refresh_zone();
  }
  const EngineScope engine;
  return call_real<time_t>("mktime", parts);
}

HEDDLE_INTERPOSE std::size_t strftime(char* into, std::size_t size, const char* format,
                                      const tm* parts) noexcept {
  if (controlled()) {
    const ObjectId others = arguments(number_of(into), size, number_of(format), number_of(parts));
    read_zone(others, HEDDLE_CALLER);
    use_memory(reading(parts, sizeof *parts), others, HEDDLE_CALLER);
    use_memory(writing(into, size > 0 ? 1 : 0), others, HEDDLE_CALLER);
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
