// Users' models: every search reaches the states and errors of a plain breadth-first search, which
// shares no code with the system and the searches.
#include <gtest/gtest.h>
#include <heddle/model.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "model/footprint.hpp"
#include "model/guarded_system.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

constexpr std::size_t kVariables = 4;
constexpr unsigned kValues = 3;

struct Variables {
  std::array<std::uint8_t, kVariables> v = {};
};

// One random action, as data.
struct Rule {
  enum class Guard { none, equal, different, where };
  enum class Effect { nothing, set, add, copy, choose, check };
  std::string name;
  unsigned from = 0;
  unsigned to = 0;
  Guard guard = Guard::none;
  unsigned guard_variable = 0;
  unsigned guard_value = 0;  // for `where`: the location of the next process
  Effect effect = Effect::nothing;
  unsigned target = 0;
  unsigned source = 0;  // a variable or a value
};

struct Description {
  std::vector<std::vector<Rule>> processes;
  std::vector<unsigned> locations;  // by process: how many
  bool has_invariant = false;
  unsigned forbidden[2] = {0, 0};  // values of the first two variables, together
  bool has_final = false;
  unsigned final_value = 0;
  bool may_end = false;  // where the last variable is 0
};

Description random_description(Random& random, bool is_finite) {
  Description model;
  const std::size_t count = 2 + random.below(2);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned locations = 2 + static_cast<unsigned>(random.below(3));
    std::vector<Rule> rules;
    const std::size_t actions = 2 + random.below(4);
    for (std::size_t k = 0; k < actions; ++k) {
      Rule rule;
      rule.name = "a" + std::to_string(k);
      rule.from = static_cast<unsigned>(random.below(is_finite ? locations - 1 : locations));
      rule.to = is_finite
                    ? rule.from + 1 + static_cast<unsigned>(random.below(locations - rule.from - 1))
                    : static_cast<unsigned>(random.below(locations));
      rule.guard = static_cast<Rule::Guard>(random.below(4));
      rule.guard_variable = static_cast<unsigned>(random.below(kVariables));
      rule.guard_value = static_cast<unsigned>(random.below(kValues));
      rule.effect = static_cast<Rule::Effect>(random.below(6));
      rule.target = static_cast<unsigned>(random.below(kVariables));
      rule.source = static_cast<unsigned>(random.below(kValues));
      rules.push_back(rule);
    }
    model.processes.push_back(rules);
    model.locations.push_back(locations);
  }
  model.has_invariant = random.below(2) == 0;
  for (unsigned& value : model.forbidden) value = static_cast<unsigned>(random.below(kValues));
  model.has_final = random.below(3) == 0;
  model.final_value = static_cast<unsigned>(random.below(kValues));
  model.may_end = random.below(3) == 0;
  return model;
}

struct State {
  Variables variables;
  std::vector<unsigned> at;

  std::string text() const {
    std::string result;
    for (const unsigned value : variables.v) result += std::to_string(value);
    for (const unsigned location : at) result += " " + std::to_string(location);
    return result;
  }
};

struct Results {
  std::set<std::string> states;  // those in which nothing has failed
  std::set<std::string> ends;    // final states and deadlocks
  std::set<std::string> failures;

  friend bool operator==(const Results&, const Results&) = default;
};

// The reference.
class Reference {
 public:
  explicit Reference(const Description& model) : model_(model) {}

  Results run() {
    State initial;
    initial.at.assign(model_.processes.size(), 0);
    arrive(initial);
    while (!open_.empty()) {
      const State state = open_.front();
      open_.pop_front();
      expand(state);
    }
    return results_;
  }

 private:
  void arrive(const State& state) {
    if (model_.has_invariant && state.variables.v[0] == model_.forbidden[0] &&
        state.variables.v[1] == model_.forbidden[1]) {
      results_.failures.insert("invariant 'allowed' does not hold");
      return;
    }
    if (has_choice(state)) {
      if (results_.states.insert(state.text()).second) open_.push_back(state);
      return;
    }
    bool ended = model_.may_end && state.variables.v[kVariables - 1] == 0;
    bool all = true;
    for (std::size_t i = 0; i < state.at.size(); ++i) {
      for (const Rule& rule : model_.processes[i]) all &= rule.from != state.at[i];
    }
    ended |= all;
    if (ended && model_.has_final && state.variables.v[2] != model_.final_value) {
      results_.failures.insert("final condition 'end' does not hold");
      return;
    }
    results_.states.insert(state.text());
    results_.ends.insert((ended ? "end " : "deadlock ") + state.text());
  }

  bool is_enabled(const State& state, std::size_t process, const Rule& rule) const {
    if (rule.from != state.at[process]) return false;
    const unsigned value = state.variables.v[rule.guard_variable];
    switch (rule.guard) {
      case Rule::Guard::none:
        return true;
      case Rule::Guard::equal:
        return value == rule.guard_value;
      case Rule::Guard::different:
        return value != rule.guard_value;
      case Rule::Guard::where:
        return state.at[(process + 1) % state.at.size()] == rule.guard_value;
    }
    return false;
  }

  bool has_choice(const State& state) const {
    for (std::size_t i = 0; i < state.at.size(); ++i) {
      for (const Rule& rule : model_.processes[i]) {
        if (is_enabled(state, i, rule)) return true;
      }
    }
    return false;
  }

  void expand(const State& state) {
    for (std::size_t i = 0; i < state.at.size(); ++i) {
      for (const Rule& rule : model_.processes[i]) {
        if (!is_enabled(state, i, rule)) continue;
        const unsigned ways = rule.effect == Rule::Effect::choose ? 2 : 1;
        for (unsigned choice = 0; choice < ways; ++choice) take(state, i, rule, choice);
      }
    }
  }

  void take(State state, std::size_t process, const Rule& rule, unsigned choice) {
    auto& v = state.variables.v;
    state.at[process] = rule.to;
    switch (rule.effect) {
      case Rule::Effect::nothing:
        break;
      case Rule::Effect::set:
        v[rule.target] = static_cast<std::uint8_t>(rule.source);
        break;
      case Rule::Effect::add:
        v[rule.target] = static_cast<std::uint8_t>((v[rule.target] + 1U) % kValues);
        break;
      case Rule::Effect::copy:
        v[rule.target] = v[rule.source];
        break;
      case Rule::Effect::choose:
        v[rule.target] = static_cast<std::uint8_t>(choice);
        break;
      case Rule::Effect::check:
        if (v[rule.target] == rule.source) {
          results_.failures.insert("check");
          return;
        }
        break;
    }
    arrive(state);
  }

  const Description& model_;
  Results results_;
  std::deque<State> open_;
};

// The same as a user writes it.  Instrumented code reports its accesses; this code does so itself.
std::uint8_t read(const std::uint8_t& variable) {
  model::note_access(&variable, 1, false);
  return variable;
}

void write(std::uint8_t& variable, unsigned value) {
  model::note_access(&variable, 1, true);
  variable = static_cast<std::uint8_t>(value);
}

void perform(const Rule& rule, Variables& variables, unsigned choice) {
  auto& v = variables.v;
  switch (rule.effect) {
    case Rule::Effect::nothing:
      break;
    case Rule::Effect::set:
      return write(v[rule.target], rule.source);
    case Rule::Effect::add:
      return write(v[rule.target], (read(v[rule.target]) + 1U) % kValues);
    case Rule::Effect::copy:
      return write(v[rule.target], read(v[rule.source]));
    case Rule::Effect::choose:
      return write(v[rule.target], choice);
    case Rule::Effect::check:
      return model::check(read(v[rule.target]) != rule.source, "check");
  }
}

void add_actions(const Description& description, model::Model<Variables>& model) {
  std::vector<model::Process<Variables>*> processes;
  for (std::size_t i = 0; i < description.processes.size(); ++i) {
    processes.push_back(&model.process("p" + std::to_string(i)));
    for (unsigned k = 0; k < description.locations[i]; ++k) {
      processes.back()->location(std::to_string(k));
    }
    processes.back()->starts_at("0");
  }
  for (std::size_t i = 0; i < processes.size(); ++i) {
    for (const Rule& rule : description.processes[i]) {
      auto action = processes[i]->action(rule.name);
      action.from(std::to_string(rule.from)).to(std::to_string(rule.to));
      if (rule.guard == Rule::Guard::where) {
        const model::Location awaited =
            processes[(i + 1) % processes.size()]->location(std::to_string(rule.guard_value));
        action.when([awaited](const Variables& variables, model::Where where) {
          // The locations follow the variables.
          const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&variables);
          model::note_access(bytes + sizeof variables + 2 * awaited.process, 2, false);
          return where.is_at(awaited);
        });
      } else if (rule.guard != Rule::Guard::none) {
        action.when([rule](const Variables& variables) {
          const bool is_equal = read(variables.v[rule.guard_variable]) == rule.guard_value;
          return is_equal == (rule.guard == Rule::Guard::equal);
        });
      }
      if (rule.effect == Rule::Effect::choose) action.choose(2);
      action.does(
          [rule](Variables& variables, unsigned choice) { perform(rule, variables, choice); });
    }
  }
}

void add_properties(const Description& description, model::Model<Variables>& model) {
  if (description.has_invariant) {
    const unsigned first = description.forbidden[0];
    const unsigned second = description.forbidden[1];
    model.invariant("allowed", [first, second](const Variables& variables) {
      return read(variables.v[0]) != first || read(variables.v[1]) != second;
    });
  }
  if (description.has_final) {
    const unsigned value = description.final_value;
    model.finally("end", [value](const Variables& variables) { return variables.v[2] == value; });
  }
  if (description.may_end) {
    model.may_end([](const Variables& variables) { return variables.v[kVariables - 1] == 0; });
  }
}

std::string text_of(const heddle_model& model, const std::uint8_t* bytes) {
  std::string text;
  for (std::size_t i = 0; i < kVariables; ++i) text += std::to_string(bytes[i]);
  const auto* const locations = reinterpret_cast<const std::uint16_t*>(bytes + kVariables);
  for (std::size_t i = 0; i < model.process_count; ++i) text += " " + std::to_string(locations[i]);
  return text;
}

struct Collector : search::SearchObserver {
  explicit Collector(model::GuardedSystem& explored) : system(explored) {}

  void note_state() { results.states.insert(system.shown()); }

  void arrived(const search::Path&, bool) override { note_state(); }
  void run_ended(const search::Path&, Verdict verdict) override {
    if (verdict == Verdict::finished) results.ends.insert("end " + system.shown());
  }
  bool failed(const search::Path&, const Failure& failure) override {
    if (failure.kind == FailureKind::deadlock) {
      results.ends.insert("deadlock " + system.shown());
    } else {
      results.failures.insert(failure.message);
    }
    return true;
  }

  model::GuardedSystem& system;
  Results results;
};

class Subject {
 public:
  explicit Subject(const Description& description) {
    add_actions(description, model_);
    add_properties(description, model_);
    model_.show(
        [this](const Variables& variables) { return text_of(model_.plain(), variables.v.data()); });
  }

  Results explore(const search::SearchOptions& options) {
    model::GuardedSystem system(model_.plain());
    if (options.reduce != config::Reduce::none) system.track_accesses();
    Collector collector(system);
    do {
      system.restart();
      Result<search::Recipe> recipe = search::recipe_for(options);
      search::Explorer explorer(system, std::move(*recipe), budget_, collector);
      end_ = explorer.explore();
      executions_ = explorer.tally().executions;
    } while (system.has_new_visible_cells());
    return collector.results;
  }

  search::End end() const { return end_; }
  std::uint64_t executions() const { return executions_; }
  void limit(std::uint64_t executions) { budget_.executions = executions; }

 private:
  model::Model<Variables> model_;
  Budget budget_;
  search::End end_ = search::End::exhausted;
  std::uint64_t executions_ = 0;
};

search::SearchOptions options_for(config::Search search, config::States states) {
  search::SearchOptions options;
  options.search = search;
  options.states = states;
  options.livelocks = config::Livelocks::ignore;
  options.fair = false;
  return options;
}

std::string unlike(const Results& expected, const Results& found) {
  const auto list = [](const char* name, const auto& a, const auto& b) {
    std::string text;
    for (const std::string& one : a) {
      if (b.count(one) == 0) text += std::string(" ") + name + " [" + one + "]";
    }
    return text;
  };
  return list("lost", expected.states, found.states) + list("more", found.states, expected.states) +
         list("lost", expected.ends, found.ends) + list("more", found.ends, expected.ends) +
         list("lost", expected.failures, found.failures) +
         list("more", found.failures, expected.failures);
}

TEST(GuardedModels, EveryStatefulSearchReachesAllStatesAndErrors) {
  Random random(1);
  std::uint64_t states = 0;
  for (int i = 0; i < 2000; ++i) {
    const Description description = random_description(random, false);
    const Results expected = Reference(description).run();
    states += expected.states.size();
    Subject subject(description);
    constexpr config::Search kOthers[] = {config::Search::prss, config::Search::mixed,
                                          config::Search::context_bounded,
                                          config::Search::iterative_deepening};
    for (const config::Search search : {config::Search::dfs, config::Search::bfs, kOthers[i % 4]}) {
      search::SearchOptions options = options_for(search, config::States::memory);
      options.seed = static_cast<std::uint64_t>(i);
      options = config::resolved(options);
      if (search == config::Search::context_bounded) options.bound.preemptions = 1000;
      const Results found = subject.explore(options);
      ASSERT_EQ(unlike(expected, found), "") << "model " << i << ", search " << int(search);
    }
    search::SearchOptions sleep = options_for(config::Search::dfs, config::States::memory);
    sleep.reduce = config::Reduce::sleep;
    ASSERT_EQ(unlike(expected, subject.explore(sleep)), "") << "model " << i << ", sleep sets";
    search::SearchOptions backtrack = options_for(config::Search::dfs, config::States::memory);
    backtrack.backtrack.jump = config::Jump::random;
    backtrack.backtrack.complete = true;
    // Walks that choose a threshold take far longer than the searches of such small models.
    if (i % 32 != 0) backtrack.backtrack.threshold = static_cast<std::uint64_t>(i % 8);
    ASSERT_EQ(unlike(expected, subject.explore(backtrack)), "") << "model " << i << ", backtrack";
  }
  EXPECT_GT(states, 10'000U);
}

TEST(GuardedModels, EveryReductionKeepsEndsAndErrors) {
  Random random(2);
  std::uint64_t all = 0;
  std::map<config::Reduce, std::uint64_t> reduced;
  for (int i = 0; i < 4000; ++i) {
    const Description description = random_description(random, true);
    Results expected = Reference(description).run();
    expected.states.clear();
    Subject subject(description);
    subject.limit(20'000);
    Results found = subject.explore(options_for(config::Search::dfs, config::States::none));
    if (subject.end() != search::End::exhausted) continue;
    all += subject.executions();
    found.states.clear();
    ASSERT_EQ(unlike(expected, found), "") << "model " << i;
    for (const config::Reduce reduce : {config::Reduce::sleep, config::Reduce::dpor,
                                        config::Reduce::source, config::Reduce::optimal}) {
      search::SearchOptions options = options_for(config::Search::dfs, config::States::none);
      options.reduce = reduce;
      found = subject.explore(options);
      found.states.clear();
      reduced[reduce] += subject.executions();
      ASSERT_EQ(unlike(expected, found), "") << "model " << i << ", reduction " << int(reduce);
    }
    for (const std::uint64_t bound : {0U, 1U, 2U}) {
      search::SearchOptions options = options_for(config::Search::dfs, config::States::none);
      options.bound.preemptions = bound;
      const Results within = subject.explore(options);
      options.reduce = config::Reduce::dpor;
      ASSERT_EQ(unlike(within, subject.explore(options)), "") << "model " << i << ", " << bound;
    }
    search::SearchOptions best = options_for(config::Search::best_first, config::States::none);
    found = subject.explore(best);
    found.states.clear();
    ASSERT_EQ(unlike(expected, found), "") << "model " << i << ", best-first";
    best.reduce = config::Reduce::source;
    found = subject.explore(best);
    found.states.clear();
    ASSERT_EQ(unlike(expected, found), "") << "model " << i << ", best-first with source sets";
  }
  for (const auto& [reduce, executions] : reduced) {
    EXPECT_LT(executions, all) << int(reduce);
  }
}

TEST(GuardedModels, ARandomWalkStaysWithinTheModel) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const Description description = random_description(random, true);
    const Results expected = Reference(description).run();
    Subject subject(description);
    subject.limit(20);
    const Results found =
        subject.explore(options_for(config::Search::random, config::States::none));
    for (const std::string& end : found.ends) ASSERT_EQ(expected.ends.count(end), 1U) << end;
    for (const std::string& failure : found.failures) {
      ASSERT_EQ(expected.failures.count(failure), 1U) << failure;
    }
  }
}

}  // namespace
}  // namespace heddle
