// The messages between ranks.  The rank that leads has worker 0.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::ranks {

enum class Kind : std::uint32_t {
  // About the run.
  begin,        // leader to all: begin an attempt
  stop_search,  // leader to all: end with the result so far
  ended,        // to the leader: the outcome of a worker
  finish,       // leader to all: there is no further attempt
  alive,        // to the leader and from it, now and then: what was counted so far
  // Within a pass.
  status,      // to the leader: whether the worker is passive, and its mail so far
  probe,       // leader to all: send the status now
  feed,        // leader to a busy rank: give branches to a passive one
  refuse,      // to the leader: there are none to give
  mail,        // to a passive rank: branches
  claims,      // to the owner of states: are they new?
  answers,     // to the rank that claimed them
  want_units,  // to the leader: more of a budget
  units,       // leader to a rank
  end_pass,    // leader to all: no branch is left
  stop_pass,   // to the leader, and from it to all: a worker ends the pass
  broken,      // to the leader, and from it to all: a worker has left the search
  // Between passes, and at any time.
  arrived,      // to the leader: the worker is at the meeting, with its report
  met,          // leader to all: the reports of all workers
  want_thread,  // to the leader: an id for a new thread
  thread,       // leader to all: the id of a thread
};

// When a message was sent: in which attempt, and after how many meetings of the workers.
struct Stamp {
  std::uint64_t attempt = 0;
  std::uint64_t meeting = 0;
  friend auto operator<=>(const Stamp&, const Stamp&) = default;
};

struct Message {
  Kind kind = Kind::alive;
  Stamp stamp;
  std::vector<std::uint64_t> words = {};
};

std::vector<std::uint64_t> encode(const Message& message);
// Returns nothing if the words are no message.
std::optional<Message> decode(std::span<const std::uint64_t> words);

void append_text(std::vector<std::uint64_t>& words, std::string_view text);

// Reads words one after another.  A message that is too short reads as zeros.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : rest_(words) {}

  std::uint64_t next();
  // Returns the next so many words, or fewer if there are not as many.
  std::span<const std::uint64_t> next(std::size_t count);
  std::string text();
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::uint64_t> rest_;
};

}  // namespace heddle::ranks
