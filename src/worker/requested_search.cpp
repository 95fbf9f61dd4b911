#include "worker/requested_search.hpp"

#include "worker/place_lookup.hpp"

namespace heddle::worker {
namespace {

// Searches that only make sense with a memory of states have one; those that enumerate schedules
// have none unless they are asked for.
bool wants_memory(const options::RunOptions& options) {
  if (options.reduce != options::Reduce::none) return false;
  if (options.backtrack.jump != options::Jump::exhaustive || options.restarts.every > 0)
    return true;
  return options.search != options::Search::dfs && !options::is_sampling(options.search) &&
         options.search != options::Search::best_first;
}

search::States states_of(const options::RunOptions& options) {
  switch (options.states) {
    case options::States::memory:
      return search::States::memory;
    case options::States::happens_before:
      return search::States::happens_before;
    case options::States::none:
      return search::States::none;
    case options::States::auto_:
      break;
  }
  return wants_memory(options) ? search::States::memory : search::States::none;
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

search::PriorityKind priority_of(const options::Priority& priority) {
  switch (priority.kind) {
    case options::Priority::Kind::pb:
      return search::PriorityKind::pb;
    case options::Priority::Kind::dpor:
      return search::PriorityKind::dpor;
    case options::Priority::Kind::mdpor:
      return search::PriorityKind::mdpor;
    case options::Priority::Kind::ss:
      return search::PriorityKind::ss;
    case options::Priority::Kind::method:
      return search::PriorityKind::method;
    case options::Priority::Kind::var:
      return search::PriorityKind::var;
    case options::Priority::Kind::rand:
      break;
  }
  return search::PriorityKind::rand;
}

search::Reduce reduce_of(options::Reduce reduce) {
  switch (reduce) {
    case options::Reduce::sleep:
      return search::Reduce::sleep;
    case options::Reduce::dpor:
      return search::Reduce::dpor;
    case options::Reduce::source:
      return search::Reduce::source;
    case options::Reduce::optimal:
      return search::Reduce::optimal;
    case options::Reduce::none:
      break;
  }
  return search::Reduce::none;
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

}  // namespace

search::SearchOptions search_options(const options::RunOptions& options) {
  search::SearchOptions search;
  search.states = states_of(options);
  search.visited = visited_of(options.visited);
  search.order = order_of(options);
  search.preferred = static_cast<std::uint16_t>(options.order.thread);
  search.preemptions = options.bound.preemptions;
  search.delays = options.bound.delays;
  search.reduce = reduce_of(options.reduce);
  search.depth = options.bound.depth;
  for (const options::Priority& priority : options.priority) {
    search.priorities.push_back(priority_of(priority));
    add_places(priority, search);
  }
  search.backtrack = backtrack_of(options.backtrack);
  search.restarts = {options.restarts.every, options.restarts.luby};
  search.pct_depth = options.pct_depth;
  search.seed = options.seed;
  search.report_livelocks = options.livelocks == options::Livelocks::report;
  return search;
}

options::RunOptions with_chosen_states(options::RunOptions options) {
  if (options.states != options::States::auto_) return options;
  options.states = search_options(options).states == search::States::memory
                       ? options::States::memory
                       : options::States::none;
  return options;
}

}  // namespace heddle::worker
