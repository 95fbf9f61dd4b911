// The files that a run writes.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"

namespace heddle::cli {

// Whether a file can be written, found out without changing it: before a long search, not after.
Status check_writable(const std::string& path);

// heddle-PROG.trace in this folder or, when that file exists and is no trace, heddle-PROG-2.trace
// and so on.
std::string default_trace_path(const std::string& program);

Status write_file(const std::string& path, std::string_view text);

}  // namespace heddle::cli
