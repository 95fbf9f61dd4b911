#include "config/search_options.hpp"

#include <algorithm>

namespace heddle::config {
namespace {

// Searches that need a visited set have one; those that enumerate schedules have none unless asked.
bool wants_memory(const SearchOptions& options) {
  if (options.reduce != Reduce::none) return false;
  if (is_randomized(options)) return true;
  return options.search != Search::dfs && !is_sampling(options.search) &&
         options.search != Search::best_first;
}

}  // namespace

bool has_random_priority(const SearchOptions& options) {
  return std::any_of(options.priority.begin(), options.priority.end(),
                     [](const Priority& part) { return part.kind == Priority::Kind::rand; });
}

bool is_randomized(const SearchOptions& options) {
  return options.backtrack.jump != Jump::exhaustive || options.restarts.every > 0;
}

bool raises_bounds(const SearchOptions& options) {
  return options.search == Search::auto_ && options.reduce == Reduce::none &&
         !is_randomized(options);
}

// Sleep sets without a visited set need only the earlier steps of a state.  Other reductions learn
// from the executions of one branch which others to explore.
bool can_be_split(const SearchOptions& options) {
  if (options.search == Search::best_first) {
    return options.reduce == Reduce::none && options.states == States::none &&
           !has_random_priority(options);
  }
  const bool has_sleep_sets = options.reduce == Reduce::sleep && options.states == States::none;
  if (!has_sleep_sets) return can_be_sharded(options);
  SearchOptions plain = options;
  plain.reduce = Reduce::none;
  if (plain.search == Search::auto_) plain.search = Search::dfs;
  return can_be_sharded(plain);
}

// A random order is there for searches that differ.
bool can_be_sharded(const SearchOptions& options) {
  const bool is_depth_first =
      options.search == Search::dfs || options.search == Search::context_bounded;
  const bool is_exact =
      options.states == States::none ||
      (options.states == States::memory && options.visited.kind != Visited::Kind::bitstate);
  return is_depth_first && is_exact && options.reduce == Reduce::none && !is_randomized(options) &&
         options.order.kind != Order::Kind::random;
}

SearchOptions resolved(SearchOptions options) {
  if (options.states == States::auto_) {
    options.states = wants_memory(options) ? States::memory : States::none;
  }
  if (options.search == Search::prss) options.order = {.kind = Order::Kind::random};
  return options;
}

}  // namespace heddle::config
