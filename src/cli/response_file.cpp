#include "cli/response_file.hpp"

#include <fstream>
#include <iterator>

namespace heddle::cli {
namespace {

// Files that include each other would never end.
constexpr int kDeepest = 20;

void expand_into(std::vector<std::string>& all, const std::string& argument, int depth) {
  if (argument.size() > 1 && argument.front() == '@' && depth < kDeepest) {
    std::ifstream file(argument.substr(1));
    if (file) {
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (const std::string& part : split_response(text)) expand_into(all, part, depth + 1);
      return;
    }
  }
  all.push_back(argument);
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::vector<std::string> split_response(std::string_view text) {
  std::vector<std::string> arguments;
  bool inside = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == '\0' && is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) arguments.emplace_back();
    inside = true;
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else {
      if (c == '\\' && i + 1 < text.size()) c = text[++i];
      arguments.back() += c;
    }
  }
  return arguments;
}

std::vector<std::string> expand_argument(const std::string& argument) {
  std::vector<std::string> all;
  expand_into(all, argument, 0);
  return all;
}

}  // namespace heddle::cli
