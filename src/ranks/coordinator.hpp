// The decisions about a pass that one rank makes for all: who gives branches to whom, when no
// branch is left, who may use how much of a budget, and which id a thread has.
//
// A rank is passive if its worker waits for branches, none are on their way from this rank's relay
// to the worker, and all of its claims were answered.  Mail makes a rank active again.  The end is
// found by two rounds (Mattern's four counters): if all ranks were passive, all mail that was sent
// was received, and a second round finds the same numbers, then nothing was on its way in between.
//
// A busy rank is asked to feed one passive rank at a time: with each gift, the ranks that can give
// double.  Every message takes constant time, however many ranks there are, except at a meeting.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "ranks/message.hpp"

namespace heddle::ranks {

class Coordinator {
 public:
  // Sends to a worker's rank.
  using Post = std::function<void(unsigned worker, Kind kind, std::vector<std::uint64_t> words)>;

  // `threads`: creation paths by id, in the form of SplitHeader::threads.
  Coordinator(unsigned workers, std::atomic<std::uint64_t>* threads, std::size_t most_threads,
              Post post);

  // REQUIRES: the message is one for the coordinator, of the present meeting.
  void handle(unsigned from, const Message& message);

 private:
  struct Worker {
    bool is_passive = false;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t round = 0;         // of the last answer to a probe
    std::optional<unsigned> fed_by;  // was asked to send branches
    bool feeds = false;              // was asked to send branches to another
    bool has_refused = false;        // to give, since the last status
    bool is_in_hungry = false;
    bool is_in_givers = false;
    std::optional<std::vector<std::uint64_t>> report;  // it is at the meeting
  };

  void begin_pass();
  void status(unsigned from, const Message& message);
  void refused(unsigned giver, unsigned hungry);
  void look_for_end();
  void end_feeding(Worker& hungry);
  void queue(unsigned worker);
  void feed_passive();
  void arrived(unsigned from, const Message& message);
  void name_thread(std::uint64_t path);
  void lend(unsigned to, const Message& message);
  void post_all(Kind kind, const std::vector<std::uint64_t>& words);

  std::vector<Worker> workers_;
  std::atomic<std::uint64_t>* threads_;
  std::size_t most_threads_;
  Post post_;
  std::uint64_t round_ = 0;  // of probes; the present one if is_probing_
  bool is_probing_ = false;
  std::uint64_t mail_before_ = 0;  // sent before the round
  // Over all workers.
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::size_t passive_ = 0;
  std::size_t answered_ = 0;  // the present round
  // Workers that may be fed and that may give, longest waiting first.  Some no longer may, and are
  // dropped when they are first.
  std::deque<unsigned> hungry_;
  std::deque<unsigned> givers_;
  std::vector<std::uint64_t> lent_;  // of each budget
};

}  // namespace heddle::ranks
