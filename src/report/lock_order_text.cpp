#include "report/lock_order_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/code_frames.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

std::string name_of(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  const std::string name =
      lock.variable.module.empty() ? lock.memory : variable_name(lock.variable, symbolizer);
  return name.empty() ? "an unnamed lock" : name;
}

// Names a lock; a lock that is not a variable of its own gets a number, unique in its cycle.
std::string reported_name(const result::FoundLock& lock, std::size_t number,
                          symbolize::Symbolizer& symbolizer) {
  if (!lock.variable.module.empty()) return name_of(lock, symbolizer);
  const std::string where = lock.memory.empty() ? "" : ", in " + lock.memory;
  return fmt::format("lock {}{}", number, where);
}

std::string place_of(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  const std::string location = location_of(lock.stack, symbolizer);
  return location.empty() ? "an unknown location" : location;
}

void add_names(result::FoundLock& lock, std::size_t number, symbolize::Symbolizer& symbolizer) {
  lock.name = reported_name(lock, number, symbolizer);
  lock.location = place_of(lock, symbolizer);
}

// Returns the sorted locations of a cycle: two cycles with the same ones are one.
std::vector<std::string> places_of(const result::FoundLockCycle& cycle) {
  std::vector<std::string> places;
  for (const result::FoundLockStep& step : cycle) {
    places.push_back(step.held.location + '\n' + step.wanted.location);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

bool is_suppressed(const result::FoundLockCycle& cycle, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer) {
  const auto covers = [&](const result::FoundLock& lock) {
    constexpr auto kKind = Suppressions::Of::deadlock;
    return suppressions.cover(kKind, frames_of(lock.stack, symbolizer)) ||
           suppressions.cover(kKind, name_of(lock, symbolizer));
  };
  return std::any_of(cycle.begin(), cycle.end(), [&](const result::FoundLockStep& step) {
    return covers(step.held) || covers(step.wanted);
  });
}

void name_locks(std::vector<result::FoundLockCycle>& cycles, symbolize::Symbolizer& symbolizer) {
  std::vector<result::FoundLockCycle> all;
  for (result::FoundLockCycle& cycle : cycles) {
    // Each step wants the lock that the next one holds.
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      result::FoundLockStep& step = cycle[i];
      add_names(step.held, i + 1, symbolizer);
      add_names(step.wanted, (i + 1) % cycle.size() + 1, symbolizer);
    }
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const auto& known) {
      return places_of(known) == places_of(cycle);
    });
    if (!is_known) all.push_back(std::move(cycle));
  }
  cycles = std::move(all);
}

std::vector<std::string> lock_order_texts(const std::vector<result::FoundLockCycle>& cycles) {
  std::vector<std::string> texts;
  for (const result::FoundLockCycle& cycle : cycles) {
    std::string text;
    for (const result::FoundLockStep& step : cycle) {
      text += fmt::format("{}{} acquires {} at {}\n      while holding {}, acquired at {}",
                          text.empty() ? "" : "\n    ", step.thread, step.wanted.name,
                          step.wanted.location, step.held.name, step.held.location);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace heddle::report
