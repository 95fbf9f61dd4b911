// Simulates a search whose visited set is divided among ranks, with measured costs: speed-up,
// messages and memory for more ranks than one machine has.
//
// Usage: rank_simulation [--ranks K] [--states N] [--state-ns T] [--alone-ns T] [--step-ns T]
// [--claim-ns T]
//                        [--answer-ns T] [--message-ns T] [--latency-ns T] [--batch N]
//                        [--batch-ns T]
//
// The program: D threads without dependences, each of M steps, so M^D states.  Each rank has one
// worker and its relay on one processor.  As in src/ranks: a worker claims a state of another rank
// in a batch, sets it aside, and comes back if the owner answers that it is new.  A worker without
// branches asks rank 0, which asks a busy rank to give some of its branches, one at a time.  Time
// is simulated, so the result does not depend on the machine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/splitmix.hpp"

namespace {

using Time = std::int64_t;  // nanoseconds
using State = std::uint32_t;

constexpr unsigned kThreads = 5;
constexpr std::size_t kRecent = 131072;  // states that a worker remembers to have claimed

constexpr Time kBetweenMessages = 20'000;  // a worker looks for messages no more often
constexpr unsigned kNobody = ~0U;

struct Costs {
  Time state = 7000;        // to visit a state, in addition to the step
  Time step = 1000;         // to take a step
  Time claim = 1000;        // to send one claim and to receive its answer
  Time answer = 500;        // to answer one claim
  Time message = 3000;      // to send or receive a message
  Time latency = 150'000;   // from one worker to another one; relays look for messages now and then
  Time alone_state = 1000;  // to visit a state without ranks: snapshots are cheaper on one path
  std::size_t batch = 512;
  Time batch_time = 0;  // 0: as src/ranks/relay.cpp has it
};

struct Claim {
  State state = 0;
  std::uint16_t depth = 0;
  bool is_new = false;  // in an answer
};

struct Frame {
  State state = 0;
  std::uint16_t depth = 0;
  std::uint8_t next = 0;  // choice
};

struct Message {
  enum Kind : std::uint8_t { claims, answers, hungry, feed, mail, busy, step, flush } kind = step;
  unsigned from = 0;
  std::vector<Claim> claim_list = {};
  std::vector<Frame> frames = {};
};

struct Event {
  Time time = 0;
  std::uint64_t order = 0;
  unsigned rank = 0;
  Message message;
};
struct Later {
  bool operator()(const Event* a, const Event* b) const {
    return a->time != b->time ? a->time > b->time : a->order > b->order;
  }
};

struct Rank {
  Time free = 0;  // when its processor is free
  std::vector<Frame> stack;
  std::unordered_map<unsigned, std::vector<Claim>> batches;  // none of them empty
  std::vector<State> recent;
  std::deque<unsigned> wants;  // ranks that this one may feed
  std::uint64_t owned = 0;
  std::uint64_t awaited = 0;  // answers
  bool waits = false;         // for an answer
  bool is_idle = true;
  // As rank 0 sees it.
  bool feeds = false;
  unsigned fed_by = kNobody;
};

class Simulation {
 public:
  Simulation(unsigned ranks, unsigned steps, const Costs& costs)
      : costs_(costs), steps_(steps), ranks_(ranks) {
    if (costs_.batch_time == 0) costs_.batch_time = std::min<Time>(10'000'000, 150'000 * ranks);
    std::uint64_t states = 1;
    for (State& place : places_) {
      place = static_cast<State>(states);
      states *= steps;
    }
    visited_.resize(states);
    // Where a rank claims fewer states, a smaller table forgets none either.
    const std::uint64_t most = 16 * (states / ranks + 1);
    for (Rank& rank : ranks_) rank.recent.assign(std::min<std::uint64_t>(kRecent, most), ~State{0});
  }

  void run() {
    visit(ranks_[0], 0, 0, 0);
    ranks_[0].is_idle = false;
    post(0, 0, {});
    for (unsigned i = 1; i < ranks_.size(); ++i) ask_for_work(i, 0);
    while (!events_.empty()) {
      Event* const event = events_.top();
      events_.pop();
      handle(*event);
      delete event;
    }
  }

  void print() const {
    std::uint64_t states = 0;
    std::uint64_t most = 0;
    Time end = 0;
    for (const Rank& rank : ranks_) {
      states += rank.owned;
      most = std::max(most, rank.owned);
      end = std::max(end, rank.free);
    }
    const double edges =
        static_cast<double>(kThreads) * static_cast<double>(visited_.size()) * (1.0 - 1.0 / steps_);
    const double alone = static_cast<double>(states) * static_cast<double>(costs_.alone_state) +
                         edges * static_cast<double>(costs_.step);
    const double each = static_cast<double>(states);
    std::printf(
        "%zu ranks, %llu states (%zu exist): %.3f s, speed-up %.1f, efficiency %.0f %%; per state: "
        "%.2f visits, %.2f claims, %.3f messages, %.1f bytes; %.1f claims per batch; %llu gifts; "
        "states of the fullest rank %.2f times the mean; rank 0 handled %.0f messages per second\n",
        ranks_.size(), static_cast<unsigned long long>(states), visited_.size(),
        static_cast<double>(end) * 1e-9, alone / static_cast<double>(end),
        100 * alone / static_cast<double>(end) / static_cast<double>(ranks_.size()),
        static_cast<double>(visits_) / each, static_cast<double>(claims_) / each,
        static_cast<double>(messages_) / each, static_cast<double>(bytes_) / each,
        static_cast<double>(claims_) / static_cast<double>(std::max<std::uint64_t>(batches_, 1)),
        static_cast<unsigned long long>(gifts_),
        static_cast<double>(most) * static_cast<double>(ranks_.size()) / each,
        static_cast<double>(to_leader_) / (static_cast<double>(end) * 1e-9));
  }

 private:
  unsigned owner(State state) const {
    std::uint64_t seed = state;
    return static_cast<unsigned>((heddle::splitmix(seed) >> 32U) * ranks_.size() >> 32U);
  }

  void post(unsigned to, Time time, Message message) {
    events_.push(new Event{time, ++order_, to, std::move(message)});
  }

  // A message to another rank.  Both processors are busy with it.
  void send(unsigned from, unsigned to, std::size_t bytes, Message message) {
    ++messages_;
    if (to == 0) ++to_leader_;
    bytes_ += bytes + 24;
    message.from = from;
    ranks_[from].free += costs_.message;
    post(to, ranks_[from].free + costs_.latency, std::move(message));
  }

  void handle(Event& event) {
    Rank& rank = ranks_[event.rank];
    Message& message = event.message;
    if (message.kind == Message::step) return step(event.rank, event.time);
    rank.free = std::max(rank.free, event.time);
    if (message.kind == Message::flush) return flush(event.rank, message.from);
    rank.free += costs_.message;
    switch (message.kind) {
      case Message::claims:
        return answer(event.rank, message);
      case Message::answers:
        return take_answers(event.rank, message);
      case Message::hungry:
        return become_hungry(message.from);
      case Message::feed:
        rank.wants.push_back(message.from);
        if (rank.is_idle) refuse(event.rank);
        return;
      case Message::mail:
        return receive(event.rank, message);
      case Message::busy:
        end_feeding(message.from);
        givers_.push_back(message.from);
        return feed();
      default:
        return;
    }
  }

  void ask_for_work(unsigned rank, Time time) {
    ranks_[rank].free = std::max(ranks_[rank].free, time);
    if (rank != 0) return send(rank, 0, 32, {Message::hungry});
    become_hungry(0);
  }

  // At rank 0.
  void become_hungry(unsigned number) {
    end_feeding(number);
    hungry_.push_back(number);
    feed();
  }

  void end_feeding(unsigned number) {
    const unsigned giver = std::exchange(ranks_[number].fed_by, kNobody);
    if (giver == kNobody) return;
    ranks_[giver].feeds = false;
    givers_.push_back(giver);
  }

  // Rank 0 knows who is busy, and asks each to feed one rank at a time.
  void feed() {
    while (!hungry_.empty()) {
      while (!givers_.empty() && (ranks_[givers_.front()].is_idle || ranks_[givers_.front()].feeds))
        givers_.pop_front();
      if (givers_.empty()) return;
      const unsigned giver = givers_.front();
      givers_.pop_front();
      ranks_[giver].feeds = true;
      ranks_[hungry_.front()].fed_by = giver;
      ++messages_;
      ranks_[0].free += costs_.message;
      Message message{Message::feed};
      message.from = hungry_.front();
      post(giver, ranks_[0].free + costs_.latency, std::move(message));
      hungry_.pop_front();
    }
  }

  void refuse(unsigned rank) {
    while (!ranks_[rank].wants.empty()) {
      const unsigned hungry = ranks_[rank].wants.front();
      ranks_[rank].wants.pop_front();
      ++messages_;
      ranks_[rank].free += costs_.message;
      Message message{Message::hungry};
      message.from = hungry;
      post(0, ranks_[rank].free + costs_.latency, std::move(message));
    }
  }

  void step(unsigned number, Time time) {
    Rank& rank = ranks_[number];
    // Messages that arrived meanwhile were handled first.
    if (rank.free > time) return post(number, rank.free, {});
    rank.free = time;
    give(number);
    while (rank.free < time + kBetweenMessages) {
      while (!rank.stack.empty() && rank.stack.back().next == kThreads) rank.stack.pop_back();
      if (rank.stack.empty()) return wait_for_answers(number);
      Frame& frame = rank.stack.back();
      const unsigned thread = frame.next++;
      const State place = places_[thread];
      if (frame.state / place % steps_ + 1 == steps_) continue;
      rank.free += costs_.step;
      arrive(number, frame.state + place, frame.depth);
    }
    post(number, rank.free, {});
  }

  void wait_for_answers(unsigned number) {
    Rank& rank = ranks_[number];
    while (!rank.batches.empty()) flush(number, rank.batches.begin()->first);
    rank.waits = rank.awaited > 0;
    if (!rank.waits) become_idle(number);
  }

  void arrive(unsigned number, State state, std::uint16_t depth) {
    Rank& rank = ranks_[number];
    const unsigned home = owner(state);
    if (home == number) {
      if (!visited_[state]) visit(rank, number, state, static_cast<std::uint16_t>(depth + 1));
      return;
    }
    State& recent = rank.recent[state % rank.recent.size()];
    if (recent == state) return;
    recent = state;
    ++claims_;
    ++rank.awaited;
    rank.free += costs_.claim;
    std::vector<Claim>& batch = rank.batches[home];
    if (batch.empty()) {
      Message timer{Message::flush};
      timer.from = home;
      post(number, rank.free + costs_.batch_time, std::move(timer));
    }
    batch.push_back({state, static_cast<std::uint16_t>(depth + 1)});
    if (batch.size() >= costs_.batch) flush(number, home);
  }

  // A state of the rank's own part.
  void visit(Rank& rank, unsigned, State state, std::uint16_t depth) {
    visited_[state] = true;
    ++rank.owned;
    ++visits_;
    rank.free += costs_.state;
    rank.stack.push_back({state, depth, 0});
  }

  void flush(unsigned from, unsigned to) {
    const auto batch = ranks_[from].batches.extract(to);
    if (batch.empty()) return;
    ++batches_;
    Message message{Message::claims};
    message.claim_list = std::move(batch.mapped());
    const std::size_t bytes = 40 * message.claim_list.size();
    send(from, to, bytes, std::move(message));
  }

  void answer(unsigned number, Message& message) {
    Rank& rank = ranks_[number];
    Message answers{Message::answers};
    for (Claim claim : message.claim_list) {
      rank.free += costs_.answer;
      claim.is_new = !visited_[claim.state];
      if (claim.is_new) ++rank.owned;
      visited_[claim.state] = true;
      answers.claim_list.push_back(claim);
    }
    const std::size_t bytes = 8 * answers.claim_list.size();
    send(number, message.from, bytes, std::move(answers));
  }

  void take_answers(unsigned number, const Message& message) {
    Rank& rank = ranks_[number];
    for (const Claim& claim : message.claim_list) {
      --rank.awaited;
      if (!claim.is_new) continue;
      ++visits_;
      rank.free += costs_.state;
      rank.stack.push_back({claim.state, claim.depth, 0});
    }
    if (!rank.waits || (rank.stack.empty() && rank.awaited > 0)) return;
    rank.waits = false;
    rank.stack.empty() ? become_idle(number) : post(number, rank.free, {});
  }

  void become_idle(unsigned number) {
    ranks_[number].is_idle = true;
    refuse(number);
    ask_for_work(number, ranks_[number].free);
  }

  // All choices of the state that has waited longest.
  void give(unsigned number) {
    Rank& rank = ranks_[number];
    while (!rank.wants.empty()) {
      const auto is_open = [](const Frame& frame) { return frame.next < kThreads; };
      const auto first = std::find_if(rank.stack.begin(), rank.stack.end(), is_open);
      if (first == rank.stack.end() || std::none_of(first + 1, rank.stack.end(), is_open)) return;
      Message message{Message::mail};
      message.frames.push_back(*first);
      first->next = kThreads;
      ++gifts_;
      const unsigned to = rank.wants.front();
      rank.wants.pop_front();
      send(number, to, 8 * (first->depth + kThreads), std::move(message));
    }
  }

  // The prefix is executed again.
  void receive(unsigned number, Message& message) {
    Rank& rank = ranks_[number];
    rank.free += costs_.step * message.frames.back().depth;
    const bool was_idle = rank.is_idle;
    rank.stack.insert(rank.stack.begin(), message.frames.begin(), message.frames.end());
    rank.is_idle = false;
    if (was_idle) post(number, rank.free, {});
    send(number, 0, 32, {Message::busy});
  }

  Costs costs_;
  unsigned steps_;
  std::array<State, kThreads> places_{};  // the value of a thread's step in a state
  std::vector<Rank> ranks_;
  std::vector<bool> visited_;
  std::priority_queue<Event*, std::vector<Event*>, Later> events_;
  std::uint64_t order_ = 0;
  // Of rank 0.
  std::deque<unsigned> hungry_;
  std::deque<unsigned> givers_{0};
  std::uint64_t visits_ = 0;
  std::uint64_t claims_ = 0;
  std::uint64_t batches_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t to_leader_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t gifts_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Costs costs;
  unsigned ranks = 16;
  double states = 1e6;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const double value = std::atof(argv[i + 1]);
    const auto number = static_cast<Time>(value);
    if (name == "--ranks") {
      ranks = static_cast<unsigned>(value);
    } else if (name == "--states") {
      states = value;
    } else if (name == "--state-ns") {
      costs.state = number;
    } else if (name == "--alone-ns") {
      costs.alone_state = number;
    } else if (name == "--step-ns") {
      costs.step = number;
    } else if (name == "--claim-ns") {
      costs.claim = number;
    } else if (name == "--answer-ns") {
      costs.answer = number;
    } else if (name == "--message-ns") {
      costs.message = number;
    } else if (name == "--latency-ns") {
      costs.latency = number;
    } else if (name == "--batch") {
      costs.batch = static_cast<std::size_t>(value);
    } else if (name == "--batch-ns") {
      costs.batch_time = number;
    } else {
      std::fprintf(stderr, "rank_simulation: unknown option '%s'\n", name.c_str());
      return 2;
    }
  }
  unsigned steps = 2;
  const auto size = [](unsigned base) {
    double all = 1;
    for (unsigned i = 0; i < kThreads; ++i) all *= base;
    return all;
  };
  while (size(steps + 1) <= states) ++steps;
  Simulation simulation(ranks, steps, costs);
  simulation.run();
  simulation.print();
}
