#include "report/lock_order_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "report/code_frames.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

// The threads of a cycle that the text names; the JSON has all.
constexpr std::size_t kShownSteps = 5;

// Returns the name of the variable, member or element that is the lock; empty when unknown.
std::string source_name(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  if (!lock.variable.module.empty()) return variable_name(lock.variable, symbolizer);
  for (const result::CodeExcerpt& excerpt : lock.around) {
    std::string name = object_name(excerpt, lock.address, symbolizer);
    if (!name.empty()) return name;
  }
  return "";
}

// Names the locks that the steps of a cycle hold.  Different locks of one name are numbered from
// the second on, as in schedules; a lock without a name gets its number in the cycle.
std::vector<std::string> names_in_cycle(const result::FoundLockCycle& cycle,
                                        symbolize::Symbolizer& symbolizer) {
  std::vector<std::string> names;
  std::map<std::string, int> uses;
  for (const result::FoundLockStep& step : cycle) {
    std::string name = source_name(step.held, symbolizer);
    const int number = name.empty() ? 0 : ++uses[name];
    if (number > 1) name += fmt::format(" #{}", number);
    if (name.empty()) {
      const std::string where = step.held.memory.empty() ? "" : ", in " + step.held.memory;
      name = fmt::format("lock {}{}", names.size() + 1, where);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string place_of(const result::FoundLock& lock, symbolize::Symbolizer& symbolizer) {
  const std::string location = location_of(lock.stack, symbolizer);
  return location.empty() ? "an unknown location" : location;
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
    const std::string name = source_name(lock, symbolizer);
    const bool is_unknown = name.empty() && lock.memory.empty();
    return suppressions.cover(kKind, frames_of(lock.stack, symbolizer)) ||
           suppressions.cover(kKind, is_unknown ? "an unnamed lock" : name) ||
           suppressions.cover(kKind, lock.memory);
  };
  return std::any_of(cycle.begin(), cycle.end(), [&](const result::FoundLockStep& step) {
    return covers(step.held) || covers(step.wanted);
  });
}

void name_locks(std::vector<result::FoundLockCycle>& cycles, symbolize::Symbolizer& symbolizer) {
  std::vector<result::FoundLockCycle> all;
  for (result::FoundLockCycle& cycle : cycles) {
    // Each step wants the lock that the next one holds.
    const std::vector<std::string> names = names_in_cycle(cycle, symbolizer);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      result::FoundLockStep& step = cycle[i];
      step.held.name = names[i];
      step.wanted.name = names[(i + 1) % cycle.size()];
      step.held.location = place_of(step.held, symbolizer);
      step.wanted.location = place_of(step.wanted, symbolizer);
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
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const std::size_t left = cycle.size() - i;
      if (i == kShownSteps - 1 && left > 2) {
        text += fmt::format(
            "\n    {} further threads, each of which acquires a lock that the next "
            "one holds",
            left - 1);
        i = cycle.size() - 1;
      }
      const result::FoundLockStep& step = cycle[i];
      text += fmt::format("{}{} acquires {} at {}\n      while holding {}, acquired at {}",
                          text.empty() ? "" : "\n    ", step.thread, step.wanted.name,
                          step.wanted.location, step.held.name, step.held.location);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace heddle::report
