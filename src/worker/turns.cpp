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
             PhaseRunner& phases, Findings& findings, CoverageRecord& coverage)
    : system_(system),
      options_(options),
      phases_(phases),
      findings_(findings),
      coverage_(coverage),
      shares_(initial_shares(plan)) {
  for (Member& member : plan) members_.push_back({std::move(member)});
}

void Turns::run() {
  const bool is_alone = members_.size() == 1;
  bool goes_on = true;
  for (std::uint64_t turn = is_alone ? kUnlimited : options_.first_turn; goes_on;
       turn = product(turn, 2)) {
    goes_on = false;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      RunningMember& member = members_[i];
      if (member.is_over() || member.plan.share == 0) continue;
      if (member.phase().is_sample && !is_alone && promise_is_kept()) continue;
      const bool has_end = is_alone || promise_is_kept();
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
  }
  stop_paused(end_ == search::End::exhausted ? search::End::budget : end_);
  // Phases with a promise that never began are left out.
  const RunningMember& promise = members_.front();
  const auto left = promise.plan.phases.begin() + static_cast<std::ptrdiff_t>(promise.next);
  coverage_.leave_out(static_cast<std::uint64_t>(
      std::count_if(left, promise.plan.phases.end(),
                    [](const Phase& phase) { return !phase.is_hunt && !phase.is_restart; })));
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
      PhaseInProgress& begun = phases_.begin(phase);
      if (is_stuck(system_)) return false;
      member.running = &begun;
    }
    // The rest of the turn is for the member's next phase.
    std::optional<PhaseEnd> end = run(member, transitions);
    if (!end) return true;
    member.running = nullptr;
    end_ = end->end;
    coverage_.add(std::move(*end));
    ++member.next;
    if (ends_run(phase, end_)) return false;
  }
  return true;
}

std::optional<PhaseEnd> Turns::run(RunningMember& member, std::uint64_t& transitions) {
  const search::Yield before = member.running->yield();
  std::optional<PhaseEnd> end =
      phases_.run(*member.running, transitions, members_.size() == 1 || promise_is_kept());
  member.yield += member.running->yield() - before;
  return end;
}

bool Turns::is_needless(const Phase& phase) const {
  const result::Coverage& covered = coverage_.coverage();
  if (!phase.watches_plain_accesses() && result::is_sync_done(covered)) return true;
  return phase.is_restart && result::is_complete(covered);
}

bool Turns::ends_run(const Phase& phase, search::End end) const {
  if (!findings_.empty() && !options_.keep_going) return true;
  if (!system_.refusal().empty()) return true;
  if (end == search::End::interrupted || end == search::End::time_limit) return true;
  return !phase.is_hunt && end != search::End::exhausted;
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
