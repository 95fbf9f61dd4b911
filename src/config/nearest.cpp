#include "config/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace heddle::config {
namespace {

// Levenshtein's distance, one row at a time.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

// Longer than any word we know by far: not a typing mistake.
constexpr std::size_t kLongestWord = 64;

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_edits = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edits(word, candidate);
    if (distance < best_edits && distance < candidate.size()) {
      best = candidate;
      best_edits = distance;
    }
  }
  return best;
}

}  // namespace heddle::config
