#include "report/framework_message.hpp"

#include <charconv>
#include <cstddef>
#include <string_view>

namespace heddle::report {
namespace {

// A screen full of text.
constexpr std::size_t kLongestMessage = 4000;

bool begins_message(std::string_view line) {
  if (line.ends_with(": Failure")) return true;               // GoogleTest
  return line.find(": FAILED") != std::string_view::npos ||   // Catch2
         line.find(": ERROR: ") != std::string_view::npos ||  // doctest
         line.find(": FATAL ERROR: ") != std::string_view::npos;
}

bool ends_message(std::string_view line) {
  return line.starts_with("[  FAILED  ]") || line.starts_with("=====");
}

}  // namespace

std::string framework_message(const trace::Trace& trace) {
  std::string output;
  for (const trace::Output& part : trace.outputs) {
    if (part.descriptor != trace::Output::kVariables) output += part.text;
  }
  std::string message;
  bool is_inside = false;
  for (std::string_view rest = output; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    is_inside = is_inside || begins_message(line);
    if (is_inside && ends_message(line)) break;
    if (is_inside) message += std::string(line) + "\n";
  }
  while (message.ends_with('\n')) message.pop_back();
  if (message.size() > kLongestMessage) {
    message.resize(kLongestMessage);
    message += " ...";
  }
  return message;
}

std::pair<std::string, int> line_of_message(std::string_view message) {
  const std::string_view line = message.substr(0, message.find('\n'));
  // The name of the file may contain colons; a number between two ends it.
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    int number = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + colon + 1, end, number);
    if (error == std::errc() && rest != end && *rest == ':' && number > 0 && colon > 0) {
      return {std::string(line.substr(0, colon)), number};
    }
  }
  return {"", 0};
}

}  // namespace heddle::report
