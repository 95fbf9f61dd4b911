#include "report/race_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/symbolized.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

std::string word_of(const result::RacingAccess& access) {
  return access.frees ? "free" : access.writes ? "write" : "read";
}

result::ReportedAccess told(const result::RacingAccess& access, symbolize::Symbolizer& symbolizer) {
  const std::vector<symbolize::Frame> frames = frames_of(access, symbolizer);
  result::ReportedAccess told;
  told.thread = access.thread;
  told.access = word_of(access);
  told.size = access.size;
  told.is_atomic = access.is_atomic;
  const bool all = symbolize::user_frame(frames) == nullptr;
  for (const symbolize::Frame& frame : frames) {
    if (all || !symbolize::is_library_frame(frame)) told.stack.push_back(frame_location(frame));
  }
  told.location = told.stack.empty() ? "an unknown location" : told.stack.front();
  return told;
}

// "thread 1's write".
std::string owned(const result::RacingAccess& access) {
  return access.thread + "'s " + word_of(access);
}

std::string missing_order(const result::FoundRace& race) {
  if (!race.had_heard) {
    return fmt::format("no happens-before edge orders {} and {}", owned(race.earlier),
                       owned(race.later));
  }
  return fmt::format("no lock, join or release-acquire pair orders {} before {}",
                     owned(race.earlier), owned(race.later));
}

std::string side_effect_of(const result::ReportedAccess& access) {
  return fmt::format("{}s {} byte{}{}", access.access, access.size, access.size == 1 ? "" : "s",
                     access.is_atomic ? " atomically" : "");
}

std::string access_text(const result::ReportedAccess& access) {
  std::string text =
      fmt::format("\n    {} {} at {}", access.thread, side_effect_of(access), access.location);
  for (std::size_t i = 1; i < access.stack.size(); ++i) {
    text += fmt::format("\n      called at {}", access.stack[i]);
  }
  return text;
}

}  // namespace

std::vector<symbolize::Frame> frames_of(const result::RacingAccess& access,
                                        symbolize::Symbolizer& symbolizer) {
  std::vector<symbolize::Frame> frames;
  for (const result::CodePlace& place : access.stack) {
    if (place.module.empty()) continue;
    const std::vector<symbolize::Frame>& more =
        symbolizer.frames_of_return(place.module, place.offset);
    frames.insert(frames.end(), more.begin(), more.end());
  }
  return frames;
}

std::string variable_of(const result::FoundRace& race, symbolize::Symbolizer& symbolizer) {
  if (race.variable.module.empty()) return race.memory;
  return symbolize::short_name(symbolizer.variable_at(race.variable.module, race.variable.offset),
                               symbolize::Parameters::keep);
}

bool is_suppressed(const result::FoundRace& race, const Suppressions& suppressions,
                   symbolize::Symbolizer& symbolizer) {
  constexpr auto kRace = Suppressions::Of::race;
  return suppressions.cover(kRace, frames_of(race.earlier, symbolizer)) ||
         suppressions.cover(kRace, frames_of(race.later, symbolizer)) ||
         suppressions.cover(kRace, variable_of(race, symbolizer));
}

std::vector<result::ReportedRace> reported_races(const std::vector<result::FoundRace>& races,
                                                 symbolize::Symbolizer& symbolizer) {
  std::vector<result::ReportedRace> all;
  std::vector<std::pair<std::string, std::string>> places;
  for (const result::FoundRace& race : races) {
    result::ReportedRace one;
    one.earlier = told(race.earlier, symbolizer);
    one.later = told(race.later, symbolizer);
    std::pair<std::string, std::string> pair(one.earlier.location, one.later.location);
    if (pair.second < pair.first) std::swap(pair.first, pair.second);
    if (std::find(places.begin(), places.end(), pair) != places.end()) continue;
    places.push_back(std::move(pair));
    one.variable = variable_of(race, symbolizer);
    one.missing = missing_order(race);
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<std::string> race_texts(const std::vector<result::ReportedRace>& races) {
  std::vector<std::string> texts;
  for (const result::ReportedRace& race : races) {
    texts.push_back(fmt::format("{}:{}{}\n    {}",
                                race.variable.empty() ? "on unnamed memory" : "on " + race.variable,
                                access_text(race.earlier), access_text(race.later), race.missing));
  }
  return texts;
}

}  // namespace heddle::report
