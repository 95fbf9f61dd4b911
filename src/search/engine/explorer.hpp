// The search loop: take an open branch; bring the system there; take one step; if the state is new,
// open the choices it offers.  The recipe defines everything that differs between searches.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "core/search_coverage.hpp"
#include "search/engine/choice.hpp"
#include "search/engine/depth_profile.hpp"
#include "search/engine/path.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_observer.hpp"
#include "search/engine/tally.hpp"
#include "search/strategy/frontier.hpp"
#include "system/system.hpp"

namespace heddle::search {

using End = SearchEnd;

// Does not rewind while it descends; rewinds once per backtrack; allocates nothing in steady state.
class Explorer {
 public:
  // Keeps references to the system, which must be at its initial state, and to the observer.
  Explorer(System& system, Recipe recipe, const Budget& budget, SearchObserver& observer);

  // Explores until one of the ends.  May be called again to continue after any end but `exhausted`,
  // if the budget allows it.  THROWS: Divergence when a replay differs from the recorded execution.
  End explore(const std::atomic<bool>* stop = nullptr);

  // Lets others use the system.  The next `explore` returns to the present state.
  // REQUIRES: until then, the system's scheduling points and its way to keep states are the same
  // again, and the system is at its initial state.
  void leave();

  // Replaces the budget; the counts continue.
  void set_budget(const Budget& budget) { budget_ = budget; }

  void set_deadline(std::chrono::steady_clock::time_point deadline) { budget_.deadline = deadline; }

  const Tally& tally() const { return tally_; }
  // The same counts by depth.
  const DepthProfile& depths() const { return depths_; }
  const Recipe& recipe() const { return recipe_; }
  const Path& path() const { return path_; }

 private:
  struct Marked {
    std::uint32_t depth = 0;
    Mark mark;
  };

  End run(const std::atomic<bool>* stop);
  End run_to_interruption(const std::atomic<bool>* stop);
  bool start();
  void come_back();
  bool continues_here() const;
  bool take(const Branch& branch);
  void seek(const Branch& branch);
  void seek_again(const Branch& branch);
  void seek_received(const Branch& branch);
  void jump(const Branch& branch);
  void check_possible(Decision decision) const;
  void rewind_to(std::uint32_t depth);
  void return_to_mark();
  void forget();
  void step(Decision decision);
  void mark();
  void rewound();
  bool settle();
  bool reopen();
  Fingerprint identify();
  bool remember();
  bool open();
  bool check_cycles(bool is_new);
  bool revisit();
  void prune();
  void sort();
  void sort_by(Rank& rank);
  void count_execution();
  bool end_run(Verdict verdict);
  bool end_stuck();
  bool goes_round(const Schedule& loop);
  bool is_spent(const std::atomic<bool>* stop, End& end);
  bool is_over(const std::atomic<bool>* stop, End& end);

  System& system_;
  Recipe recipe_;
  Budget budget_;
  SearchObserver& observer_;
  Tally tally_;
  DepthProfile depths_;
  std::uint64_t given_up_ = 0;  // by the frontier, of what the tally counts as pruned
  Path path_;
  std::vector<Marked> marks_;  // on the path, by ascending depth; the first is the initial state
  std::vector<Choice> choices_;
  std::vector<Cost> costs_;
  std::vector<std::uint32_t> places_;  // of choices, while they are sorted
  std::vector<Choice> sorted_;
  Branch branch_;
  bool has_branch_ = false;  // taken from the frontier, not yet followed
  bool started_ = false;
  bool is_away_ = false;
  bool remembers_ = false;
  bool is_again_ = false;               // the present state was counted before
  Fingerprint program_state_;           // the present state without its context
  bool is_known_ = false;               // the present state was visited before, even if reopened
  std::uint64_t branches_to_look_ = 0;  // before the next look at the clock
  std::uint64_t branches_between_looks_ = 0;
  std::chrono::steady_clock::time_point last_look_;
};

}  // namespace heddle::search
