#include "report/paint.hpp"

#include <algorithm>
#include <array>

namespace heddle::report {

std::string Paint::of_thread(ThreadId thread, std::string_view text) const {
  constexpr std::array<std::string_view, 6> kColours = {"36", "33", "35", "32", "34", "31"};
  return wrap(kColours[index(thread) % kColours.size()], text);
}

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  if (!colour_ || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::size_t width_of(std::string_view text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  const std::size_t taken = width_of(text);
  if (taken < width) result.append(width - taken, ' ');
  return result;
}

}  // namespace heddle::report
