#include "study/technique.hpp"

#include "config/backtrack_text.hpp"
#include "config/options_text.hpp"
#include "config/words.hpp"

namespace heddle::study {
namespace {

using options::Jump;
using options::RunOptions;
using options::Search;

std::string strategy_name(Jump jump) {
  for (const auto& [word, value] : options::Words<Jump>::known) {
    if (value == jump) return std::string(word);
  }
  return "";
}

bool is_randomized(const RunOptions& options) {
  return options.search == Search::auto_ || options.search == Search::prss ||
         options::is_sampling(options.search) ||
         options.order.kind == options::Order::Kind::random ||
         options.backtrack.jump != Jump::exhaustive;
}

bool is_plain(const RunOptions& options) {
  return options.search == Search::dfs && options.order == options::Order{} &&
         options.bound == options::Bound{} && options.backtrack.jump == Jump::exhaustive &&
         options.visited.kind != options::Visited::Kind::bitstate;
}

}  // namespace

Technique technique_of(const ConfigurationRow& configuration) {
  Technique technique;
  technique.name = configuration.name;
  Result<RunOptions> parsed = options::parse_options(configuration.options);
  if (!parsed.ok()) return technique;
  technique.plain = is_plain(*parsed);
  technique.randomized = is_randomized(*parsed);
  options::Backtrack& backtrack = parsed->backtrack;
  if (backtrack.jump != Jump::exhaustive) {
    technique.backtracking = Backtracking{strategy_name(backtrack.jump), backtrack.threshold,
                                          options::to_text(backtrack.ratio)};
    backtrack.jump = Jump::exhaustive;
    backtrack.threshold.reset();
    backtrack.ratio = {};
  }
  technique.others = options::to_text(*parsed);
  return technique;
}

}  // namespace heddle::study
