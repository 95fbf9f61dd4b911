// The files that a run writes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace heddle::cli {

// One that the user named.
struct OutputFile {
  std::string option;  // "--json"
  std::string path;    // empty: not asked for
};

// Whether the files can be written, found out without changing them: before a long search, not
// after.  None may be another, nor `program`; nor, without `force`, a file that Heddle did not
// write.
Status check_outputs(const std::vector<OutputFile>& files, const std::string& program, bool force);

// The same for a command that reads a file: `what` is its word in the sentence.
Status check_outputs_beside(const std::vector<OutputFile>& files, const std::string& input,
                            std::string_view what, bool force);

// heddle-PROG.trace in this folder or, when that file exists and is no trace, heddle-PROG-2.trace
// and so on.
std::string default_trace_path(const std::string& program);

// Returns heddle-PROG-TEST.trace in `folder` (empty: this folder), numbered if that file exists and
// is no trace, or is `taken`.
std::string test_trace_path(const std::string& folder, const std::string& program,
                            std::string_view test, const std::set<std::string>& taken);

// The name of the `number`th of several files: error-2.trace for error.trace.
std::string numbered_path(const std::string& path, std::size_t number);

Status write_file(const std::string& path, std::string_view text);

}  // namespace heddle::cli
