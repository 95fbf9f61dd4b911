#include "cli/coverage_check.hpp"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;
using config::RunOptions;
using result::PhaseCoverage;
using result::RunResult;
using result::RunVerdict;

Result<RunOptions> recorded_options(const RunResult& result) {
  RunOptions options;
  for (const auto& [name, value] : result.search) {
    const config::OptionSpec* const option = config::find_option(name);
    if (option == nullptr) return config::refuse_name(name);
    if (option->get(options) == value) continue;
    if (const Status set = config::set(options, name, value); !set.ok()) return set.error();
  }
  return options;
}

class Check {
 public:
  Check(const Json& json, CheckedCoverage& into)
      : json_(json), result_(into.result), options_(into.options), into_(into.differences) {}

  void run() {
    check_sentence();
    check_summary();
    check_verdict();
    check_counts();
    check_certificate();
    const PhaseCoverage* const last = last_promised(result_.coverage);
    if (last == nullptr || !is_complete(result_.coverage)) return;
    check_bounds(*last);
    check_points(*last);
    check_unit(*last);
  }

 private:
  void differ(std::string sentence) { into_.push_back(std::move(sentence)); }

  void check_sentence() {
    const std::string derived = coverage_text(result_.coverage);
    const Json& claimed = json_["coverage"];
    if (claimed.is_string() && claimed.get_ref<const std::string&>() == derived) return;
    differ(fmt::format("`coverage` is not the sentence that follows: {}", derived));
  }

  // Compares the fields of `coverage_facts` that summarize its phases.
  void check_summary() {
    const Json derived = to_json(result_.coverage, result_.unwatched);
    for (const char* const name : {"model", "complete", "pruned", "exceptions"}) {
      const Json& facts = json_["coverage_facts"];
      if (facts.contains(name) && facts[name] == derived[name]) continue;
      differ(
          fmt::format("`coverage_facts.{}` does not follow from the phases and `unwatched`", name));
    }
  }

  void check_verdict() {
    const bool is_whole = is_complete(result_.coverage) && result_.reason.empty();
    const RunVerdict derived = result_.error ? RunVerdict::error
                               : is_whole    ? RunVerdict::complete
                                             : RunVerdict::incomplete;
    if (result_.verdict == derived) return;
    constexpr std::array<const char*, 3> kWords = {"error", "complete", "incomplete"};
    differ(fmt::format("`verdict` must be {}", kWords[static_cast<std::size_t>(derived)]));
  }

  // Several searches, and one that was stopped, explored more than the phases list.
  void check_counts() {
    const bool is_exact = result_.members.empty() && result_.coverage.stopped.empty();
    const auto check = [&](const char* name, std::uint64_t claimed,
                           std::uint64_t SearchCoverage::*count) {
      std::uint64_t sum = 0;
      for (const PhaseCoverage& phase : result_.coverage.phases) sum += phase.search.*count;
      if (is_exact ? claimed == sum : claimed >= sum) return;
      differ(fmt::format("`{}` is {}, but the phases have {}", name, claimed, sum));
    };
    check("states", result_.states, &SearchCoverage::states);
    check("executions", result_.executions, &SearchCoverage::executions);
    check("transitions", result_.transitions, &SearchCoverage::transitions);
    check("revisits", result_.revisits, &SearchCoverage::revisits);
    check("pruned", result_.pruned, &SearchCoverage::pruned);
    check("cut", result_.cut, &SearchCoverage::cut);
  }

  void check_certificate() {
    if (!result_.coverage.certificate) return;
    const PhaseCoverage* const last = last_promised(result_.coverage);
    const std::uint64_t states =
        last == nullptr ? 0 : last->search.states - last->search.repeated_states;
    if (result_.coverage.certificate->count == states) return;
    differ(fmt::format("the certificate has {} states, but {} were visited",
                       result_.coverage.certificate->count, states));
  }

  // Only bounds that the user asked for may leave something out of a complete search.
  void check_bounds(const PhaseCoverage& phase) {
    if (!is_bounded(phase.search)) return;
    const config::Bound& asked = options_.bound;
    const auto check = [&](const char* name, const auto& used, const auto& wanted) {
      if (!used || used == wanted) return;
      differ(fmt::format("the search pruned at {} {}, which --bound does not name", name, *used));
    };
    check("preemptions", phase.preemptions, asked.preemptions);
    check("delays", phase.delays, asked.delays);
    check("depth", phase.depth, asked.depth);
  }

  void check_points(const PhaseCoverage& phase) {
    const std::string asked = config::find_option("points")->get(options_);
    if (asked == "auto" || asked == phase.points) return;
    differ(fmt::format("the scheduling points are '{}', but --points is {}", phase.points, asked));
  }

  void check_unit(const PhaseCoverage& phase) {
    const bool counts_states = phase.search.unit == SearchCoverage::Unit::states;
    if (counts_states == (options_.states != config::States::none)) return;
    differ(fmt::format("the search {} visited states, but --states is {}",
                       counts_states ? "stored" : "stored no",
                       config::find_option("states")->get(options_)));
  }

  const Json& json_;
  const RunResult& result_;
  const RunOptions& options_;
  std::vector<std::string>& into_;
};

}  // namespace

Result<CheckedCoverage> check_coverage(std::string_view text) {
  Result<RunResult> result = result::run_result_from_json(text);
  if (!result.ok()) return result.error();
  const Json json = Json::parse(text);
  if (!json.contains("coverage_facts") || !json.contains("coverage")) {
    return Error{"the result has no coverage facts; write it again with 'heddle run --json'"};
  }
  Result<RunOptions> options = recorded_options(*result);
  if (!options.ok()) return options.error();
  CheckedCoverage checked{std::move(*result), std::move(*options), {}};
  Check(json, checked).run();
  return checked;
}

}  // namespace heddle::cli
