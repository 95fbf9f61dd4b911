#include "cli/warning_match.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "symbolize/names.hpp"

namespace heddle::cli {
namespace {

using guidance::CycleStep;
using guidance::Site;
using guidance::SiteKind;
using guidance::Warning;
using guidance::WarningKind;
using symbolize::Frame;

bool any_is_at(const Frames& stack, const Site& site) {
  return std::any_of(stack.begin(), stack.end(),
                     [&](const Frame& frame) { return is_at(frame, site); });
}

// "Box<int>::set(int) const" -> "Box<int>::set"; only functions with template arguments differ by
// them.
std::string instance_of(std::string_view function) {
  const std::string name = symbolize::without_blanks(symbolize::short_name(function));
  return name.find('<') == std::string::npos ? "" : name;
}

bool is_same_instance(const Frame& frame, const Site& site) {
  const std::string found = instance_of(frame.function);
  const std::string sought = instance_of(site.function);
  return found.empty() || sought.empty() || found == sought;
}

// Whether the stack has the calls, in this order; other calls may lie between them.
bool has_calls(Frames::const_iterator from, Frames::const_iterator end,
               const std::vector<guidance::Call>& calls) {
  for (const guidance::Call& call : calls) {
    const std::string_view file = symbolize::base_name(call.file);
    from = std::find_if(from, end, [&](const Frame& frame) {
      return static_cast<std::uint64_t>(std::max(frame.line, 0)) == call.line &&
             symbolize::base_name(frame.file) == file;
    });
    if (from == end) return false;
    ++from;
  }
  return true;
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
              const std::vector<trace::Blocked>& blocked, const std::vector<Frames>& stacks,
              std::vector<trace::Blocked>& chosen) {
  // A report may name one acquisition only.
  if (step == cycle.size()) {
    return cycle.size() == 1 ? is_in_cycle(chosen.front(), blocked) : block_each_other(chosen);
  }
  for (std::size_t i = 0; i < blocked.size(); ++i) {
    const bool is_taken = std::any_of(chosen.begin(), chosen.end(), [&](const trace::Blocked& one) {
      return one.thread == blocked[i].thread;
    });
    if (is_taken || !leads_to(stacks[i], cycle[step].wants)) continue;
    chosen.push_back(blocked[i]);
    if (is_cycle(cycle, step + 1, blocked, stacks, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

bool is_deadlock_of(const Warning& warning, const trace::Trace& trace,
                    const report::SymbolizedTrace& symbols) {
  std::vector<Frames> stacks;
  for (const trace::Blocked& one : trace.blocked) {
    stacks.push_back(report::expand(symbols, one.stack));
  }
  std::vector<trace::Blocked> chosen;
  return !warning.cycle.empty() && is_cycle(warning.cycle, 0, trace.blocked, stacks, chosen);
}

bool was_released_at(const Site& site, const trace::TraceFailure& failure,
                     const report::SymbolizedTrace& symbols) {
  return std::any_of(failure.accounts.begin(), failure.accounts.end(),
                     [&](const trace::TraceAccount& account) {
                       return account.what.find("freed") != std::string::npos &&
                              leads_to(report::expand(symbols, account.stack), site);
                     });
}

bool is_memory_error_of(const Warning& warning, const trace::TraceFailure& failure,
                        const report::SymbolizedTrace& symbols) {
  const Frames place = report::expand(symbols, failure.stack);
  return std::all_of(warning.sites.begin(), warning.sites.end(), [&](const Site& site) {
    return site.kind == SiteKind::release ? was_released_at(site, failure, symbols)
                                          : leads_to(place, site);
  });
}

// A lock that its thread locks again is a deadlock, and a destroyed one may be freed memory.
bool is_misuse_of(const Warning& warning, const trace::Trace& trace,
                  const report::SymbolizedTrace& symbols) {
  const FailureKind kind = trace.failure->kind;
  if (kind != FailureKind::misuse && kind != FailureKind::deadlock && kind != FailureKind::memory) {
    return false;
  }
  std::vector<Frames> stacks = {report::expand(symbols, trace.failure->stack)};
  for (const trace::Blocked& one : trace.blocked) {
    if (one.held_by == one.thread) stacks.push_back(report::expand(symbols, one.stack));
  }
  return std::any_of(stacks.begin(), stacks.end(), [&](const Frames& stack) {
    return !warning.sites.empty() && leads_to(stack, warning.sites.front());
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

// Whether the access itself, in the user's code, is near the site.
bool begins_near(const Frames& stack, const Site& site) {
  const Frame* const access = symbolize::user_frame(stack);
  return access != nullptr && is_near(*access, site);
}

// "box.v", "box[2]" -> "box"
std::string_view base_of(std::string_view variable) {
  return variable.substr(0, variable.find_first_of("+[.-"));
}

// Memory on the heap has descriptions, no names.
bool is_name(std::string_view variable) {
  return !variable.empty() && variable.find(' ') == variable.npos;
}

bool is_other_variable(const Warning& warning, const std::string& variable) {
  if (!is_name(warning.variable) || !is_name(variable)) return false;
  const std::string_view sought = base_of(warning.variable);
  const std::string_view found = base_of(variable);
  // A report may omit the scope of a variable.
  return !found.ends_with(sought) && !sought.ends_with(found);
}

// A race keeps fewer calls than a failure.
bool is_same_stack(const Frames& one, const Frames& other) {
  const std::size_t size = std::min(one.size(), other.size());
  return size > 0 && std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size),
                                other.begin(), [](const Frame& a, const Frame& b) {
                                  return a.line == b.line && a.file == b.file;
                                });
}

// The failure of a race has its later access, and an account of the earlier one.  Two races with
// the same stacks may be on different variables.
bool is_race_failure_of(const Warning& warning, const trace::TraceFailure& failure,
                        const report::SymbolizedTrace& symbols,
                        const std::vector<RacingStacks>& races) {
  RacingStacks found{.earlier = {}, .later = report::expand(symbols, failure.stack)};
  if (!failure.accounts.empty()) {
    found.earlier = report::expand(symbols, failure.accounts.front().stack);
  }
  if (!is_race_of(warning, found)) return false;
  // Recorded perhaps in an execution with the other order.
  const auto is_it = [&](const RacingStacks& race) {
    return (is_same_stack(race.earlier, found.earlier) && is_same_stack(race.later, found.later)) ||
           (is_same_stack(race.earlier, found.later) && is_same_stack(race.later, found.earlier));
  };
  return std::none_of(races.begin(), races.end(), is_it) ||
         std::any_of(races.begin(), races.end(), [&](const RacingStacks& race) {
           return is_it(race) && is_race_of(warning, race);
         });
}

}  // namespace

bool is_at(const Frame& frame, const Site& site) {
  if (site.line == 0 || frame.line <= 0) return false;
  if (static_cast<std::uint64_t>(frame.line) != site.line) return false;
  const std::string_view path = frame.file;
  if (!path.ends_with(site.file)) return false;
  return path.size() == site.file.size() || path[path.size() - site.file.size() - 1] == '/';
}

bool leads_to(const Frames& stack, const Site& site) {
  for (auto frame = stack.begin(); frame != stack.end(); ++frame) {
    if (is_at(*frame, site) && is_same_instance(*frame, site) &&
        has_calls(frame + 1, stack.end(), site.calls)) {
      return true;
    }
  }
  return false;
}

bool is_race_of(const Warning& warning, const RacingStacks& race) {
  if (warning.sites.empty() || is_other_variable(warning, race.variable)) return false;
  const Site& first = warning.sites.front();
  const Site& second = warning.sites.back();
  if (warning.sites.size() == 1) {
    return leads_to(race.earlier, first) || leads_to(race.later, first);
  }
  return (leads_to(race.earlier, first) && leads_to(race.later, second)) ||
         (leads_to(race.earlier, second) && leads_to(race.later, first));
}

bool may_hide(const Warning& warning, const RacingStacks& race) {
  const auto is_line = [&](const Site& site) {
    return any_is_at(race.earlier, site) || any_is_at(race.later, site);
  };
  if (std::any_of(warning.sites.begin(), warning.sites.end(), is_line)) return true;
  if (is_other_variable(warning, race.variable)) return false;
  return std::all_of(warning.sites.begin(), warning.sites.end(), [&](const Site& site) {
    return begins_near(race.earlier, site) || begins_near(race.later, site);
  });
}

bool has_lines_of(const Warning& warning, const trace::Trace& trace,
                  const report::SymbolizedTrace& symbols) {
  if (!trace.failure) return false;
  std::vector<Frames> stacks = {report::expand(symbols, trace.failure->stack)};
  for (const trace::TraceAccount& account : trace.failure->accounts) {
    stacks.push_back(report::expand(symbols, account.stack));
  }
  for (const trace::Blocked& one : trace.blocked) {
    stacks.push_back(report::expand(symbols, one.stack));
  }
  const std::vector<Site> sites = guidance::all_sites(warning);
  return !sites.empty() && std::all_of(sites.begin(), sites.end(), [&](const Site& site) {
    return std::any_of(stacks.begin(), stacks.end(),
                       [&](const Frames& stack) { return any_is_at(stack, site); });
  });
}

bool is_failure_of(const Warning& warning, const trace::Trace& trace,
                   const report::SymbolizedTrace& symbols, const std::vector<RacingStacks>& races) {
  if (!trace.failure) return false;
  const trace::TraceFailure& failure = *trace.failure;
  switch (warning.kind) {
    case WarningKind::lock_cycle:
      return failure.kind == FailureKind::deadlock && is_deadlock_of(warning, trace, symbols);
    case WarningKind::use_after_free:
      return failure.kind == FailureKind::memory && is_memory_error_of(warning, failure, symbols);
    case WarningKind::race:
    case WarningKind::unprotected:
      if (failure.kind == FailureKind::race) {
        return is_race_failure_of(warning, failure, symbols, races);
      }
      return failure.kind == FailureKind::memory && has_release(warning) &&
             is_memory_error_of(warning, failure, symbols);
    case WarningKind::misuse:
      return is_misuse_of(warning, trace, symbols);
    case WarningKind::other:
      break;
  }
  return false;
}

bool is_vague(const Warning& warning, const trace::Trace& trace,
              const report::SymbolizedTrace& symbols) {
  if (!is_about_races(warning) || !warning.variable.empty() || !trace.failure) return false;
  const auto has_no_calls = [](const Site& site) { return site.calls.empty(); };
  if (!std::all_of(warning.sites.begin(), warning.sites.end(), has_no_calls)) return false;
  const Frames stack = report::expand(symbols, trace.failure->stack);
  const auto is_warned = [&](const Frame& frame) {
    return std::any_of(warning.sites.begin(), warning.sites.end(),
                       [&](const Site& site) { return is_at(frame, site); });
  };
  const auto access = std::find_if(stack.begin(), stack.end(), is_warned);
  return access != stack.end() && std::any_of(access + 1, stack.end(), [](const Frame& frame) {
           return frame.line > 0 && !symbolize::is_library_frame(frame);
         });
}

bool can_be_checked(const Warning& warning) { return warning.kind != WarningKind::other; }

bool is_about_races(const Warning& warning) {
  return warning.kind == WarningKind::race || warning.kind == WarningKind::unprotected;
}

}  // namespace heddle::cli
