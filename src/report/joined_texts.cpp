#include "report/joined_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::report {

std::string joined(const std::vector<std::string>& texts) {
  constexpr std::size_t kMostNamed = 10;
  std::string all;
  for (std::size_t i = 0; i < texts.size() && i < kMostNamed; ++i) {
    all += (i == 0 ? "" : ", ") + texts[i];
  }
  if (texts.size() > kMostNamed) all += fmt::format(" and {} more", texts.size() - kMostNamed);
  return all;
}

void add_new(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

}  // namespace heddle::report
