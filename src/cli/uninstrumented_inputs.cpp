#include "cli/uninstrumented_inputs.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace heddle::cli {
namespace {

// Both compilers let every instrumented file call it, whatever else is in the file.
constexpr std::string_view kCalledByInstrumented = "__tsan_init";
constexpr std::string_view kLeftToLink = ".gnu.lto_";
constexpr std::string_view kElf = "\177ELF";
constexpr std::string_view kArchive = "!<arch>\n";
constexpr std::string_view kBitcode = "BC\xc0\xde";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_uninstrumented(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const std::string_view text = content;
  if (!text.starts_with(kElf) && !text.starts_with(kArchive)) return false;
  return contains(text, ".text") && !contains(text, kCalledByInstrumented) &&
         !contains(text, kLeftToLink) && !contains(text, kBitcode);
}

}  // namespace

std::vector<std::string> uninstrumented_inputs(const std::vector<std::string>& arguments) {
  std::vector<std::string> found;
  for (const std::string& argument : arguments) {
    const std::string_view word = argument;
    if (!word.ends_with(".o") && !word.ends_with(".a")) continue;
    if (!word.starts_with("-") && is_uninstrumented(argument)) found.push_back(argument);
  }
  return found;
}

}  // namespace heddle::cli
