#include "worker/turns.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "result/run_coverage.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {
namespace {

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a > kUnlimited / b ? kUnlimited : a * b;
}

}  // namespace

Turns::Turns(Plan plan, const native::NativeSystem& system, const config::RunOptions& options,
             PhaseRunner& phases, Findings& findings, CoverageRecord& coverage)
    : system_(system),
      options_(options),
      phases_(phases),
      findings_(findings),
      coverage_(coverage) {
  for (Member& member : plan) players_.push_back({std::move(member)});
}

void Turns::run() {
  const bool is_alone = players_.size() == 1;
  bool goes_on = true;
  for (std::uint64_t turn = is_alone ? kUnlimited : options_.first_turn; goes_on;
       turn = times(turn, 2)) {
    goes_on = false;
    for (Player& player : players_) {
      if (player.is_over() || (player.phase().is_sample && !is_alone && promise_is_kept()))
        continue;
      const bool has_end = is_alone || promise_is_kept();
      goes_on = take_turn(player, has_end ? kUnlimited : times(turn, player.member.share));
      if (!goes_on) break;
    }
  }
  stop_paused(end_ == search::End::exhausted ? search::End::budget : end_);
  // A search that is interrupted in a hunt may have more to cover.
  const Player& promise = players_.front();
  if (!promise.is_over()) {
    const std::vector<Phase>& phases = promise.member.phases;
    const auto left = phases.begin() + static_cast<std::ptrdiff_t>(promise.next) + 1;
    coverage_.leave_out(
        static_cast<std::uint64_t>(std::count_if(left, phases.end(), [](const Phase& phase) {
          return !phase.is_hunt && !phase.is_restart;
        })));
  }
}

// Returns false when the run is over.
bool Turns::take_turn(Player& player, std::uint64_t transitions) {
  while (!player.is_over() && transitions > 0) {
    const Phase& phase = player.phase();
    if (is_needless(phase)) {
      ++player.next;
      continue;
    }
    if (player.running == nullptr) {
      player.running = &phases_.begin(phase);
      if (is_stuck(system_)) return false;
    }
    // The rest of the turn is for the member's next phase.
    std::optional<PhaseEnd> end =
        phases_.run(*player.running, transitions, players_.size() == 1 || promise_is_kept());
    if (!end) return true;
    player.running = nullptr;
    end_ = end->end;
    coverage_.add(std::move(*end));
    if (ends_run(phase, end_)) return false;
    ++player.next;
  }
  return true;
}

bool Turns::is_needless(const Phase& phase) const {
  const result::Coverage& covered = coverage_.coverage();
  if (!phase.watches_plain_accesses() && result::is_sync_done(covered)) return true;
  return phase.is_restart && result::is_complete(covered);
}

bool Turns::ends_run(const Phase& phase, search::End end) const {
  if (!findings_.empty() && !options_.keep_going) return true;
  if (!system_.refusal().empty() || end == search::End::interrupted) return true;
  return !phase.is_hunt && end != search::End::exhausted;
}

void Turns::stop_paused(search::End end) {
  for (Player& player : players_) {
    if (player.running == nullptr) continue;
    coverage_.add(phases_.stop(*player.running, end));
    player.running = nullptr;
  }
}

}  // namespace heddle::worker
