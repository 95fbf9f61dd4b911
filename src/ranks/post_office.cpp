#include "ranks/post_office.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::ranks {

PostOffice::PostOffice(Transport& transport)
    : transport_(transport), alive_(transport.size()), last_heard_(transport.size(), Clock::now()) {
  std::iota(alive_.begin(), alive_.end(), 0U);
}

void PostOffice::send(unsigned rank, const Message& message) {
  if (rank == transport_.rank()) {
    own_.push_back(message);
  } else if (is_alive(rank)) {
    transport_.send(rank, encode(message));
  }
}

void PostOffice::send_all(const Message& message) {
  for (const unsigned rank : alive_) {
    if (rank != transport_.rank()) send(rank, message);
  }
}

std::optional<std::pair<unsigned, Message>> PostOffice::receive() {
  if (!own_.empty()) {
    Message message = std::move(own_.front());
    own_.pop_front();
    return std::pair(transport_.rank(), std::move(message));
  }
  unsigned from = 0;
  while (transport_.receive(from, words_)) {
    std::optional<Message> message = decode(words_);
    if (!message) continue;
    last_heard_[from] = Clock::now();
    return std::pair(from, std::move(*message));
  }
  return std::nullopt;
}

bool PostOffice::is_alive(unsigned rank) const {
  return std::binary_search(alive_.begin(), alive_.end(), rank);
}

bool PostOffice::is_silent(unsigned rank) const {
  return rank != transport_.rank() && Clock::now() - last_heard_[rank] > kSilence;
}

void PostOffice::bury(unsigned rank) { std::erase(alive_, rank); }

void PostOffice::expect(unsigned rank) { last_heard_[rank] = Clock::now(); }

}  // namespace heddle::ranks
