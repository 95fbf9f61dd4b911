#include "config/priority_text.hpp"

#include <algorithm>
#include <vector>

#include "config/option_fields.hpp"

namespace heddle::config {
namespace {

constexpr std::string_view kExpected =
    "use names joined by commas: pb, dpor, mdpor, ss, rand, distance, method=NAME or var=NAME";

bool takes_names(Priority::Kind kind) {
  return kind == Priority::Kind::method || kind == Priority::Kind::var;
}

const Priority::Kind* find_kind(std::string_view word) {
  for (const auto& [known, kind] : Words<Priority::Kind>::known) {
    if (known == word) return &kind;
  }
  return nullptr;
}

// False: the word is none that may stand there.
bool add_word(std::string_view word, std::vector<Priority>& parts) {
  const std::size_t equals = word.find('=');
  const Priority::Kind* const kind = find_kind(word.substr(0, equals));
  const bool has_name = equals != std::string_view::npos;
  if (kind == nullptr) {
    // One more name for the last part.
    if (word.empty() || parts.empty() || !takes_names(parts.back().kind)) return false;
    parts.back().names.emplace_back(word);
    return true;
  }
  if (takes_names(*kind) != has_name || (has_name && equals + 1 == word.size())) return false;
  parts.push_back({.kind = *kind});
  if (has_name) parts.back().names.emplace_back(word.substr(equals + 1));
  return true;
}

}  // namespace

Status set_priority(RunOptions& into, std::string_view name, std::string_view value) {
  std::vector<Priority> parts;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    if (!add_word(value.substr(begin, end - begin), parts))
      return bad_value(name, value, kExpected);
    begin = end + 1;
  }
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    const bool is_second = std::any_of(
        parts.begin(), part, [&](const Priority& earlier) { return earlier.kind == part->kind; });
    if (is_second) {
      return bad_value(name, value, "name each priority only once");
    }
  }
  into.priority = std::move(parts);
  return Done{};
}

std::string get_priority(const RunOptions& from) {
  std::string text;
  for (const Priority& part : from.priority) {
    text += (text.empty() ? "" : ",") + word_of(part.kind);
    for (std::size_t i = 0; i < part.names.size(); ++i)
      text += (i == 0 ? "=" : ",") + part.names[i];
  }
  return text;
}

}  // namespace heddle::config
