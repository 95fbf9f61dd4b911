// A warning of another tool, and the location sequences that a guided search takes from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::guidance {

enum class WarningKind : std::uint8_t {
  race,
  lock_cycle,
  use_after_free,
  unprotected,
  misuse,  // of a lock or another object of threads
  other
};

// "data race"
std::string_view name(WarningKind kind);

enum class SiteKind : std::uint8_t { any, read, write, lock, release };

// A call on the way to a site.
struct Call {
  std::string file;  // as the report spells it
  std::uint64_t line = 0;

  friend bool operator==(const Call&, const Call&) = default;
};

struct Site {
  std::string file;  // as the report spells it
  std::uint64_t line = 0;
  std::string function = {};  // empty when unknown
  SiteKind kind = SiteKind::any;
  std::vector<Call> calls = {};  // in the user's code, innermost first, as far as it is known

  friend bool operator==(const Site&, const Site&) = default;
};

// One thread of a lock cycle: it holds a lock and acquires the next one.
struct CycleStep {
  std::optional<Site> holds;  // acquisition of the held lock; many reports omit it
  Site wants;

  friend bool operator==(const CycleStep&, const CycleStep&) = default;
};

struct Warning {
  WarningKind kind = WarningKind::other;
  std::string title;  // in the words of the tool
  // The racing accesses, the earlier one first; of a use after free, the release and then the use.
  // Reports may omit the first of two.
  std::vector<Site> sites = {};
  std::vector<CycleStep> cycle = {};  // of a lock cycle, which has no `sites`
  std::string variable = {};          // that is accessed; empty when unknown

  friend bool operator==(const Warning&, const Warning&) = default;
};

// Every site of a warning, each once.
std::vector<Site> all_sites(const Warning& warning);

// "queue.cpp:41"
std::string place(const Site& site);

// A site as `--via` takes it, with `file` in place of the report's file: "queue.cpp:41+write".
std::string via(const Site& site, std::string_view file);

// The location sequences that may lead to the error, in the order in which they are tried.
//
// - A race: both orders.
// - A lock cycle: all held locks, then all wanted ones (H_0 .. H_k-1, W_0 .. W_k-1), as in
//   section 2.1 of Rungta and Mercer's paper on the meta heuristic; from each thread in turn.
// - A use after free: the release, then the use.
std::vector<std::vector<Site>> sequences(const Warning& warning);

}  // namespace heddle::guidance
