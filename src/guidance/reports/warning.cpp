#include "guidance/reports/warning.hpp"

#include <algorithm>

namespace heddle::guidance {
namespace {

void add_once(std::vector<Site>& sites, const Site& site) {
  if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(site);
}

void add_once(std::vector<std::vector<Site>>& sequences, std::vector<Site> sequence) {
  if (sequence.empty()) return;
  if (std::find(sequences.begin(), sequences.end(), sequence) != sequences.end()) return;
  sequences.push_back(std::move(sequence));
}

// The held locks and then the wanted ones, beginning with thread `first`.
std::vector<Site> cycle_sequence(const std::vector<CycleStep>& cycle, std::size_t first) {
  std::vector<Site> sequence;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const CycleStep& step = cycle[(first + i) % cycle.size()];
    if (step.holds) sequence.push_back(*step.holds);
  }
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    sequence.push_back(cycle[(first + i) % cycle.size()].wants);
  }
  return sequence;
}

}  // namespace

std::string_view name(WarningKind kind) {
  switch (kind) {
    case WarningKind::race:
      return "data race";
    case WarningKind::lock_cycle:
      return "lock-order cycle";
    case WarningKind::use_after_free:
      return "use after free";
    case WarningKind::unprotected:
      return "unprotected access";
    case WarningKind::misuse:
      return "misuse of a lock";
    case WarningKind::other:
      break;
  }
  return "other";
}

std::vector<Site> all_sites(const Warning& warning) {
  std::vector<Site> sites;
  for (const Site& site : warning.sites) add_once(sites, site);
  for (const CycleStep& step : warning.cycle) {
    if (step.holds) add_once(sites, *step.holds);
    add_once(sites, step.wants);
  }
  return sites;
}

std::string place(const Site& site) { return site.file + ":" + std::to_string(site.line); }

std::string via(const Site& site, std::string_view file) {
  std::string text = std::string(file) + ":" + std::to_string(site.line);
  switch (site.kind) {
    case SiteKind::read:
      return text + "+read";
    case SiteKind::write:
      return text + "+write";
    case SiteKind::lock:
      return text + "+lock";
    case SiteKind::any:
    case SiteKind::release:
      break;
  }
  return text;
}

std::vector<std::vector<Site>> sequences(const Warning& warning) {
  std::vector<std::vector<Site>> all;
  if (warning.kind == WarningKind::lock_cycle) {
    for (std::size_t i = 0; i < warning.cycle.size(); ++i) {
      add_once(all, cycle_sequence(warning.cycle, i));
    }
    return all;
  }
  add_once(all, warning.sites);
  if (warning.kind == WarningKind::race) {
    add_once(all, std::vector<Site>(warning.sites.rbegin(), warning.sites.rend()));
  }
  return all;
}

}  // namespace heddle::guidance
