#include "config/options_text.hpp"
#include "config/combination.hpp"

#include <utility>
#include <vector>

#include "config/option_table.hpp"

namespace heddle::config {
namespace {

// Splits at unescaped colons and removes the escapes.
std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> items(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ':' || text[i + 1] == '\\');
    if (escapes) {
      items.back() += text[++i];
    } else if (text[i] == ':') {
      items.emplace_back();
    } else {
      items.back() += text[i];
    }
  }
  return items;
}

std::string escaped(std::string_view value) {
  std::string result;
  for (const char c : value) {
    if (c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

Status apply_item(RunOptions& options, std::string_view item) {
  const std::size_t equals = item.find('=');
  const std::string_view name = item.substr(0, equals);
  if (equals != std::string_view::npos) return set(options, name, item.substr(equals + 1));
  const OptionSpec* option = find_option(name);
  if (option == nullptr) return refuse_name(name);
  if (!option->is_flag) {
    return Error{"--" + std::string(name) + " needs a value: " + std::string(name) + "=" +
                 std::string(option->syntax) + "."};
  }
  return set(options, name, "true");
}

}  // namespace

Result<RunOptions> parse_options(std::string_view text, RunOptions defaults) {
  RunOptions options = std::move(defaults);
  for (const std::string& item : split_at_commas(text)) {
    if (item.empty()) continue;
    if (Status status = apply_item(options, item); !status) return status.error();
  }
  if (Status status = check_combination(options); !status) return status.error();
  return options;
}

std::string to_text(const RunOptions& options) {
  const RunOptions defaults;
  std::string text;
  for (const OptionSpec& option : option_table()) {
    const std::string value = option.get(options);
    if (value == option.get(defaults)) continue;
    if (!text.empty()) text += ':';
    text += std::string(option.name) + '=' + escaped(value);
  }
  return text;
}

}  // namespace heddle::config
