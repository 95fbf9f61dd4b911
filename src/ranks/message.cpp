#include "ranks/message.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::ranks {
namespace {

constexpr std::size_t kHeader = 3;

}  // namespace

std::vector<std::uint64_t> encode(const Message& message) {
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(message.kind), message.stamp.attempt,
                                   message.stamp.meeting};
  words.insert(words.end(), message.words.begin(), message.words.end());
  return words;
}

std::optional<Message> decode(std::span<const std::uint64_t> words) {
  if (words.size() < kHeader || words[0] > static_cast<std::uint64_t>(Kind::thread)) {
    return std::nullopt;
  }
  const std::span<const std::uint64_t> rest = words.subspan(kHeader);
  return Message{static_cast<Kind>(words[0]), {words[1], words[2]}, {rest.begin(), rest.end()}};
}

void append_text(std::vector<std::uint64_t>& words, std::string_view text) {
  words.push_back(text.size());
  const std::size_t at = words.size();
  words.resize(at + (text.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(words.data() + at));
}

std::uint64_t WordReader::next() {
  const std::span<const std::uint64_t> one = next(1);
  return one.empty() ? 0 : one.front();
}

std::span<const std::uint64_t> WordReader::next(std::size_t count) {
  const std::span<const std::uint64_t> taken = rest_.first(std::min(count, rest_.size()));
  rest_ = rest_.subspan(taken.size());
  return taken;
}

std::string WordReader::text() {
  const std::uint64_t length = next();
  const std::span<const std::uint64_t> words =
      next(length / sizeof(std::uint64_t) + (length % sizeof(std::uint64_t) != 0 ? 1 : 0));
  const std::size_t there = std::min<std::uint64_t>(length, words.size_bytes());
  return {reinterpret_cast<const char*>(words.data()), there};
}

}  // namespace heddle::ranks
