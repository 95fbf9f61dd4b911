#include "worker/plan.hpp"

#include <algorithm>

#include "search/recipes/context_bounded.hpp"
#include "search/recipes/depth_first.hpp"
#include "search/recipes/random_walk.hpp"

namespace heddle::worker {
namespace {

// Enough for the small programs that a hunt can finish at all, and a second or two for the others.
constexpr std::uint64_t kHuntExecutions = 20'000;

// Most concurrency errors need one or two preemptions (Musuvathi and Qadeer, PLDI 2007).
constexpr std::uint64_t kFewPreemptions = 2;

search::States states_of(options::States states) {
  switch (states) {
    case options::States::memory:
      return search::States::memory;
    case options::States::happens_before:
      return search::States::happens_before;
    case options::States::auto_:
    case options::States::none:
      break;
  }
  return search::States::none;
}

search::Order order_of(const options::RunOptions& options) {
  if (options.search == options::Search::prss) return search::Order::random;
  switch (options.order.kind) {
    case options::Order::Kind::random:
      return search::Order::random;
    case options::Order::Kind::switch_:
      return search::Order::switch_thread;
    case options::Order::Kind::prefer_thread:
      return search::Order::prefer_thread;
    case options::Order::Kind::default_:
      break;
  }
  return search::Order::thread_index;
}

search::VisitedOptions visited_of(const options::Visited& visited) {
  search::VisitedOptions result;
  result.wide = visited.kind == options::Visited::Kind::exact128;
  if (visited.kind == options::Visited::Kind::bitstate) {
    result.kind = search::VisitedOptions::Kind::bit_state;
    result.bytes = visited.bytes;
  }
  return result;
}

search::RatioOptions ratio_of(const options::Ratio& ratio) {
  return {ratio.constant, ratio.divisor};
}

search::BacktrackVariants variants_of(const options::BacktrackVariants& variants) {
  using From = options::BacktrackVariants;
  using To = search::BacktrackVariants;
  To result;
  result.depth_of =
      variants.depth == From::DepthOf::states ? To::DepthOf::states : To::DepthOf::transitions;
  result.from =
      variants.from == From::From::beyond ? To::From::beyond_threshold : To::From::at_threshold;
  result.first_exempt = variants.first_exempt;
  result.jumps = variants.jumps == From::Jumps::all ? To::Jumps::all : To::Jumps::early;
  result.leaving_counts = variants.leaving_counts;
  result.length = variants.length == From::Length::whole_depth ? To::Length::whole_depth
                  : variants.length == From::Length::geometric ? To::Length::geometric
                                                               : To::Length::below_threshold;
  result.clip = variants.clip;
  result.reopen_partial = variants.reopen_partial;
  result.revisits_jump = variants.revisits_jump;
  return result;
}

search::Jump jump_of(options::Jump jump) {
  switch (jump) {
    case options::Jump::fixed:
      return search::Jump::fixed;
    case options::Jump::random:
      return search::Jump::random;
    case options::Jump::luby:
      return search::Jump::luby;
    case options::Jump::exhaustive:
      break;
  }
  return search::Jump::exhaustive;
}

search::BacktrackOptions backtrack_of(const options::Backtrack& backtrack) {
  search::BacktrackOptions result;
  result.jump = jump_of(backtrack.jump);
  result.threshold = backtrack.threshold;
  result.ratio = ratio_of(backtrack.ratio);
  if (backtrack.switch_ratio) result.switch_ratio = ratio_of(*backtrack.switch_ratio);
  result.variants = variants_of(backtrack.variants);
  result.adapt = backtrack.adapt;
  result.complete = backtrack.complete;
  result.return_chance = backtrack.return_chance;
  return result;
}

// States that are not asked for by name are not remembered.
search::SearchOptions search_options(const options::RunOptions& options) {
  search::SearchOptions search;
  search.states = states_of(options.states);
  search.visited = visited_of(options.visited);
  search.order = order_of(options);
  search.preferred = static_cast<std::uint16_t>(options.order.thread);
  search.preemptions = options.bound.preemptions;
  search.depth = options.bound.depth;
  search.backtrack = backtrack_of(options.backtrack);
  search.restarts = {options.restarts.every, options.restarts.luby};
  search.seed = options.seed;
  search.report_livelocks = options.livelocks == options::Livelocks::report;
  return search;
}

Phase hunt(Phase phase) {
  phase.plain_points = true;
  phase.is_hunt = true;
  phase.max_executions = kHuntExecutions;
  return phase;
}

std::vector<Phase> rising_bounds(const options::RunOptions& options) {
  std::vector<Phase> plan;
  Phase phase;
  phase.kernel = Kernel::context_bounded;
  phase.search = search_options(options);
  phase.plain_points = options.points == options::Points::all;
  const std::uint64_t last = options.bound.preemptions.value_or(kFewPreemptions);
  for (std::uint64_t bound = 0; bound <= last; ++bound) {
    phase.search.preemptions = bound;
    plan.push_back(phase);
    const bool also_hunt = options.points == options::Points::auto_ && bound >= 1;
    if (also_hunt && bound <= kFewPreemptions) plan.push_back(hunt(phase));
  }
  if (!options.bound.preemptions) {
    phase.kernel = Kernel::depth_first;
    phase.search.preemptions.reset();
    plan.push_back(phase);
  }
  return plan;
}

}  // namespace

std::vector<Phase> make_plan(const options::RunOptions& options) {
  if (options.search == options::Search::auto_) return rising_bounds(options);
  Phase phase;
  phase.search = search_options(options);
  phase.plain_points = options.points == options::Points::all;
  if (options.search == options::Search::random) {
    phase.kernel = Kernel::random_walk;
    // A sample promises nothing, so it may as well see everything.
    phase.plain_points |= options.points == options::Points::auto_;
    return {phase};
  }
  if (options.points == options::Points::auto_) return {phase, hunt(phase)};
  return {phase};
}

Result<search::Recipe> make_recipe(const Phase& phase) {
  switch (phase.kernel) {
    case Kernel::context_bounded:
      return search::context_bounded(phase.search);
    case Kernel::random_walk:
      return search::random_walk(phase.search);
    case Kernel::depth_first:
      break;
  }
  return search::depth_first(phase.search);
}

std::string to_text(const Phase& phase) {
  std::string text = phase.kernel == Kernel::random_walk ? "random schedules" : "all schedules";
  if (phase.search.preemptions) {
    const std::uint64_t bound = *phase.search.preemptions;
    text = bound == 0
               ? "no preemptions"
               : "at most " + std::to_string(bound) + (bound == 1 ? " preemption" : " preemptions");
  }
  return text + (phase.plain_points ? ", every memory access" : ", synchronisation");
}

}  // namespace heddle::worker
