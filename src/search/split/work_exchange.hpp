// Distributes the open branches of one search over its workers, and detects its end.
//
// A worker without branches is idle and waits for mail.  A busy worker that notices it sends a part
// of its own open branches, in words that the search strategy defines.  Only busy workers send, and
// a worker counts as busy from the moment when another one begins to write to it.  So if all
// workers are idle, no branch is left.
//
// Workers of other ranks have other memory.  In this memory they are represented by a relay: it is
// one more worker, which is never idle, and it enters what the others want and send.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "search/split/claims.hpp"
#include "search/split/mail.hpp"
#include "search/split/split_memory.hpp"

namespace heddle::search {

class WorkExchange {
 public:
  // Worker 0 begins with the initial state, the others are idle at first.  `stop`: asks this worker
  // to end; may be null.
  WorkExchange(SplitMemory memory, unsigned worker, const std::atomic<bool>* stop);
  WorkExchange(const WorkExchange&) = delete;
  WorkExchange& operator=(const WorkExchange&) = delete;

  const SplitMemory& memory() const { return memory_; }
  unsigned worker() const { return worker_; }
  unsigned workers() const { return memory_.workers(); }
  // Without a relay, which explores nothing.
  unsigned searchers() const { return is_remote() ? link().ranks : workers(); }
  bool begins_at_root() const { return worker_ == 0; }

  // Returns whether the other workers are those of other ranks.
  bool is_remote() const { return link().ranks != 0; }
  RankLink& link() const { return memory_.header().link; }
  Claims& claims() { return claims_; }

  // Called from time to time while this worker waits.
  void set_pulse(std::function<void()> pulse) { pulse_ = std::move(pulse); }

  bool others_are_idle() const {
    return memory_.header().idle.load(std::memory_order_relaxed) != 0;
  }
  // Returns whether the pass is over or stopped.
  bool is_over() const { return memory_.header().ended.load(std::memory_order_relaxed) != 0; }

  // Sends branches to an idle worker.  Returns false if none takes them: they stay with the caller.
  // REQUIRES: there are words, at most kMostMailWords.
  bool give(std::span<const std::uint64_t> mail);

  // Waits until another worker sends branches.  Returns false if the pass is over.
  bool take(Mail& into);

  // Ends the pass in all workers, unfinished.
  void stop();
  bool was_stopped() const { return memory_.header().stopped.load() != 0; }

  // Waits for all workers.  Afterwards, each can read the memory that another one wrote before.
  // Returns false if a worker has left, or does not come although the search is to end.
  bool meet();

  // Called between two meetings: prepares the next pass.
  void reset();

  // Leaves the search.  The other workers cannot finish it.
  void leave();
  bool is_broken() const { return memory_.header().broken.load() != 0; }

  // Takes one unit of a budget of the whole search.  Returns false if it is spent.
  bool grant_execution(std::uint64_t limit) {
    if (is_remote()) return take_unit(link().executions, limit);
    return grant(memory_.header().executions, limit);
  }
  bool grant_state(std::uint64_t limit) {
    if (is_remote()) return take_unit(link().states, limit);
    return grant(memory_.header().states, limit);
  }

  // For a relay.  Ends the pass: no branch is left in any rank.
  void end_pass();
  // Takes the mail that was written for another worker; empty: there is none.
  Mail collect_mail(unsigned worker);
  // Gives mail to a worker.  Returns false if it wants none.
  bool deliver_mail(unsigned worker, std::span<const std::uint64_t> words);

 private:
  static bool grant(std::atomic<std::uint64_t>& granted, std::uint64_t limit);
  bool take_unit(Lease& lease, std::uint64_t limit);
  std::span<const std::uint64_t> mail_of(unsigned worker) const {
    return memory_.mail(worker).first(memory_.slot(worker).mail_words);
  }
  bool should_stop() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  SplitSlot& own() const { return memory_.slot(worker_); }

  SplitMemory memory_;
  unsigned worker_;
  const std::atomic<bool>* stop_;
  std::function<void()> pulse_ = [] {};
  Claims claims_;
};

}  // namespace heddle::search
