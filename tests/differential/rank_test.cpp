// A search over several ranks, which share no memory, ends with the result of one worker.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "differential/split_search.hpp"
#include "ranks/relay.hpp"

namespace heddle {
namespace {

using model::Program;
using ranks::Message;
using ranks::Relay;
using search::SearchOptions;
using search::WorkExchange;

// Carries messages between relays.  Messages between two ranks arrive in order, all others in any.
class Network {
 public:
  Network(const std::vector<std::unique_ptr<SharedMemory>>& memories, std::uint64_t seed)
      : random_(seed) {
    const auto ranks = static_cast<unsigned>(memories.size());
    for (unsigned i = 0; i < ranks; ++i) {
      Relay::prepare(memories[i]->view(), i, ranks);
      relays_.push_back(std::make_unique<Relay>(
          memories[i]->view(), 1, [this, i](unsigned to, const Message& message) {
            lines_[{i, to}].push_back(*ranks::decode(ranks::encode(message)));
          }));
    }
  }

  // Until all workers have ended.
  void run(const std::atomic<unsigned>& running) {
    while (running.load() > 0) {
      for (const auto& relay : relays_) relay->turn();
      deliver_some();
      std::this_thread::yield();
    }
  }

 private:
  void deliver_some() {
    std::vector<std::pair<unsigned, unsigned>> ready;
    for (const auto& [line, messages] : lines_) {
      if (!messages.empty()) ready.push_back(line);
    }
    for (const auto& [from, to] : ready) {
      if (random_.below(3) == 0) continue;  // this line is slow today
      std::deque<Message>& line = lines_[{from, to}];
      const Message message = std::move(line.front());
      line.pop_front();
      relays_[to]->receive(from, message);
    }
  }

  Random random_;
  std::vector<std::unique_ptr<Relay>> relays_;
  std::map<std::pair<unsigned, unsigned>, std::deque<Message>> lines_;
};

struct Whole {
  Explored explored;
  std::uint64_t cycles = 0;
};

class Ranks : public testing::Test {
 protected:
  Whole explore_with(unsigned ranks, const Program& program, const SearchOptions& options) {
    std::vector<std::unique_ptr<SharedMemory>> memories;
    for (unsigned i = 0; i < ranks; ++i) {
      memories.push_back(std::make_unique<SharedMemory>(ranks + 1));
    }
    Network network(memories, ++networks_);
    std::vector<Part> parts(ranks);
    std::vector<std::uint64_t> noticed(ranks);
    std::atomic<unsigned> running = ranks;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < ranks; ++i) {
      threads.emplace_back([&, i] {
        WorkExchange exchange(memories[i]->view(), i, nullptr);
        parts[i] = work(program, options, exchange, 1);
        search::SplitReport& report = exchange.memory().slot(i).report;
        report.cycles = parts[i].cycles;
        EXPECT_TRUE(exchange.meet());
        EXPECT_FALSE(exchange.was_stopped());
        for (unsigned k = 0; k < ranks; ++k) {
          noticed[i] += exchange.memory().slot(k).report.cycles;
        }
        EXPECT_TRUE(exchange.meet());
        --running;
      });
    }
    network.run(running);
    for (std::thread& thread : threads) thread.join();
    Whole whole;
    unsigned workers = 0;  // that executed anything
    for (unsigned i = 0; i < ranks; ++i) {
      const Explored& one = parts[i].explored;
      EXPECT_EQ(one.end, search::End::exhausted);
      EXPECT_EQ(noticed[i], noticed[0]);
      whole.explored.runs.insert(whole.explored.runs.end(), one.runs.begin(), one.runs.end());
      whole.explored.final_states.insert(one.final_states.begin(), one.final_states.end());
      whole.explored.failures.insert(one.failures.begin(), one.failures.end());
      whole.explored.deadlocks += one.deadlocks;
      whole.explored.tally += one.tally;
      workers += one.tally.executions > 0 ? 1 : 0;
    }
    shared_ += workers > 1 ? 1 : 0;
    whole.cycles = noticed[0];
    return whole;
  }

  void compare(const Program& program, const SearchOptions& options, bool counts_are_fixed) {
    const Explored alone = explore(program, search::recipe_for(options));
    const unsigned ranks = 2 + static_cast<unsigned>(networks_ % 3);
    const Explored all = explore_with(ranks, program, options).explored;
    EXPECT_EQ(own_ends(program, all), own_ends(program, alone));
    EXPECT_EQ(all.failures, alone.failures);
    EXPECT_EQ(all.deadlocks > 0, alone.deadlocks > 0);
    repeated_ += all.tally.repeated_steps;
    if (!counts_are_fixed) return;
    EXPECT_EQ(all.final_states, alone.final_states);
    EXPECT_EQ(all.tally.states, alone.tally.states);
    EXPECT_EQ(all.tally.executions, alone.tally.executions);
    EXPECT_EQ(all.tally.transitions, alone.tally.transitions);
    EXPECT_EQ(all.tally.revisits, alone.tally.revisits);
    EXPECT_EQ(all.tally.generated, alone.tally.generated);
    EXPECT_EQ(all.tally.pruned, alone.tally.pruned);
    EXPECT_EQ(all.tally.cut, alone.tally.cut);
  }

  template <typename Check>
  void check_random_programs(Check check) {
    for_random_programs(2026, programs_per_family("HEDDLE_RANK_PROGRAMS", 20), check);
    // Otherwise nothing was split.
    EXPECT_GT(repeated_, 100U);
  }

  std::uint64_t networks_ = 0;
  std::uint64_t repeated_ = 0;
  std::uint64_t shared_ = 0;  // searches in which several workers executed something
};

TEST_F(Ranks, StatesAreThoseOfOneWorker) {
  check_random_programs([&](const Program& program, const Budget&) {
    SearchOptions options = stateful();
    if (networks_ % 4 == 3) options.visited.kind = search::Visited::Kind::exact128;
    compare(program, options, true);
  });
}

TEST_F(Ranks, SchedulesAreThoseOfOneWorker) {
  check_random_programs([&](const Program& program, const Budget& few) {
    const SearchOptions stateless;
    if (explore(program, search::recipe_for(stateless), few).end != search::End::exhausted) return;
    compare(program, stateless, true);
  });
}

TEST_F(Ranks, SleepSetsTravelWithTheBranches) {
  check_random_programs([&](const Program& program, const Budget& few) {
    const SearchOptions asleep{.reduce = search::Reduce::sleep};
    if (explore(program, search::recipe_for(asleep), few).end != search::End::exhausted) return;
    compare(program, asleep, true);
  });
}

TEST_F(Ranks, BestFirstExecutesEverythingOnce) {
  for_random_programs(
      2026, programs_per_family("HEDDLE_RANK_PROGRAMS", 20),
      [&](const Program& program, const Budget& few) {
        const SearchOptions options{.search = config::Search::best_first};
        const Explored alone = explore(program, search::recipe_for(options), few);
        if (alone.end != search::End::exhausted) return;
        const Explored all =
            explore_with(2 + static_cast<unsigned>(networks_ % 3), program, options).explored;
        EXPECT_EQ(schedules(all), schedules(alone));
        EXPECT_EQ(all.tally.states, alone.tally.states);
        EXPECT_EQ(all.failures, alone.failures);
      });
  EXPECT_GT(shared_, 100U);
}

TEST_F(Ranks, BoundsTravelWithTheBranches) {
  check_random_programs([&](const Program& program, const Budget&) {
    SearchOptions bounded = stateful();
    if (networks_ % 2 == 0) bounded.visited.kind = search::Visited::Kind::exact128;
    bounded.bound.depth = 5;
    compare(program, bounded, false);
  });
}

TEST_F(Ranks, CyclesAreNoticed) {
  expect_cycles_noticed(8, 120, stateful(), [&](const Program& program) {
    return explore_with(4, program, stateful()).cycles;
  });
}

}  // namespace
}  // namespace heddle
