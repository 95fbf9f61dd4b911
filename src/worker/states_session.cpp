#include "worker/states_session.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "core/check.hpp"
#include "runtime/stack_capture.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"
#include "worker/adopted_points.hpp"
#include "worker/publication.hpp"
#include "worker/self_check.hpp"
#include "worker/state_classes.hpp"

namespace heddle::worker {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kWord = "heddle-states ";
constexpr std::uint64_t kMostStates = 100'000;

// A state that is to be compared with another.
struct Kept {
  Schedule schedule;
  native::MemoryTree memory;
  native::Stacks stacks;
  Fingerprint outline;
  std::map<ThreadId, Operation> pending;
};

class StateCounter : public search::SearchObserver {
 public:
  StateCounter(native::NativeSystem& system, fleet::ChannelMemory& memory,
               const StatesRequest& request)
      : system_(system), memory_(memory), request_(request) {}

  void arrived(const search::Path& path, bool is_new) override {
    // The search may tell states apart that have the same memory, by what it owes to whom.
    if (!is_new || !seen_.insert(system_.fingerprint()).second) return;
    const std::uint64_t number = seen_.size() - 1;
    classes.add(number);
    if (!request_.compared) return;
    if (number == request_.compared->first) first = keep(path);
    if (number == request_.compared->second) second = keep(path);
  }

  bool failed(const search::Path&, const Failure& failure) override {
    if (failure.kind != FailureKind::deadlock && failure.kind != FailureKind::livelock) ++failures;
    return system_.refusal().empty();
  }

  void execution_ended(const search::Tally& tally) override { goes_on(tally); }

  void goes_on(const search::Tally& tally) override { publish_counts(memory_, {}, tally); }

  std::size_t states() const { return seen_.size(); }

  StateClasses classes;
  std::uint64_t failures = 0;
  std::optional<Kept> first;
  std::optional<Kept> second;

 private:
  Kept keep(const search::Path& path) const {
    Kept kept{path.schedule(),
              native::memory_image().snapshot().memory,
              classes.stacks(),
              classes.last(),
              {}};
    for (const ThreadView& thread : path.view().threads) kept.pending[thread.id] = thread.next;
    return kept;
  }

  native::NativeSystem& system_;
  fleet::ChannelMemory& memory_;
  const StatesRequest& request_;
  std::set<Fingerprint> seen_;
};

// The report as JSON.
class Writer {
 public:
  explicit Writer(const Recording& recording) : recording_(recording) {}

  Json splitters(const StateClasses& classes) const {
    std::vector<std::pair<native::MemoryPlace, Splitter>> all;
    for (const auto& one : classes.splitters()) all.push_back(one);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second.merged, a.second.classes) >
             std::pair(b.second.merged, b.second.classes);
    });
    Json json = Json::array();
    for (const auto& [place, splitter] : all) {
      Json row = word(place);
      row["classes"] = splitter.classes;
      row["merged"] = splitter.merged;
      row["values"] = {splitter.first, splitter.second};
      row["states"] = {splitter.first_state, splitter.second_state};
      json.push_back(std::move(row));
    }
    return json;
  }

  Json pair(const Kept& first, const Kept& second) const {
    Json json;
    json["schedules"] = {to_text(first.schedule), to_text(second.schedule)};
    json["same_class"] = first.outline == second.outline;
    json["threads"] = Json::array();
    for (std::size_t i = 0; i < native::thread_paths().size(); ++i) {
      Json here = position(first, thread_id(i));
      Json there = position(second, thread_id(i));
      if (here == there) continue;
      json["threads"].push_back({{"thread", native::thread_paths().text(thread_id(i))},
                                 {"positions", {std::move(here), std::move(there)}}});
    }
    json["words"] = Json::array();
    for (const auto& difference :
         native::words_that_differ({first.memory, first.stacks}, {second.memory, second.stacks})) {
      native::MemoryPlace place = native::place_of(difference.address, first.stacks);
      // Below the first state's stack pointer, it is a word of the second one.
      if (place.kind == native::MemoryPlace::Kind::stack && place.code == kNoSite) {
        place = native::place_of(difference.address, second.stacks);
      }
      Json row = word(place);
      row["values"] = {difference.first, difference.second};
      json["words"].push_back(std::move(row));
    }
    return json;
  }

 private:
  Json file_place(Site site) const {
    const trace::Place place = recording_.locate(site);
    const bool known = place.module < recording_.modules().size();
    return {{"module", known ? recording_.modules()[place.module].path : ""},
            {"address", place.offset}};
  }

  Json word(const native::MemoryPlace& place) const {
    using Kind = native::MemoryPlace::Kind;
    constexpr const char* kKinds[] = {"global", "heap", "thread_local", "stack", "scheduler"};
    Json json;
    json["kind"] = kKinds[static_cast<std::size_t>(place.kind)];
    json["thread"] = place.thread == kNoThread ? "" : native::thread_paths().text(place.thread);
    const Site site = place.kind == Kind::global ? Site{place.offset} : place.code;
    json["place"] = site == kNoSite ? Json() : file_place(site);
    json["offset"] = place.kind == Kind::global ? 0 : place.offset;
    json["name"] = place.name;
    return json;
  }

  // Where a thread is: what it would do next, and its calls without ours.
  Json position(const Kept& state, ThreadId thread) const {
    Json json;
    const auto pending = state.pending.find(thread);
    json["operation"] = pending == state.pending.end() ? "" : key(pending->second.kind);
    json["stack"] = Json::array();
    const auto stack = state.stacks.find(thread);
    if (stack == state.stacks.end()) return json;
    for (const native::PausedFrame& frame : stack->second->frames) {
      if (!native::is_ours(frame.code)) json["stack"].push_back(file_place(frame.code));
    }
    return json;
  }

  const Recording& recording_;
};

search::End search_states(native::NativeSystem& system, fleet::ChannelMemory& memory,
                          const config::RunOptions& options, StateCounter& counter) {
  config::SearchOptions all;
  all.states = config::States::memory;
  all.visited.kind = config::Visited::Kind::exact128;
  all.livelocks = config::Livelocks::ignore;
  Result<search::Recipe> recipe = search::recipe_for(all);
  HEDDLE_CHECK(recipe.ok(), "no recipe for all states");
  Budget budget;
  budget.states = options.max_states.value_or(kMostStates);
  budget.deadline = deadline_of(memory);
  system.restart();
  search::Explorer explorer(system, std::move(*recipe), budget, counter);
  return explorer.explore(&memory.stop);
}

}  // namespace

std::optional<StatesRequest> states_request(std::string_view text) {
  if (text.substr(0, kWord.size()) != kWord) return std::nullopt;
  std::istringstream words{std::string(text.substr(kWord.size()))};
  StatesRequest request;
  words >> request.file;
  HEDDLE_CHECK(!words.fail(), "a request for states without a file");
  std::pair<std::uint64_t, std::uint64_t> compared;
  if (words >> compared.first >> compared.second) request.compared = compared;
  return request;
}

result::RunResult explore_states(native::NativeSystem& system, const Recording& recording,
                                 fleet::ChannelMemory& memory, const config::RunOptions& options,
                                 const StatesRequest& request) {
  publish_phase(memory, "all states");
  native::StateKeeping keeping;
  keeping.compares = true;
  keeping.snapshots = native::Reach::anywhere;
  system.keep_states(keeping);
  system.set_plain_points(points_of(options.points, native::PlainPoints::shared));
  result::RunResult result;
  check_repeats(system, options.seed);
  search::End end = search::End::exhausted;
  std::optional<StateCounter> counter;
  do {
    if (!system.refusal().empty()) return result;
    counter.emplace(system, memory, request);
    end = search_states(system, memory, options, *counter);
  } while (end == search::End::exhausted && adopt_what_is_shared());
  if (!system.refusal().empty()) return result;

  const Writer writer(recording);
  Json json;
  json["states"] = counter->states();
  json["classes"] = counter->classes.size();
  json["without_ours"] = counter->classes.without_ours();
  json["failures"] = counter->failures;
  json["complete"] = end == search::End::exhausted;
  json["splitters"] = writer.splitters(counter->classes);
  if (counter->first && counter->second)
    json["pair"] = writer.pair(*counter->first, *counter->second);
  fleet::write_all(request.file, json.dump());
  result.states = counter->states();
  result.verdict =
      end == search::End::exhausted ? result::RunVerdict::complete : result::RunVerdict::incomplete;
  return result;
}

}  // namespace heddle::worker
