// Dates.  Functions that return a buffer of the C library return one of the program's, which its
// threads share without protection.  The time zone follows from the environment at each call; what
// the C library remembers of it is its own.
#include <time.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void refresh_zone() {
  const EngineScope engine;
  call_real<void>("tzset");
}

void before_filling(const void* buffer, std::size_t size, const void* argument, Site site) {
  access_memory(buffer, size, OpKind::write, site,
                arguments(reinterpret_cast<std::uintptr_t>(argument)));
}

tm* broken_down(const char* name, const time_t* time, Site site) {
  tm& into = library_state().time;
  before_filling(&into, sizeof into, time, site);
  refresh_zone();
  const EngineScope engine;
  return call_real<tm*>(name, time, &into);
}

}  // namespace

HEDDLE_INTERPOSE void tzset() noexcept {
  if (!controlled()) return call_real<void>("tzset");
  roll_back(::tzname);
  roll_back(::timezone);
  roll_back(::daylight);
  refresh_zone();
}

HEDDLE_INTERPOSE tm* localtime_r(const time_t* time, tm* into) noexcept {
  if (controlled()) refresh_zone();
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
  if (controlled()) refresh_zone();
  const EngineScope engine;
  return call_real<time_t>("mktime", parts);
}

HEDDLE_INTERPOSE std::size_t strftime(char* into, std::size_t size, const char* format,
                                      const tm* parts) noexcept {
  if (controlled()) refresh_zone();
  const EngineScope engine;
  return call_real<std::size_t>("strftime", into, size, format, parts);
}

}  // namespace heddle::native
