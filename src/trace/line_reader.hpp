// Reads the lines of a trace file into a Trace.  The input may be anything at all.
#pragma once

#include <cstdint>
#include <string_view>

#include "trace/trace.hpp"

namespace heddle::trace {

enum class LineResult : std::uint8_t {
  good,
  garbled,
  end,  // the end line, and its number of lines is right
};

enum class HeaderResult : std::uint8_t { good, no_trace, other_version, garbled };

// `version` is what the file claims; set with `good` and `other_version`.
HeaderResult read_header(std::string_view line, Header& into, std::uint64_t& version);

// Adds one line after the header.  `number` is its number in the file, from 1.
LineResult read_line(std::string_view line, std::uint64_t number, Trace& into);

}  // namespace heddle::trace
