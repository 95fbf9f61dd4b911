// The agents of a spacecraft, with the error that a real one had in flight:
// `rax_extended [--fixed | --bug recheck|blocked] [GROUPS [COUNTS [FIRST [ROUNDS]]]]`.  Each agent
// sleeps if the count of an event is what it was, but tests and sleeps in two steps: a signal in
// between is lost.  recheck: the agent notices and fails.  blocked: it does not, and planner and
// executive wait for each other.  GROUPS of two tasks are the environment, created FIRST or last.
#include <memory>
#include <mutex>
#include <vector>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "event.hpp"
#include "plan.hpp"

namespace {

enum class Variant { fixed, recheck, blocked };

struct Agents {
  Agents(int counts, int rounds, Variant variant)
      : plan_wanted(counts), plan_ready(counts), rounds(rounds), variant(variant) {}

  void planner() {
    int seen = 0;
    for (int i = 0; i < rounds; ++i) {
      await(plan_wanted, seen);
      seen = plan_wanted.count();
      plan.begin();
      plan_ready.signal();
    }
  }

  void executive() {
    int seen = 0;
    for (int i = 0; i < rounds; ++i) {
      plan_wanted.signal();
      await(plan_ready, seen);
      seen = plan_ready.count();
      while (plan.execute_token()) {
      }
    }
  }

  // Repairs plans until nobody carries them out any more.
  void diagnosis() {
    for (int i = 0; i < rounds && !plan_ready.is_closed(); ++i) {
      plan_ready.wait();
      plan.begin();
    }
  }

  void await(Event& event, int seen) {
    if (variant == Variant::fixed) {
      event.wait_beyond(seen);
    } else if (event.count() == seen) {
      if (variant == Variant::recheck) {
        event.wait_checked(seen);
      } else {
        event.wait();
      }
    }
  }

  Event plan_wanted;
  Event plan_ready;
  Plan plan;
  const int rounds;
  const Variant variant;
};

// Two tasks of each group use the group's value.
class Environment {
 public:
  explicit Environment(int groups) {
    for (int i = 0; i < groups; ++i) groups_.push_back(std::make_unique<Group>());
  }

  void start(subjects::Threads& threads, int rounds) {
    for (const auto& group : groups_) {
      threads.start(2, [&group = *group, rounds](int) {
        for (int i = 0; i < rounds; ++i) {
          std::lock_guard lock(group.mutex);
          group.value = 0;
        }
      });
    }
  }

 private:
  struct Group {
    std::mutex mutex;
    int value = 0;
  };

  std::vector<std::unique_ptr<Group>> groups_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[GROUPS [COUNTS [FIRST [ROUNDS]]]]",
                                {"recheck", "blocked"});
  const int groups = arguments.number(4);
  const int counts = arguments.number(3, 2);
  const bool environment_first = arguments.truth(false);
  const int rounds = arguments.number(3);
  arguments.end();
  Agents agents(counts, rounds,
                arguments.fixed()              ? Variant::fixed
                : arguments.has_bug("recheck") ? Variant::recheck
                                               : Variant::blocked);
  Environment environment(groups);
  subjects::Threads tasks;
  if (environment_first) environment.start(tasks, rounds);
  subjects::Threads workers;
  workers.start([&] { agents.planner(); });
  workers.start([&] { agents.executive(); });
  subjects::Threads repairers;
  repairers.start([&] { agents.diagnosis(); });
  if (!environment_first) environment.start(tasks, rounds);
  workers.join();
  agents.plan_ready.close();
}
