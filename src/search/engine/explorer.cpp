#include "search/engine/explorer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <span>
#include <utility>

#include "core/check.hpp"
#include "search/liveness/livelock.hpp"
#include "system/divergence.hpp"
#include "system/interruption.hpp"

namespace heddle::search {
namespace {

// A step may take half a microsecond, a look at the clock 30 ns: there are that many branches
// between two looks at most, and fewer where so much time passes between them.
constexpr std::uint64_t kMostBetweenLooks = 1024;
constexpr std::chrono::microseconds kTimeBetweenLooks{500};

// A data choice may open thousands; threads open a handful.
constexpr std::size_t kFewSiblings = 16;

}  // namespace

Explorer::Explorer(System& system, Recipe recipe, const Budget& budget, SearchObserver& observer)
    : system_(system), recipe_(std::move(recipe)), budget_(budget), observer_(observer) {
  HEDDLE_CHECK(recipe_.expansion && recipe_.frontier && recipe_.visited, "a recipe lacks a part");
  remembers_ = recipe_.visited->remembers();
  HEDDLE_CHECK(!remembers_ || recipe_.identity, "a recipe stores states but cannot compare them");
}

End Explorer::explore(const std::atomic<bool>* stop) {
  const End end = run_to_interruption(stop);
  const FrontierSummary summary = recipe_.frontier->summary();
  tally_.pruned += summary.pruned - given_up_;
  given_up_ = summary.pruned;
  tally_.nodes = summary.nodes;
  tally_.restarts = summary.restarts;
  return end;
}

End Explorer::run_to_interruption(const std::atomic<bool>* stop) {
  try {
    return run(stop);
  } catch (const Interruption&) {
    const bool is_late = std::chrono::steady_clock::now() >= budget_.deadline;
    return is_late ? End::time_limit : End::interrupted;
  }
}

End Explorer::run(const std::atomic<bool>* stop) {
  if (is_away_) come_back();
  if (!started_ && !start()) return End::stopped_at_error;
  End end = End::exhausted;
  while (has_branch_ || recipe_.frontier->next(branch_)) {
    has_branch_ = true;
    if (is_spent(stop, end)) return end;
    has_branch_ = false;
    if (!take(branch_)) return End::stopped_at_error;
  }
  return End::exhausted;
}

bool Explorer::start() {
  started_ = true;
  if (recipe_.measure) recipe_.measure(system_, recipe_);
  rewound();
  mark();
  return !recipe_.frontier->begins_at_root() || settle();
}

void Explorer::leave() {
  is_away_ = started_;
  if (continues_here()) mark();
}

void Explorer::come_back() {
  is_away_ = false;
  if (continues_here()) return_to_mark();
}

// Returns whether the next branch begins at the path's end.  If not, its state is sought anyway.
bool Explorer::continues_here() const {
  return has_branch_ && branch_.place == nullptr && branch_.depth == path_.depth();
}

bool Explorer::take(const Branch& branch) {
  if (branch.was_received) {
    seek_received(branch);
  } else if (branch.place != nullptr || branch.depth != path_.depth()) {
    branch.repeats ? seek_again(branch) : seek(branch);
  }
  is_again_ = branch.again;
  if (branch.forget) forget();
  if (branch.reopen) return reopen();
  step(branch.decision);
  if (path_.depth() > tally_.max_depth) tally_.max_depth = path_.depth();
  return settle();
}

// Brings the system to the branch's state.
void Explorer::seek(const Branch& branch) {
  if (branch.place != nullptr) {
    jump(branch);
    return;
  }
  rewind_to(branch.depth);
  if (branch.last && marks_.size() > 1 && marks_.back().depth == branch.depth) marks_.pop_back();
}

// The same for a branch to which the steps were counted before.
void Explorer::seek_again(const Branch& branch) {
  const std::uint64_t counted = tally_.transitions;
  seek(branch);
  tally_.repeated_steps += tally_.transitions - counted;
  tally_.transitions = counted;
}

// The same for a branch that another worker opened, and counted the steps.
void Explorer::seek_received(const Branch& branch) {
  seek_again(branch);
  if (branch.place != nullptr && remembers_ && branch.place->fingerprint != Fingerprint{} &&
      identify() != branch.place->fingerprint) {
    throw Divergence(path_.depth(), kNoThread, {}, {},
                     "the same steps led to another state in another process");
  }
  recipe_.frontier->received(path_);
  if (!branch.last) mark();
}

// Rewinds to the deepest mark on the path up to `depth`, and steps the rest of the way again.
void Explorer::rewind_to(std::uint32_t depth) {
  if (depth == path_.depth()) return;
  while (marks_.back().depth > depth) marks_.pop_back();
  if (marks_.back().depth == depth) return return_to_mark();
  const Schedule all = path_.schedule();
  return_to_mark();
  for (std::uint32_t i = path_.depth(); i < depth; ++i) step(all[i]);
}

void Explorer::return_to_mark() {
  system_.rewind(marks_.back().mark);
  path_.truncate(marks_.back().depth);
  rewound();
  for (const auto& analysis : recipe_.analyses) {
    if (!analysis->is_asleep()) analysis->rewound(path_);
  }
}

// Goes to a state that may lie off the path.  Its own mark leads there at once, unless an analysis
// must see every step; then only the shared prefix is kept.
void Explorer::jump(const Branch& branch) {
  const PlaceRef& place = branch.place;
  if (recipe_.analyses.empty() && place->mark != nullptr) {
    const std::uint32_t shared = path_.lead_to(place);
    while (marks_.back().depth > shared) marks_.pop_back();
    system_.rewind(place->mark);
    path_.arrive(system_.view());
  } else {
    Path target;
    target.lead_to(place);
    std::uint32_t shared = 0;
    while (shared < place->depth && shared < path_.depth() &&
           path_.decision(shared) == target.decision(shared)) {
      ++shared;
    }
    rewind_to(shared);
    for (std::uint32_t i = shared; i < place->depth; ++i) {
      if (branch.was_received) check_possible(target.decision(i));
      step(target.decision(i));
    }
    path_.lead_to(place);
  }
  if (branch.last) {
    place->mark = nullptr;
    if (marks_.size() > 1 && marks_.back().depth == place->depth) marks_.pop_back();
  } else if (place->mark != nullptr && marks_.back().depth < place->depth) {
    marks_.push_back({place->depth, place->mark});
  }
}

// A schedule from another process may lead elsewhere here.
void Explorer::check_possible(Decision decision) const {
  const ThreadView* const mover = path_.view().find(decision.thread);
  if (path_.view().verdict == Verdict::running && mover != nullptr &&
      decision.alternative < mover->alternatives) {
    return;
  }
  throw Divergence(path_.depth(), decision.thread, {}, {},
                   "a step of another process is not possible");
}

// The search begins anew.
void Explorer::forget() {
  recipe_.visited->clear();
  if (recipe_.program_states != nullptr) recipe_.program_states->clear();
  tally_.forgotten_executions = tally_.executions;
  tally_.forgotten_states = tally_.states;
}

// The system is at the path's end, having been elsewhere.
void Explorer::rewound() {
  const StateView& view = system_.view();
  if (recipe_.spins == nullptr) [[likely]] {
    path_.arrive(view);
  } else {
    path_.arrive(recipe_.spins->rewound(view, path_.depth()));
  }
}

void Explorer::step(Decision decision) {
  for (const auto& analysis : recipe_.analyses) analysis->stepping(path_, decision);
  Spins* const spins = recipe_.spins.get();
  if (spins != nullptr) [[unlikely]]
    spins->stepping(path_.view(), decision);
  system_.step(decision);
  path_.push(decision);
  const StateView& view = system_.view();
  if (spins == nullptr) [[likely]] {
    path_.arrive(view);
  } else {
    path_.arrive(spins->stepped(view));
  }
  ++tally_.transitions;
  for (const auto& analysis : recipe_.analyses) {
    if (!analysis->is_asleep()) analysis->stepped(path_);
  }
}

void Explorer::mark() {
  if (!marks_.empty() && marks_.back().depth == path_.depth()) return;
  marks_.push_back({path_.depth(), system_.mark()});
  path_.set_mark(marks_.back().mark);
}

// Judges the state just reached and offers what it opens.  False: the observer wants no more.
bool Explorer::settle() {
  // Also of a step to a state that is known.
  for (const Failure& failure : system_.reported()) {
    if (!observer_.failed(path_, failure)) return false;
  }
  const Verdict verdict = path_.view().verdict;
  is_known_ = false;
  const bool is_new = !remembers_ || verdict == Verdict::failed || remember();
  if (!is_again_) {
    DepthProfile::Level& level = depths_.at(path_.depth());
    ++(is_known_ ? tally_.revisits : tally_.states);
    if (verdict == Verdict::failed && recipe_.program_states != nullptr) {
      recipe_.program_states->add_failed();
    }
    ++(is_known_ ? level.revisits : level.states);
  }
  if (verdict != Verdict::running) return end_run(verdict);
  if (recipe_.cycle_check != nullptr && !check_cycles(is_new)) return false;
  return is_new ? open() : revisit();
}

// Opens the choices of a state once more, as if it were new.
bool Explorer::reopen() {
  const Verdict verdict = path_.view().verdict;
  if (remembers_ && verdict != Verdict::failed) remember();
  if (branch_.forget || branch_.is_new) {
    ++tally_.states;
    ++depths_.at(path_.depth()).states;
  }
  if (branch_.is_new) {
    --tally_.revisits;
    --depths_.at(path_.depth()).revisits;
  }
  return verdict == Verdict::running ? open() : end_run(verdict);
}

// Returns the fingerprint of the present state and of what the rest of the search depends on.
Fingerprint Explorer::identify() {
  Fingerprint state = recipe_.identity->identify(system_, path_);
  program_state_ = state;
  for (const auto& analysis : recipe_.analyses) {
    if (analysis->is_asleep()) continue;
    const std::uint64_t context = analysis->context(path_);
    tally_.has_contexts |= context != 0;
    state.add(context);
  }
  return state;
}

// False if the present state is pruned.
bool Explorer::remember() {
  const Fingerprint state = identify();
  path_.identify(state);
  const Arrival arrival =
      recipe_.arrivals != nullptr ? recipe_.arrivals->arrival(path_) : Arrival{};
  const Visit visit = recipe_.visited->insert(state, arrival);
  is_known_ = visit != Visit::fresh;
  if (!is_known_ && recipe_.program_states != nullptr) {
    recipe_.program_states->add(program_state_);
  }
  observer_.arrived(path_, visit != Visit::known);
  return visit != Visit::known;
}

bool Explorer::open() {
  choices_.clear();
  recipe_.expansion->expand(path_, choices_);
  if (!is_again_) {
    const ExcludedChoices excluded = system_.excluded();
    tally_.excluded_timeouts += excluded.early_timeouts;
    tally_.excluded_wakeups += excluded.spurious_wakeups;
  }
  // All that follows is explored elsewhere; threads that spin are another matter.
  if (choices_.empty() && recipe_.spins == nullptr) return true;
  prune();
  if (choices_.empty()) return end_run(Verdict::running);
  tally_.generated += choices_.size();
  if (choices_.size() > 1 && !recipe_.order.empty()) sort();
  if (recipe_.frontier->offer(path_, choices_)) mark();
  return true;
}

// False: the observer wants no more.
bool Explorer::check_cycles(bool is_new) {
  CycleCheck& check = *recipe_.cycle_check;
  if (is_new) {
    check.entered(path_);
  } else if (const auto failure = check.revisited(path_)) {
    if (!observer_.failed(path_, *failure)) return false;
  }
  const std::optional<Livelock> livelock = check.take_livelock();
  return !livelock || observer_.livelocked(*livelock);
}

bool Explorer::revisit() {
  choices_.clear();
  const bool comes_back = recipe_.frontier->revisited(path_, choices_);
  if (choices_.empty() ? comes_back : recipe_.frontier->offer(path_, choices_)) mark();
  return true;
}

void Explorer::prune() {
  for (Bound& bound : recipe_.bounds) {
    if (bound.is_asleep()) continue;
    std::size_t kept = 0;
    for (const Choice& choice : choices_) {
      if (bound.admits(path_, choice)) choices_[kept++] = choice;
    }
    const std::uint64_t pruned = is_again_ ? 0 : choices_.size() - kept;
    bound.pruned += pruned;
    tally_.pruned += pruned;
    choices_.resize(kept);
  }
}

// Stable, by the costs in lexicographic order.
void Explorer::sort() {
  const std::size_t ranks = recipe_.order.size();
  if (ranks == 1 && choices_.size() <= kFewSiblings) return sort_by(*recipe_.order.front());
  costs_.clear();
  for (const Choice& choice : choices_) {
    for (const auto& rank : recipe_.order) costs_.push_back(rank->cost(path_, choice));
  }
  places_.resize(choices_.size());
  std::iota(places_.begin(), places_.end(), std::uint32_t{0});
  std::sort(places_.begin(), places_.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t i = 0; i < ranks; ++i) {
      const Cost left = costs_[a * ranks + i];
      const Cost right = costs_[b * ranks + i];
      if (left != right) return left < right;
    }
    return a < b;
  });
  sorted_.clear();
  for (const std::uint32_t place : places_) sorted_.push_back(choices_[place]);
  choices_.swap(sorted_);
}

// The same by insertion, for a single rank and few siblings, which is what most states have.
void Explorer::sort_by(Rank& rank) {
  std::array<Cost, kFewSiblings> costs;
  const std::span<Choice> choices = choices_;
  for (std::size_t end = 0; end < choices.size(); ++end) {
    const Choice choice = choices[end];
    const Cost cost = rank.cost(path_, choice);
    std::size_t at = end;
    for (; at > 0 && cost < costs[at - 1]; --at) {
      costs[at] = costs[at - 1];
      choices[at] = choices[at - 1];
    }
    costs[at] = cost;
    choices[at] = choice;
  }
}

void Explorer::count_execution() {
  ++tally_.executions;
  ++depths_.at(path_.depth()).executions;
}

bool Explorer::end_run(Verdict verdict) {
  if (recipe_.spins && recipe_.spins->is_stuck()) return end_stuck();
  count_execution();
  if (verdict == Verdict::cut) {
    ++tally_.cut;
    recipe_.frontier->cut();
  }
  observer_.run_ended(path_, verdict);
  const bool failed = verdict == Verdict::failed || verdict == Verdict::deadlock;
  const bool go_on = verdict == Verdict::cut
                         ? observer_.cut(path_)
                         : !failed || observer_.failed(path_, system_.failure());
  observer_.execution_ended(tally_);
  return go_on;
}

// Ends an execution in which every enabled thread can only repeat a loop without effect.  Executes
// the loop to verify that, since state that the system does not report might have changed.  The
// path includes the loop while the observer is called.
bool Explorer::end_stuck() {
  count_execution();
  const std::uint32_t depth = path_.depth();
  Livelock livelock{path_.schedule(), depth};
  const Schedule loop = recipe_.spins->once_round();
  const bool is_livelock = !path_.view().relations->waits_for_time() && goes_round(loop);
  if (!is_livelock) ++tally_.cut;
  const bool fails = is_livelock && recipe_.report_stuck_spins;
  observer_.run_ended(path_, fails         ? Verdict::failed
                             : is_livelock ? Verdict::finished
                                           : Verdict::cut);
  bool go_on = true;
  if (fails) {
    livelock.schedule.insert(livelock.schedule.end(), loop.begin(), loop.end());
    for (const Decision decision : loop) path_.push(decision);
    go_on = observer_.failed(path_, failure(livelock));
    path_.truncate(depth);
  }
  observer_.execution_ended(tally_);
  return go_on;
}

// Takes the loop's steps, whether or not they lead back.  The path is left behind.
bool Explorer::goes_round(const Schedule& loop) {
  std::uint64_t own = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Decision decision = loop[i];
    const StateView& view = system_.view();
    const ThreadView* mover = view.find(decision.thread);
    if (view.verdict != Verdict::running || mover == nullptr || !mover->enabled()) return false;
    if (i == 0 || loop[i - 1] != decision) own = view.relations->own_state(mover->id).value_or(0);
    system_.step(decision);
    if (view.find(decision.thread) == nullptr) return false;
    if (view.relations->last_change() == MemoryChange::some) return false;
    if (i + 1 < loop.size() && loop[i + 1] == decision) continue;
    const ThreadView& before = *path_.view().find(decision.thread);
    if (!same_announcement(before.next, view.find(decision.thread)->next)) return false;
    if (own != view.relations->own_state(decision.thread)) return false;
  }
  return system_.view().verdict == Verdict::running;
}

bool Explorer::is_spent(const std::atomic<bool>* stop, End& end) {
  if (tally_.executions >= budget_.executions || tally_.states >= budget_.states ||
      tally_.transitions >= budget_.transitions) {
    end = End::budget;
    return true;
  }
  if (branches_to_look_ > 0) {
    --branches_to_look_;
    return false;
  }
  return is_over(stop, end);
}

// Now and then: whether the clock or another process wants an end.
bool Explorer::is_over(const std::atomic<bool>* stop, End& end) {
  // The clock is read after it: the observer may save the search, which another process continues.
  observer_.goes_on(tally_);
  const auto now = std::chrono::steady_clock::now();
  branches_between_looks_ = now - last_look_ > kTimeBetweenLooks
                                ? branches_between_looks_ / 2
                                : std::min(branches_between_looks_ * 2 + 1, kMostBetweenLooks);
  branches_to_look_ = branches_between_looks_;
  last_look_ = now;
  if (now >= budget_.deadline) {
    end = End::time_limit;
    return true;
  }
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
    end = End::interrupted;
    return true;
  }
  return false;
}

}  // namespace heddle::search
