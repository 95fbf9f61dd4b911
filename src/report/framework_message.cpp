#include "report/framework_message.hpp"

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

}  // namespace heddle::report
