// A program given as a table of states, to search graphs of any shape, loops included.
#pragma once

#include <cstdint>
#include <vector>

#include "core/check.hpp"
#include "core/random.hpp"
#include "system/system.hpp"

namespace heddle::search {

// to[state][thread]: where the thread's step leads; kBlocked if it may not move.
using StateTable = std::vector<std::vector<std::uint32_t>>;

// Where the second alternative of a choice leads; kBlocked if the step is no choice.  Empty: there
// are no choices.
using ChoiceTable = StateTable;
inline constexpr std::uint32_t kBlocked = ~std::uint32_t{0};

class TableSystem final : public System {
 public:
  explicit TableSystem(StateTable table, ChoiceTable choices = {})
      : table_(std::move(table)), choices_(std::move(choices)) {
    show();
  }

  const StateView& view() const override { return view_; }
  void step(Decision decision) override {
    const StateTable& way = decision.alternative == 0 ? table_ : choices_;
    state_ = way[state_][index(decision.thread)];
    HEDDLE_CHECK(state_ != kBlocked, "a step that the table does not offer");
    last_ = decision.thread;
    show();
  }
  Mark mark() override { return make_shared_state<const Place>(state_, last_); }
  void rewind(const Mark& mark) override {
    const auto& place = dynamic_cast<const Place&>(*mark);
    state_ = place.state;
    last_ = place.last;
    show();
  }
  Fingerprint fingerprint() override { return {state_ + 1U, ~std::uint64_t{state_}}; }
  const Failure& failure() const override { return failure_; }

  std::uint32_t state() const { return state_; }

 private:
  struct Place final : MarkedState {
    Place(std::uint32_t at, ThreadId by) : state(at), last(by) {}
    std::uint32_t state;
    ThreadId last;
  };

  void show() {
    threads_.clear();
    bool may_move = false;
    for (std::size_t i = 0; i < table_[state_].size(); ++i) {
      ThreadView& thread = threads_.emplace_back();
      thread.id = thread_id(i);
      thread.alternatives = table_[state_][i] == kBlocked ? 0 : 1;
      if (thread.enabled() && !choices_.empty() && choices_[state_][i] != kBlocked) {
        thread.alternatives = 2;
        thread.next.kind = OpKind::choose;
      }
      may_move |= thread.enabled();
    }
    view_ = {threads_, last_, may_move ? Verdict::running : Verdict::finished};
  }

  StateTable table_;
  ChoiceTable choices_;
  std::uint32_t state_ = 0;
  ThreadId last_ = kNoThread;
  std::vector<ThreadView> threads_;
  StateView view_;
  Failure failure_;
};

inline StateTable random_table(Random& random) {
  const std::uint64_t states = 1 + random.below(6);
  const std::uint64_t threads = 1 + random.below(3);
  const std::uint64_t blocked = 1 + random.below(3);  // of 4
  StateTable table(states);
  for (auto& row : table) {
    for (std::uint64_t i = 0; i < threads; ++i) {
      const bool blocks = random.below(4) < blocked;
      row.push_back(blocks ? kBlocked : static_cast<std::uint32_t>(random.below(states)));
    }
  }
  return table;
}

// Every other table has none; of the others, a third of the steps are choices.
inline ChoiceTable random_choices(Random& random, const StateTable& table) {
  if (random.below(2) == 0) return {};
  ChoiceTable choices = table;
  for (auto& row : choices) {
    for (std::uint32_t& to : row) {
      const bool is_choice = to != kBlocked && random.below(3) == 0;
      to = is_choice ? static_cast<std::uint32_t>(random.below(table.size())) : kBlocked;
    }
  }
  return choices;
}

}  // namespace heddle::search
