// The program that is to be explored, as a file.
#pragma once

#include <string>

#include "core/result.hpp"

namespace heddle::cli {

struct ProgramFile {
  std::string path;      // absolute
  std::string build_id;  // lower-case hexadecimal; empty when the file has none
};

// Finds a program (a path, a name in this folder, or a name on PATH) and checks that it was built
// with `heddle c++`, for whichever processor.
Result<ProgramFile> find_program(const std::string& name);

}  // namespace heddle::cli
