#include "cli/warning_match.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace heddle::cli {
namespace {

using guidance::CycleStep;
using guidance::Site;
using guidance::SiteKind;
using guidance::Warning;
using guidance::WarningKind;
using symbolize::Frame;

// The first frame of the user's code; one without a line when there is none.
Frame user_frame(const report::SymbolizedTrace& symbols, const std::vector<trace::Place>& stack) {
  const std::vector<Frame> frames = report::expand(symbols, stack);
  const Frame* const found = symbolize::user_frame(frames);
  return found == nullptr ? Frame{} : *found;
}

// Whether every lock of these threads is held by another of them.  The holder may be unknown, as
// for readers of a read-write lock.
bool block_each_other(const std::vector<trace::Blocked>& threads) {
  return std::all_of(threads.begin(), threads.end(), [&](const trace::Blocked& one) {
    return one.held_by == kNoThread ||
           std::any_of(threads.begin(), threads.end(), [&](const trace::Blocked& other) {
             return other.thread == one.held_by && other.thread != one.thread;
           });
  });
}

// Whether a thread waits for itself by way of at least one other thread.
bool is_in_cycle(const trace::Blocked& start, const std::vector<trace::Blocked>& blocked) {
  ThreadId holder = start.held_by;
  for (std::size_t i = 0; i < blocked.size() && holder != start.thread; ++i) {
    const auto next = std::find_if(blocked.begin(), blocked.end(),
                                   [&](const trace::Blocked& one) { return one.thread == holder; });
    if (next == blocked.end()) return false;
    holder = next->held_by;
  }
  return holder == start.thread && start.held_by != start.thread;
}

// Assigns a blocked thread to each step of the cycle from `step` on, in all ways until one of them
// is a cycle: several threads may be blocked on one line.
bool is_cycle(const std::vector<CycleStep>& cycle, std::size_t step,
              const std::vector<trace::Blocked>& blocked, const std::vector<Frame>& frames,
              std::vector<trace::Blocked>& chosen) {
  // A report may name one acquisition only.
  if (step == cycle.size()) {
    return cycle.size() == 1 ? is_in_cycle(chosen.front(), blocked) : block_each_other(chosen);
  }
  for (std::size_t i = 0; i < blocked.size(); ++i) {
    const bool is_taken = std::any_of(chosen.begin(), chosen.end(), [&](const trace::Blocked& one) {
      return one.thread == blocked[i].thread;
    });
    if (is_taken || !is_at(frames[i], cycle[step].wants)) continue;
    chosen.push_back(blocked[i]);
    if (is_cycle(cycle, step + 1, blocked, frames, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

bool is_deadlock_of(const Warning& warning, const trace::Trace& trace,
                    const report::SymbolizedTrace& symbols) {
  std::vector<Frame> frames;
  for (const trace::Blocked& one : trace.blocked) frames.push_back(user_frame(symbols, one.stack));
  std::vector<trace::Blocked> chosen;
  return !warning.cycle.empty() && is_cycle(warning.cycle, 0, trace.blocked, frames, chosen);
}

bool was_released_at(const Site& site, const trace::TraceFailure& failure,
                     const report::SymbolizedTrace& symbols) {
  return std::any_of(failure.accounts.begin(), failure.accounts.end(),
                     [&](const trace::TraceAccount& account) {
                       return account.what.find("freed") != std::string::npos &&
                              is_at(user_frame(symbols, account.stack), site);
                     });
}

bool is_memory_error_of(const Warning& warning, const trace::TraceFailure& failure,
                        const report::SymbolizedTrace& symbols) {
  const Frame place = user_frame(symbols, failure.stack);
  return std::all_of(warning.sites.begin(), warning.sites.end(), [&](const Site& site) {
    return site.kind == SiteKind::release ? was_released_at(site, failure, symbols)
                                          : is_at(place, site);
  });
}

bool has_release(const Warning& warning) {
  return std::any_of(warning.sites.begin(), warning.sites.end(),
                     [](const Site& site) { return site.kind == SiteKind::release; });
}

// Compilers attribute the operations of a statement to any of its lines.
constexpr std::uint64_t kNearLines = 5;

bool is_near(const Frame& frame, Site site) {
  const auto line = static_cast<std::uint64_t>(std::max(frame.line, 0));
  const std::uint64_t distance = line > site.line ? line - site.line : site.line - line;
  site.line = line;
  return distance <= kNearLines && is_at(frame, site);
}

bool is_word_of(std::string_view text, std::string_view word) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
  }
  return false;
}

// Whether the warning's title names variables, none of them this one.
bool names_others(const Warning& warning, const std::string& variable) {
  const std::string& title = warning.title;
  const bool names_some =
      title.find('\'') != std::string::npos || title.find("race on ") != std::string::npos;
  return names_some && !variable.empty() &&
         !is_word_of(title, variable.substr(0, variable.find_first_of("+[.")));
}

// The failure of a race has its later access, and an account of the earlier one.
bool is_race_failure_of(const Warning& warning, const trace::TraceFailure& failure,
                        const report::SymbolizedTrace& symbols) {
  RacingLines race;
  race.later = user_frame(symbols, failure.stack);
  if (!failure.accounts.empty()) {
    race.earlier = user_frame(symbols, failure.accounts.front().stack);
  }
  return is_race_of(warning, race);
}

}  // namespace

bool is_at(const Frame& frame, const Site& site) {
  if (site.line == 0 || frame.line <= 0) return false;
  if (static_cast<std::uint64_t>(frame.line) != site.line) return false;
  const std::string_view path = frame.file;
  if (!path.ends_with(site.file)) return false;
  return path.size() == site.file.size() || path[path.size() - site.file.size() - 1] == '/';
}

bool is_race_of(const Warning& warning, const RacingLines& race) {
  if (warning.sites.empty()) return false;
  if (warning.sites.size() == 1) return involves(warning, race);
  const Site& first = warning.sites.front();
  const Site& second = warning.sites.back();
  return (is_at(race.earlier, first) && is_at(race.later, second)) ||
         (is_at(race.earlier, second) && is_at(race.later, first));
}

bool involves(const Warning& warning, const RacingLines& race) {
  return std::any_of(warning.sites.begin(), warning.sites.end(), [&](const Site& site) {
    return is_at(race.earlier, site) || is_at(race.later, site);
  });
}

bool may_hide(const Warning& warning, const RacingLines& race, const std::string& variable) {
  if (involves(warning, race)) return true;
  if (names_others(warning, variable)) return false;
  const auto is_side = [&](const Site& site) {
    return is_near(race.earlier, site) || is_near(race.later, site);
  };
  return std::all_of(warning.sites.begin(), warning.sites.end(), is_side);
}

bool is_failure_of(const Warning& warning, const trace::Trace& trace,
                   const report::SymbolizedTrace& symbols) {
  if (!trace.failure) return false;
  const trace::TraceFailure& failure = *trace.failure;
  switch (warning.kind) {
    case WarningKind::lock_cycle:
      return failure.kind == FailureKind::deadlock && is_deadlock_of(warning, trace, symbols);
    case WarningKind::use_after_free:
      return failure.kind == FailureKind::memory && is_memory_error_of(warning, failure, symbols);
    case WarningKind::race:
    case WarningKind::unprotected:
      if (failure.kind == FailureKind::race) return is_race_failure_of(warning, failure, symbols);
      return failure.kind == FailureKind::memory && has_release(warning) &&
             is_memory_error_of(warning, failure, symbols);
    case WarningKind::other:
      break;
  }
  return false;
}

bool can_be_checked(const Warning& warning) { return warning.kind != WarningKind::other; }

bool is_about_races(const Warning& warning) {
  return warning.kind == WarningKind::race || warning.kind == WarningKind::unprotected;
}

}  // namespace heddle::cli
