#include "worker/turns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "result/run_coverage.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {
namespace {

// The least number of executions in the turn of a sampling search with a share of 1.
constexpr std::uint64_t kExecutionsInTurn = 2;

// The phases that raise limits on waits visit so many times the states of the promised phase that
// came last, which is a part of the run; and never less than some states, which cost milliseconds.
constexpr std::uint64_t kRaisedShare = 4;
constexpr std::uint64_t kLeastRaisedStates = 5'000;

// The largest number stands for no limit.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b > 0 && a > kUnlimited / b ? kUnlimited : a * b;
}

// Returns a part of the turn that a share of 1 has; not less than one transition.
std::uint64_t part(std::uint64_t turn, std::uint64_t share) {
  const std::uint64_t whole = product(turn, share);
  return whole == kUnlimited ? kUnlimited
                             : std::max<std::uint64_t>(whole / search::Shares::kUnit, 1);
}

std::vector<std::uint64_t> initial_shares(const Plan& plan) {
  std::vector<std::uint64_t> shares;
  for (const Member& member : plan) shares.push_back(member.share);
  return shares;
}

}  // namespace

Turns::Turns(Plan plan, const native::NativeSystem& system, const config::RunOptions& options,
             PhaseRunner& phases, Findings& findings, CoverageRecord& coverage, LockHunt& locks)
    : system_(system),
      options_(options),
      phases_(phases),
      findings_(findings),
      coverage_(coverage),
      locks_(locks),
      shares_(initial_shares(plan)) {
  for (Member& member : plan) members_.push_back({std::move(member)});
  is_alone_ = std::count_if(members_.begin(), members_.end(), [](const RunningMember& member) {
                return !member.raises_waits();
              }) == 1;
}

void Turns::run() {
  bool goes_on = true;
  for (std::uint64_t turn = is_alone_ ? kUnlimited : options_.first_turn; goes_on;
       turn = product(turn, 2)) {
    goes_on = false;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      RunningMember& member = members_[i];
      if (member.is_over() || member.is_elsewhere()) continue;
      if (member.raises_waits() && !promise_is_kept()) continue;
      if (member.phase().is_sample && !is_alone_ && promise_is_kept()) continue;
      const bool has_end = is_alone_ || promise_is_kept();
      // Later rounds are longer by this, so that the first member keeps its share.
      if (member.phase().is_sample) {
        turn = std::max(turn, product(kExecutionsInTurn, phases_.total().max_depth));
      }
      goes_on = take_turn(member, has_end ? kUnlimited : part(turn, shares_.of(i)));
      if (!goes_on) break;
      shares_.worked(i, member.yield);
      if (member.is_over()) shares_.ended(i);
    }
    shares_.divide();
    if (goes_on && !is_alone_ && !hunt_for_deadlocks()) break;
  }
  stop_paused(end_ == search::End::exhausted ? search::End::budget : end_);
  // Phases with a promise that never began are left out.
  const RunningMember& promise = members_.front();
  const auto left = promise.plan.phases.begin() + static_cast<std::ptrdiff_t>(promise.next);
  coverage_.leave_out(static_cast<std::uint64_t>(
      std::count_if(left, promise.plan.phases.end(),
                    [](const Phase& phase) { return !phase.is_hunt && !phase.is_restart; })));
}

// Tries the lock-order cycles that the round has found.  The simple deadlocks were found in the
// round.  Returns false when the run is over.
bool Turns::hunt_for_deadlocks() {
  if (!locks_.run() || findings_.go_on()) return true;
  end_ = search::End::stopped_at_error;
  return false;
}

// Returns false when the run is over.
bool Turns::take_turn(RunningMember& member, std::uint64_t transitions) {
  member.yield = {};
  while (!member.is_over() && transitions > 0) {
    const Phase& phase = member.phase();
    if (is_needless(phase)) {
      ++member.next;
      continue;
    }
    if (member.running == nullptr) {
      PhaseInProgress& begun = phases_.begin(with_budget(phase));
      if (is_stuck(system_)) return false;
      member.running = &begun;
    }
    // The rest of the turn is for the member's next phase.
    std::optional<PhaseEnd> end = run(member, transitions);
    if (!end) return true;
    member.running = nullptr;
    end_ = end->end;
    if (phase.raises_waits) raised_states_ += end->tally.states;
    coverage_.add(std::move(*end));
    ++member.next;
    if (ends_run(phase, end_)) return false;
  }
  return true;
}

std::optional<PhaseEnd> Turns::run(RunningMember& member, std::uint64_t& transitions) {
  const search::Yield before = member.running->yield();
  std::optional<PhaseEnd> end =
      phases_.run(*member.running, transitions, is_alone_ || promise_is_kept());
  member.yield += member.running->yield() - before;
  return end;
}

bool Turns::is_needless(const Phase& phase) const {
  const result::Coverage& covered = coverage_.coverage();
  if (phase.raises_waits) return !can_raise_waits();
  if (!phase.watches_plain_accesses() && result::is_sync_done(covered)) return true;
  return phase.is_restart && result::is_complete(covered);
}

// Returns whether the last search ended although its limits on waits left choices out.
bool Turns::can_raise_waits() const {
  const result::Coverage& covered = coverage_.coverage();
  if (!result::is_complete(covered) || raised_states_ >= states_for_raised_waits()) return false;
  const bool was_left = std::any_of(
      covered.phases.begin(), covered.phases.end(),
      [](const result::PhaseCoverage& phase) { return phase.raises_waits && phase.is_hunt; });
  return !was_left && excludes_waits(result::last_promised(covered)->search);
}

std::uint64_t Turns::states_for_raised_waits() const {
  std::uint64_t most = 0;
  for (const result::PhaseCoverage& phase : coverage_.coverage().phases) {
    if (!phase.is_hunt && !phase.raises_waits) most = std::max(most, phase.search.states);
  }
  return std::max(kLeastRaisedStates, product(most, kRaisedShare));
}

Phase Turns::with_budget(Phase phase) const {
  if (phase.raises_waits) phase.max_states = states_for_raised_waits() - raised_states_;
  return phase;
}

bool Turns::ends_run(const Phase& phase, search::End end) const {
  if (!findings_.empty() && !options_.keep_going) return true;
  if (!system_.refusal().empty()) return true;
  if (end == search::End::interrupted || end == search::End::time_limit) return true;
  return !phase.is_hunt && !phase.raises_waits && end != search::End::exhausted;
}

void Turns::stop_paused(search::End end) {
  for (RunningMember& member : members_) {
    if (member.running == nullptr) continue;
    coverage_.add(phases_.stop(*member.running, end));
    member.running = nullptr;
    ++member.next;
  }
}

}  // namespace heddle::worker
