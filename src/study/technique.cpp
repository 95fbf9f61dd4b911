#include "study/technique.hpp"

#include <algorithm>

#include "config/backtrack_text.hpp"
#include "config/options_text.hpp"
#include "config/words.hpp"

namespace heddle::study {
namespace {

using config::Jump;
using config::RunOptions;
using config::Search;

std::string strategy_name(Jump jump) {
  for (const auto& [word, value] : config::Words<Jump>::known) {
    if (value == jump) return std::string(word);
  }
  return "";
}

bool has_random_priority(const RunOptions& options) {
  return std::any_of(
      options.priority.begin(), options.priority.end(),
      [](const config::Priority& level) { return level.kind == config::Priority::Kind::rand; });
}

bool is_randomized(const RunOptions& options) {
  return options.search == Search::auto_ || options.search == Search::prss ||
         options.search == Search::guided || config::is_sampling(options.search) ||
         options.order.kind == config::Order::Kind::random || has_random_priority(options) ||
         options.backtrack.jump != Jump::exhaustive;
}

bool is_plain(const RunOptions& options) {
  return options.search == Search::dfs && options.order == config::Order{} &&
         options.bound == config::Bound{} && options.backtrack.jump == Jump::exhaustive &&
         options.visited.kind != config::Visited::Kind::bitstate;
}

std::uint64_t searches_of(const RunOptions& options) {
  static_assert(config::kOnePerCore == 0);
  return options.jobs.value_or(options.search == Search::prss ? config::kOnePerCore : 1);
}

// Parallel randomized search is depth-first search in random order, several times.
std::string one_of_the_searches(RunOptions options) {
  options.jobs.reset();
  if (options.search == Search::prss) {
    options.search = Search::dfs;
    options.order = {.kind = config::Order::Kind::random};
  }
  return config::to_text(options);
}

}  // namespace

Technique technique_of(const ConfigurationRow& configuration) {
  Technique technique;
  technique.name = configuration.name;
  Result<RunOptions> parsed = config::parse_options(configuration.options);
  if (!parsed.ok()) return technique;
  technique.plain = is_plain(*parsed);
  technique.randomized = is_randomized(*parsed);
  technique.searches = searches_of(*parsed);
  technique.alone = one_of_the_searches(*parsed);
  config::Backtrack& backtrack = parsed->backtrack;
  if (backtrack.jump != Jump::exhaustive) {
    technique.backtracking = Backtracking{strategy_name(backtrack.jump), backtrack.threshold,
                                          config::to_text(backtrack.ratio)};
    backtrack.jump = Jump::exhaustive;
    backtrack.threshold.reset();
    backtrack.ratio = {};
  }
  technique.others = config::to_text(*parsed);
  return technique;
}

}  // namespace heddle::study
