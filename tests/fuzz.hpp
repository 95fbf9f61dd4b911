// Random changes to texts, for tests that nothing which is typed or read can crash.  The same cases
// on every run; HEDDLE_FUZZ_CASES asks for more, HEDDLE_FUZZ_SEED for others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"

namespace heddle::fuzz {

inline std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
inline std::uint64_t cases(std::uint64_t usual) { return number_from("HEDDLE_FUZZ_CASES", usual); }
inline Random seeded() { return Random(number_from("HEDDLE_FUZZ_SEED", 1)); }

template <typename Items>
const auto& any_of(const Items& items, Random& random) {
  return items[random.below(items.size())];
}

inline std::size_t position(const std::string& text, Random& random) {
  return static_cast<std::size_t>(random.below(text.size() + 1));
}

// One small change: a byte, a bit, a piece taken out, doubled or moved, or one of `words` put in.
inline void change(std::string& text, const std::vector<std::string>& words, Random& random) {
  const std::size_t at = position(text, random);
  const auto length = static_cast<std::size_t>(random.below(random.below(8) == 0 ? 400 : 8));
  switch (random.below(6)) {
    case 0:
      text.insert(at, 1, static_cast<char>(random.below(256)));
      break;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(position(text, random), text.substr(at, length));
      break;
    case 4:
      text.insert(at, any_of(words, random));
      break;
    default:
      text.replace(at, std::min(length, text.size() - at), any_of(words, random));
  }
}

inline std::string changed(std::string text, const std::vector<std::string>& words,
                           Random& random) {
  for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
    change(text, words, random);
  }
  return text;
}

}  // namespace heddle::fuzz
