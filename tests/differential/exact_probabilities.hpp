// Computes the probability with which a sampler draws each schedule of a small model program: by
// enumerating the sampler's random choices as its definition has them, with none of the search's
// code.
//
// Weights, priorities and dependence are read off the program's text.  So the programs of all
// distributions but the random walk's have cells and mutexes only, and neither skips nor jumps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/model_system.hpp"
#include "model/program.hpp"

namespace heddle::exact {

using model::Instruction;
using model::ModelSystem;
using model::Program;

// By schedule, written as in search::schedule_text.
using Distribution = std::map<std::string, double>;

inline std::vector<ThreadId> enabled(const ModelSystem& system) {
  std::vector<ThreadId> threads;
  for (const ThreadView& thread : system.view().threads) {
    if (thread.enabled()) threads.push_back(thread.id);
  }
  return threads;
}

inline ModelSystem after(const ModelSystem& system, Decision decision) {
  ModelSystem next = system;
  next.step(decision);
  return next;
}

// A state on the way to the end of an execution.
struct Point {
  ModelSystem system;
  std::string schedule;
  double probability = 1;

  bool has_ended() const { return system.view().verdict != Verdict::running; }
  Point with(double factor) const { return {system, schedule, probability * factor}; }
  // REQUIRES: the thread has one alternative.
  Point then(ThreadId thread) const {
    return {after(system, {thread, 0}), schedule + std::to_string(index(thread)), probability};
  }
  // Returns the pending instruction.  REQUIRES: the thread neither skips nor jumps, nor has ended.
  const Instruction& next(ThreadId thread) const {
    const char own = static_cast<char>('0' + index(thread));
    const auto done = std::count(schedule.begin(), schedule.end(), own);
    return system.program().threads[index(thread)][static_cast<std::size_t>(done)];
  }
};

// All choices of a state are equally likely, alternatives included.
class RandomWalk {
 public:
  static Distribution of(const Program& program) {
    RandomWalk walk;
    walk.visit({ModelSystem(program), ""});
    return std::move(walk.into_);
  }

 private:
  void visit(const Point& point) {
    if (point.has_ended()) {
      into_[point.schedule] += point.probability;
      return;
    }
    double choices = 0;
    for (const ThreadView& thread : point.system.view().threads) choices += thread.alternatives;
    for (const ThreadView& thread : point.system.view().threads) {
      for (std::uint16_t way = 0; way < thread.alternatives; ++way) {
        std::string schedule = point.schedule + std::to_string(index(thread.id));
        if (way > 0) schedule += ':' + std::to_string(way);
        visit({after(point.system, {thread.id, way}), schedule, point.probability / choices});
      }
    }
  }

  Distribution into_;
};

// The object that an instruction is an event of; cells and mutexes are numbered separately.
using Object = std::pair<bool, std::uint16_t>;

inline Object object_of(const Instruction& instruction) {
  const bool is_cell = instruction.code <= model::Code::await;
  return {is_cell, instruction.object};
}

inline bool only_reads(const Instruction& instruction) {
  return instruction.code == model::Code::read;
}

inline bool conflict(const Instruction& one, const Instruction& other) {
  return object_of(one) == object_of(other) && !(only_reads(one) && only_reads(other));
}

// Probabilistic concurrency testing: every order of the threads' priorities, and every tuple of
// change points among the steps at which two threads are enabled.
class Pct {
 public:
  // `steps`: the largest number of such steps in an execution.
  Pct(const Program& program, std::size_t depth, std::size_t steps)
      : program_(program), steps_(steps), change_points_(depth - 1) {}

  Distribution distribution() {
    std::vector<std::size_t> priorities(program_.threads.size());
    // Above those of the change points, 1 to depth - 1.
    std::iota(priorities.begin(), priorities.end(), change_points_.size() + 1);
    double runs = 0;
    do {
      std::fill(change_points_.begin(), change_points_.end(), 1);
      do {
        ++into_[drawn(priorities)];
        ++runs;
      } while (change_others());
    } while (std::next_permutation(priorities.begin(), priorities.end()));
    for (auto& [schedule, count] : into_) count /= runs;
    return std::move(into_);
  }

 private:
  // Counts through all tuples; false after the last one.
  bool change_others() {
    for (std::size_t& point : change_points_) {
      if (++point <= steps_) return true;
      point = 1;
    }
    return false;
  }

  std::string drawn(std::vector<std::size_t> priorities) const {
    ModelSystem system(program_);
    std::string schedule;
    std::size_t step = 0;
    while (system.view().verdict == Verdict::running) {
      const std::vector<ThreadId> threads = enabled(system);
      const auto highest = [&] {
        return *std::max_element(threads.begin(), threads.end(), [&](ThreadId a, ThreadId b) {
          return priorities[index(a)] < priorities[index(b)];
        });
      };
      if (threads.size() > 1) {
        ++step;
        const ThreadId mover = highest();
        for (std::size_t i = 0; i < change_points_.size(); ++i) {
          if (change_points_[i] == step) priorities[index(mover)] = i + 1;
        }
      }
      schedule += std::to_string(index(highest()));
      system.step({highest(), 0});
    }
    return schedule;
  }

  const Program& program_;
  std::size_t steps_;
  std::vector<std::size_t> change_points_;
  Distribution into_;
};

// Partial-order sampling: every order of the priorities that are drawn in an execution.  The rank
// of a new priority among all earlier ones, also those no longer in use, is uniform.
class PartialOrderSampling {
 public:
  static Distribution of(const Program& program) {
    PartialOrderSampling sampling;
    sampling.visit({ModelSystem(program), ""}, {{{}, 1}});
    return std::move(sampling.into_);
  }

 private:
  // The owners of all priorities, the highest first; kNoThread: no longer in use.
  using Order = std::vector<ThreadId>;
  using Orders = std::map<Order, double>;  // with their probabilities

  void visit(const Point& point, Orders orders) {
    if (point.has_ended()) {
      for (const auto& [order, probability] : orders) into_[point.schedule] += probability;
      return;
    }
    const std::vector<ThreadId> threads = enabled(point.system);
    for (const ThreadId thread : threads) orders = drawn(orders, thread);
    std::map<ThreadId, Orders> after;  // by the thread that moves
    for (const auto& [order, probability] : orders) {
      const ThreadId mover =
          *std::find_first_of(order.begin(), order.end(), threads.begin(), threads.end());
      Order left = order;
      for (const ThreadId thread : threads) {
        if (thread == mover || conflict(point.next(mover), point.next(thread))) {
          std::replace(left.begin(), left.end(), thread, kNoThread);
        }
      }
      after[mover][left] += probability;
    }
    for (const auto& [mover, left] : after) visit(point.then(mover), left);
  }

  // Gives the thread a priority in each order that has none for it.
  static Orders drawn(const Orders& orders, ThreadId thread) {
    Orders all;
    for (const auto& [order, probability] : orders) {
      if (std::find(order.begin(), order.end(), thread) != order.end()) {
        all[order] += probability;
        continue;
      }
      for (std::size_t rank = 0; rank <= order.size(); ++rank) {
        Order with = order;
        with.insert(with.begin() + static_cast<std::ptrdiff_t>(rank), thread);
        all[with] += probability / static_cast<double>(order.size() + 1);
      }
    }
    return all;
  }

  Distribution into_;
};

// Returns the objects that two threads use, one of them to change it.
inline std::set<Object> shared_objects(const Program& program) {
  std::set<Object> shared;
  for (std::size_t one = 0; one < program.threads.size(); ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      for (const Instruction& a : program.threads[one]) {
        for (const Instruction& b : program.threads[other]) {
          if (conflict(a, b)) shared.insert(object_of(a));
        }
      }
    }
  }
  return shared;
}

// The walk that is uniform over the events on one object: the thread whose event comes next is
// drawn by the events that remain, and other threads are held at theirs.
class SelectiveWalk {
 public:
  static Distribution of(const Program& program, Object object) {
    SelectiveWalk walk(object);
    Turn first{std::vector<std::uint64_t>(program.threads.size()), kNoThread, {}};
    for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
      for (const Instruction& instruction : program.threads[thread]) {
        if (object_of(instruction) == object) ++first.events[thread];
      }
    }
    walk.visit({ModelSystem(program), ""}, first);
    return std::move(walk.into_);
  }

  // The object is drawn for each execution.
  static Distribution of(const Program& program) {
    const std::set<Object> objects = shared_objects(program);
    Distribution mixed;
    for (const Object& object : objects) {
      for (const auto& [schedule, probability] : of(program, object)) {
        mixed[schedule] += probability / static_cast<double>(objects.size());
      }
    }
    return mixed;
  }

 private:
  struct Turn {
    std::vector<std::uint64_t> events;  // that remain, by thread
    ThreadId intended = kNoThread;      // whose event comes next
    std::set<ThreadId> held;
  };

  explicit SelectiveWalk(Object object) : object_(object) {}

  void visit(const Point& point, Turn turn) {
    if (point.has_ended()) {
      into_[point.schedule] += point.probability;
      return;
    }
    std::vector<ThreadId> free = enabled(point.system);
    std::erase_if(free, [&](ThreadId thread) { return turn.held.contains(thread); });
    if (free.empty()) return visit(point, {turn.events, kNoThread, {}});
    const Point likely = point.with(1 / static_cast<double>(free.size()));
    for (const ThreadId thread : free) {
      if (object_of(point.next(thread)) != object_) {
        visit(likely.then(thread), turn);
      } else if (turn.intended != kNoThread) {
        reach_event(likely, turn, thread);
      } else {
        draw_intended(likely, turn, thread);
      }
    }
  }

  void draw_intended(const Point& point, const Turn& turn, ThreadId at_event) {
    const std::vector<ThreadId> threads = enabled(point.system);
    const auto weight = [&](ThreadId thread) {
      return static_cast<double>(std::max<std::uint64_t>(turn.events[index(thread)], 1));
    };
    double sum = 0;
    for (const ThreadId thread : threads) sum += weight(thread);
    for (const ThreadId thread : threads) {
      Turn intends = turn;
      intends.intended = thread;
      reach_event(point.with(weight(thread) / sum), intends, at_event);
    }
  }

  void reach_event(const Point& point, Turn turn, ThreadId thread) {
    if (thread != turn.intended) {
      turn.held.insert(thread);
      return visit(point, turn);
    }
    --turn.events[index(thread)];
    visit(point.then(thread), {turn.events, kNoThread, {}});
  }

  Object object_;
  Distribution into_;
};

}  // namespace heddle::exact
