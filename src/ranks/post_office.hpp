// Sends and receives messages, and knows which ranks are alive.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "ranks/message.hpp"
#include "ranks/transport.hpp"

namespace heddle::ranks {

class PostOffice {
 public:
  // A rank that sent nothing for so long has died.  All send something more often.
  static constexpr std::chrono::seconds kSilence{5};

  // REQUIRES: the transport outlives this.
  explicit PostOffice(Transport& transport);

  unsigned rank() const { return transport_.rank(); }
  unsigned neighbours() const { return transport_.neighbours(); }

  void send(unsigned rank, const Message& message);
  // Sends to all other ranks that are alive.
  void send_all(const Message& message);

  // Returns the next message and its sender.
  std::optional<std::pair<unsigned, Message>> receive();

  // Returns the ranks that are alive, in ascending order.
  const std::vector<unsigned>& alive() const { return alive_; }
  bool is_alive(unsigned rank) const;
  bool is_silent(unsigned rank) const;
  void bury(unsigned rank);
  // A rank is given time to be heard.
  void expect(unsigned rank);

  // Ends the communication.
  void close() { transport_.finish(alive_.size() == transport_.size()); }

 private:
  using Clock = std::chrono::steady_clock;

  Transport& transport_;
  std::vector<unsigned> alive_;
  std::vector<Clock::time_point> last_heard_;  // by rank
  std::deque<Message> own_;                    // to this rank
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::ranks
