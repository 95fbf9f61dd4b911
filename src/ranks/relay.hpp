// Stands for the workers of all other ranks in the memory of this rank's worker, and forwards what
// they want from each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ranks/coordinator.hpp"
#include "ranks/message.hpp"
#include "result/run_result.hpp"
#include "search/split/shared_store.hpp"
#include "search/split/split_memory.hpp"
#include "search/split/work_exchange.hpp"

namespace heddle::ranks {

class Relay {
 public:
  // Sends to a worker's rank, this one included.
  using Post = std::function<void(unsigned worker, Message message)>;

  // Prepares memory that holds zeros.  `worker`: of this rank, one of so many.
  static void prepare(const search::SplitMemory& memory, unsigned worker, unsigned workers);

  // REQUIRES: the memory was prepared, and has room for one worker more: the relay.
  Relay(const search::SplitMemory& memory, std::uint64_t attempt, Post post);
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // A message of this attempt.  One that was sent after a meeting of which this rank has not heard
  // waits; one of a pass that has ended is ignored.
  void receive(unsigned from, const Message& message);

  // Forwards what the worker wants.  Returns whether there was something.
  bool turn();

  const result::RankTraffic& traffic() const { return traffic_; }

 private:
  using Clock = std::chrono::steady_clock;

  // Claims for one rank that were not sent yet.
  struct Batch {
    std::vector<std::uint64_t> words;
    Clock::time_point begin;
  };

  search::SplitHeader& header() const { return exchange_.memory().header(); }
  search::RankLink& link() const { return header().link; }
  std::atomic<std::uint32_t>& mail_of(unsigned worker) const {
    return exchange_.memory().slot(worker).mail;
  }
  bool worker_is_idle() const { return mail_of(self_) == search::SplitSlot::wanted; }

  void handle(unsigned from, const Message& message);
  void post(unsigned worker, Kind kind, std::vector<std::uint64_t> words);
  bool forward_requests();
  bool forward_claims();
  void flush(unsigned owner);
  bool forward_mail();
  void withdraw_requests();
  void refuse(unsigned worker);
  bool tell_status();
  void tell_status(std::uint64_t round);
  bool is_passive();
  bool tell_arrival();

  void feed(unsigned worker);
  void answer_claims(unsigned from, WordReader words);
  void take_answers(WordReader words);
  void meet(WordReader words);

  search::WorkExchange exchange_;  // as one more worker
  unsigned self_;                  // the worker of this rank
  unsigned workers_;
  Stamp stamp_;  // the present attempt and meeting
  std::deque<std::pair<unsigned, Message>> early_;
  Post post_;
  std::optional<Coordinator> coordinator_;  // in the rank of worker 0
  std::unique_ptr<search::SharedVisited> store_;
  std::vector<Batch> batches_;  // by owner
  std::chrono::microseconds batch_time_;
  std::uint64_t awaited_ = 0;  // answers to claims
  std::deque<std::vector<std::uint64_t>> received_mail_;
  std::vector<unsigned> fed_;  // workers that may get mail from here
  std::uint64_t sent_ = 0;     // mail in this pass
  std::uint64_t received_ = 0;
  std::vector<std::uint64_t> last_status_;
  bool owes_status_ = false;                        // it refused to give, and says when it may
  std::uint64_t wanted_thread_ = 0;                 // asked for
  std::vector<bool> wants_units_ = {false, false};  // asked for
  bool told_stop_ = false;
  bool told_broken_ = false;
  bool told_arrival_ = false;
  std::uint64_t told_facts_ = 0;
  result::RankTraffic traffic_;
};

}  // namespace heddle::ranks
