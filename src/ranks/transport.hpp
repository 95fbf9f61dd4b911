// Messages between ranks: processes of one run, which may be on different machines.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::ranks {

class Transport {
 public:
  virtual ~Transport() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned size() const = 0;
  // Returns how many ranks are on this machine, this one included.
  virtual unsigned neighbours() const = 0;

  // Sends a message, and does not wait.  Messages between two ranks arrive in their order.  One to
  // a rank that has died is lost.
  virtual void send(unsigned to, std::span<const std::uint64_t> words) = 0;

  // Receives the next message.  Returns false if none has arrived.
  virtual bool receive(unsigned& from, std::vector<std::uint64_t>& words) = 0;

  // Ends the communication.  `all_live`: no rank has died.  REQUIRES: no message is expected.
  virtual void finish(bool all_live) = 0;
};

}  // namespace heddle::ranks
