#include "report/race_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "report/code_frames.hpp"
#include "report/symbolized.hpp"

namespace heddle::report {
namespace {

void locate_access(result::RacingAccess& access, symbolize::Symbolizer& symbolizer) {
  const std::vector<symbolize::Frame> frames = frames_of(access.stack, symbolizer);
  const auto is_installed = [](const symbolize::Frame& frame) {
    return symbolize::is_system_library(frame.module);
  };
  const bool has_user_frame = symbolize::user_frame(frames) != nullptr;
  // Headers of a library are compiled into the program; the library's own code comes next.
  const bool has_installed = std::any_of(frames.begin(), frames.end(), is_installed);
  for (const symbolize::Frame& frame : frames) {
    const bool is_shown = has_user_frame ? !symbolize::is_library_frame(frame)
                                         : !has_installed || is_installed(frame);
    if (is_shown) access.calls.push_back(frame_location(frame));
  }
  access.location = access.calls.empty() ? "an unknown location" : access.calls.front();
}

// Returns the libraries without instrumentation through which the accesses were made, as text.
std::string unobserved_libraries(const result::FoundRace& race, symbolize::Symbolizer& symbolizer) {
  std::set<std::string> names;
  for (const result::RacingAccess* access : {&race.earlier, &race.later}) {
    for (const symbolize::Frame& frame : frames_of(access->stack, symbolizer)) {
      if (!symbolize::is_system_library(frame.module)) continue;
      names.emplace(symbolize::base_name(frame.module));
    }
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

// "thread 1's write".
std::string owned(const result::RacingAccess& access) {
  return access.thread + "'s " + result::access_word(access);
}

std::string missing_order(const result::FoundRace& race) {
  if (!race.had_heard) {
    return fmt::format("no happens-before edge orders {} and {}", owned(race.earlier),
                       owned(race.later));
  }
  return fmt::format("no lock, join or release-acquire pair orders {} before {}",
                     owned(race.earlier), owned(race.later));
}

std::string access_text(const result::RacingAccess& access) {
  std::string text = fmt::format("\n    {} {} at {}", access.thread, result::access_phrase(access),
                                 access.location);
  for (std::size_t i = 1; i < access.calls.size(); ++i) {
    text += fmt::format("\n      called at {}", access.calls[i]);
  }
  return text;
}

}  // namespace

std::string variable_of(const result::FoundRace& race, symbolize::Symbolizer& symbolizer) {
  if (!race.place.module.empty()) return variable_name(race.place, symbolizer);
  for (const result::CodeExcerpt& excerpt : race.around) {
    std::string name = object_name(excerpt, race.address, symbolizer);
    if (!name.empty()) return name;
  }
  return race.memory;
}

bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer) {
  constexpr auto kRace = Suppressions::Of::race;
  return suppressions.cover(kRace, frames_of(race.earlier.stack, symbolizer)) ||
         suppressions.cover(kRace, frames_of(race.later.stack, symbolizer)) ||
         suppressions.cover(kRace, variable_of(race, symbolizer)) ||
         suppressions.cover(kRace, race.memory);
}

void locate(std::vector<result::FoundRace>& races, symbolize::Symbolizer& symbolizer) {
  std::set<std::tuple<std::string, std::string, std::string>> known;
  std::vector<result::FoundRace> distinct;
  for (result::FoundRace& race : races) {
    locate_access(race.earlier, symbolizer);
    locate_access(race.later, symbolizer);
    race.variable = variable_of(race, symbolizer);
    const auto& [first, second] = std::minmax(race.earlier.location, race.later.location);
    if (!known.emplace(first, second, race.variable).second) continue;
    race.missing = missing_order(race);
    const std::string libraries = unobserved_libraries(race, symbolizer);
    if (!libraries.empty()) {
      race.missing += "; code without instrumentation may order them: " + libraries;
    }
    distinct.push_back(std::move(race));
  }
  races = std::move(distinct);
}

std::vector<std::string> race_texts(const std::vector<result::FoundRace>& races) {
  std::vector<std::string> texts;
  for (const result::FoundRace& race : races) {
    texts.push_back(fmt::format("{}:{}{}\n    {}",
                                race.variable.empty() ? "on unnamed memory" : "on " + race.variable,
                                access_text(race.earlier), access_text(race.later), race.missing));
  }
  return texts;
}

}  // namespace heddle::report
