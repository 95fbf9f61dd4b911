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
inline constexpr std::uint32_t kBlocked = ~std::uint32_t{0};

class TableSystem final : public System {
 public:
  explicit TableSystem(StateTable table) : table_(std::move(table)) { show(); }

  const StateView& view() const override { return view_; }
  void step(Decision decision) override {
    state_ = table_[state_][index(decision.thread)];
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
      may_move |= thread.enabled();
    }
    view_ = {threads_, last_, may_move ? Verdict::running : Verdict::finished};
  }

  StateTable table_;
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

}  // namespace heddle::search
