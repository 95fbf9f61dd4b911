#include "study/file_name.hpp"

#include <cctype>

namespace heddle::study {

std::string file_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
                       (c == '.' && !result.empty());
    result += plain ? c : '_';
  }
  return result.empty() ? "_" : result;
}

}  // namespace heddle::study
