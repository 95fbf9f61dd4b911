// The part of this worker in a search that several workers share.  Passes of the search are in
// step: all workers begin a pass with the same scheduling points, and end it with the same
// knowledge.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "fleet/channel.hpp"
#include "monitors/race_watch.hpp"
#include "search/engine/explorer.hpp"
#include "search/split/work_exchange.hpp"

namespace heddle::worker {

class SplitSession {
 public:
  // Returns nothing if this worker explores alone.
  static std::unique_ptr<SplitSession> join(fleet::Channel& channel);
  SplitSession(const SplitSession&) = delete;
  SplitSession& operator=(const SplitSession&) = delete;
  // The other workers cannot finish the search unless this one was finished with it.
  ~SplitSession();

  search::WorkExchange& exchange() { return exchange_; }
  bool is_first() const { return exchange_.worker() == 0; }

  // Brings the knowledge of all workers together and begins a pass.  Returns false if a worker has
  // left.
  bool begin_pass();

  // Explores this worker's part of a pass, within a budget for all workers together.
  search::End explore(search::Explorer& explorer, const Budget& all, const std::atomic<bool>& stop);

  // Waits for the end of the pass in all workers, and returns the sum of their reports.  Returns
  // nothing if a worker has left.
  std::optional<search::SplitReport> end_pass(search::SplitReport own);

  // Makes everything that a worker has learned about the program's memory known to all.  Returns
  // false if a worker has left.
  bool share_facts();

  // Returns the executions of other workers whose races were checked (`watched`), and the others,
  // as of the last pass.
  native::WatchedExecutions watched_by_others() const { return watched_by_others_; }

  // All shared passes are over.
  void finish() { is_finished_ = true; }

  // One process has to explore all.
  void give_up();
  // Does so if the program uses files: a worker that waits would lock them against the others.
  void give_up_if_files_are_held();

 private:
  SplitSession(fleet::ChannelMemory& memory, std::byte* mapping);

  fleet::ChannelMemory& memory_;
  search::WorkExchange exchange_;
  native::WatchedExecutions watched_before_;  // by this worker, before the first pass
  native::WatchedExecutions watched_by_others_;
  bool has_begun_ = false;
  bool is_finished_ = false;
};

}  // namespace heddle::worker
