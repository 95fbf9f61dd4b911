#include "cli/test_listing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/complaint.hpp"

namespace heddle::cli {
namespace {

// Quotes a word for CMake, which interprets nothing in a bracket argument.
std::string cmake_word(std::string_view text) {
  std::string equals = "=";
  while (text.find("]" + equals + "]") != std::string_view::npos || text.ends_with("]" + equals)) {
    equals += '=';
  }
  // CMake drops a newline that follows the opening bracket.
  const std::string_view start = text.starts_with('\n') ? "\n" : "";
  return fmt::format("[{0}[{1}{2}]{0}]", equals, start, text);
}

std::string own_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "heddle" : self.string();
}

// CTest has no character for these: they end a command in its logs and files.
std::string test_name_for_ctest(const ListedTest& test) {
  std::string name = test.suite.empty() || test.name.starts_with(test.suite + ".")
                         ? test.name
                         : test.suite + "." + test.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return name;
}

}  // namespace

Result<ListRequest> take_list_request(Arguments& arguments) {
  ListRequest request;
  if (arguments.empty()) return request;
  const std::string word = arguments.front();
  constexpr std::string_view kCtest = "--list=ctest";
  if (word.starts_with(kCtest) && (word.size() == kCtest.size() || word[kCtest.size()] == ':')) {
    request.for_ctest = true;
    if (word.size() > kCtest.size()) request.prefix = word.substr(kCtest.size() + 1);
  } else if (word.starts_with("--list=")) {
    return Error{fmt::format("{} is not a list; use --list or --list=ctest:PREFIX.", word)};
  } else if (word != "--list") {
    return request;
  }
  request.wanted = true;
  arguments.erase(arguments.begin());
  return request;
}

std::string list_text(const ListRequest& request, const FoundTests& found, const Arguments& options,
                      const std::string& program) {
  std::string text;
  for (const ListedTest& test : found.tests) {
    const std::string filter = exact_filter(found.framework, test);
    if (!request.for_ctest) {
      text += on_one_line(filter) + "\n";
      continue;
    }
    const std::string name = cmake_word(request.prefix + test_name_for_ctest(test));
    text += fmt::format("add_test({} {} test", name, cmake_word(own_path()));
    for (const std::string& option : options) text += " " + cmake_word(option);
    text += fmt::format(" {} {})\n", cmake_word(std::filesystem::absolute(program).string()),
                        cmake_word(filter));
    const std::string_view disabled = test.is_disabled ? " DISABLED TRUE" : "";
    text += fmt::format("set_tests_properties({} PROPERTIES LABELS heddle{})\n", name, disabled);
  }
  return text;
}

}  // namespace heddle::cli
