// The state graph of a search: the visited states and the steps between them, in 12 bytes a step
// and about 38 a state.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule.hpp"
#include "search/engine/flat_table.hpp"
#include "search/engine/search_observer.hpp"
#include "search/por/thread_set.hpp"
#include "search/state/state_key.hpp"

namespace heddle::search {

// Receives every step from the search, or by direct calls.  Distinguishes states by 64 bits.
class StateGraph final : public SearchObserver {
 public:
  using State = std::uint32_t;  // dense, by first appearance; 0 is the initial one

  struct Edge {
    State from = 0;
    State to = 0;
    Decision by;
  };

  // A choice in a state, all of whose alternatives a fair run takes.
  struct Choice {
    State state = 0;
    FairChoice way;
  };

  void arrived(const Path& path, bool is_new) override;

  // Returns the number of a state, which is added if it is new.  The first one is the initial
  // state.
  State add_state(const Fingerprint& state, ThreadSet enabled);
  void add_edge(State from, State to, Decision by);
  void add_choice(State state, FairChoice way) { choices_.push_back({state, way}); }

  std::size_t states() const { return enabled_.size(); }
  ThreadSet enabled(State state) const { return enabled_[state]; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Choice>& choices() const { return choices_; }

  // Returns the steps by which the state was first reached.
  Schedule schedule_to(State state) const;

 private:
  static constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};

  FlatMap<NarrowKey::Type, State> numbers_;
  std::vector<ThreadSet> enabled_;
  std::vector<std::uint32_t> reached_by_;  // the first edge to each state
  std::vector<Edge> edges_;
  std::vector<Choice> choices_;
};

}  // namespace heddle::search
