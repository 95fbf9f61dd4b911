#include "core/error_identity.hpp"

#include <algorithm>
#include <string>

#include "core/xxh3.hpp"

namespace heddle {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

// Hashes a sequence of numbers.
class Hash {
 public:
  void add(std::uint64_t number) { numbers_.push_back(number); }
  void add(const std::vector<std::uint64_t>& numbers) {
    add(numbers.size());
    numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  }
  void add(std::string_view text) { add(XXH3_64bits(text.data(), text.size())); }

  std::uint64_t value() const {
    return XXH3_64bits(numbers_.data(), numbers_.size() * sizeof(std::uint64_t));
  }

 private:
  std::vector<std::uint64_t> numbers_;
};

// Returns the end of a number that begins at `at`; `at` if none begins there.
std::size_t number_end(std::string_view text, std::size_t at, bool& is_address) {
  is_address = text.substr(at, 2) == "0x";
  std::size_t end = at + (is_address ? 2 : 0);
  while (end < text.size() &&
         (is_address ? is_hexadecimal_digit(text[end]) : is_digit(text[end]))) {
    ++end;
  }
  return end;
}

// Replaces addresses and the numbers of threads, and with `drops_all` all numbers.  "threads 1, 2
// and 5" is one thread or many.
std::string without_numbers(std::string_view text, bool drops_all) {
  std::string kept;
  for (std::size_t i = 0; i < text.size();) {
    bool is_address = false;
    const std::size_t end = number_end(text, i, is_address);
    if (end == i) {
      kept += text[i++];
      continue;
    }
    const std::string_view before = kept;
    const bool is_thread = before.ends_with("thread ") || before.ends_with("threads ");
    if (drops_all || is_address || is_thread) {
      kept += '#';
    } else {
      kept += text.substr(i, end - i);
    }
    i = end;
  }
  return kept;
}

// Whether the text of a message is part of the identity.  The other kinds are known by their waits.
bool has_text(const ErrorFacts& facts) { return facts.waits.empty(); }

// The status of an exit and the sizes of a leak are no values that happen to be different.
bool drops_numbers(const ErrorFacts& facts) {
  return !facts.stack.empty() && facts.kind != FailureKind::exit;
}

std::uint64_t hash_of(const ErrorWait& wait) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(wait.operation));
  hash.add(wait.object);
  hash.add(wait.stack);
  return hash.value();
}

}  // namespace

std::uint64_t error_identity(const ErrorFacts& facts) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(facts.kind));
  // The text of a livelock names its threads and steps.  Without waits, they identify it.
  if (facts.kind == FailureKind::livelock && facts.waits.empty()) {
    hash.add(facts.message);
  } else if (has_text(facts)) {
    hash.add(without_numbers(facts.message, drops_numbers(facts)));
  }
  hash.add(facts.stack);
  hash.add(facts.object);
  std::vector<std::uint64_t> waits;
  for (const ErrorWait& wait : facts.waits) waits.push_back(hash_of(wait));
  std::sort(waits.begin(), waits.end());
  waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
  hash.add(waits);
  return std::max<std::uint64_t>(hash.value(), 1);
}

std::uint64_t error_identity(const Failure& failure) {
  if (failure.identity != 0) return failure.identity;
  ErrorFacts facts;
  facts.kind = failure.kind;
  facts.message = failure.message;
  for (const Site site : failure.stack) facts.stack.push_back(static_cast<std::uint64_t>(site));
  return error_identity(facts);
}

std::uint64_t error_identity(std::uint64_t identity, FailureKind kind, std::string_view message) {
  if (identity != 0) return identity;
  ErrorFacts facts;
  facts.kind = kind;
  facts.message = message;
  return error_identity(facts);
}

}  // namespace heddle
