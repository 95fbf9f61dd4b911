// Colours and widths on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/ids.hpp"

namespace heddle::report {

class Paint {
 public:
  explicit Paint(bool colour) : colour_(colour) {}

  std::string headline(std::string_view text) const { return wrap("1;31", text); }
  std::string good(std::string_view text) const { return wrap("1;32", text); }
  std::string strong(std::string_view text) const { return wrap("1", text); }
  std::string faint(std::string_view text) const { return wrap("2", text); }
  // Each thread its own colour, as far as they go.
  std::string of_thread(ThreadId thread, std::string_view text) const;

 private:
  std::string wrap(std::string_view code, std::string_view text) const;

  bool colour_;
};

// Columns that a text takes: its code points.
std::size_t width_of(std::string_view text);

// The text with spaces after it, `width` columns in all, or longer if it is longer.
std::string padded(std::string_view text, std::size_t width);

}  // namespace heddle::report
