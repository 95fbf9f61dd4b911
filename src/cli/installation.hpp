// Where the parts of Heddle lie.  The command is PREFIX/bin/heddle, in an installation as in a
// build tree; everything else follows from that.
#pragma once

#include <string>

#include "core/result.hpp"

namespace heddle::cli {

struct Installation {
  std::string library_directory;  // of libheddle.so; the environment's HEDDLE_LIBDIR goes first
  std::string library;            // libheddle.so itself
  std::string cpp_library;        // instrumented code of libstdc++; every link has it
  std::string include_directory;  // holds heddle/heddle.hpp
  std::string gcc_specs;          // what makes gcc instrument without linking its own runtime
  std::string mpi_library;        // for runs over several machines; may be absent
  std::string gdb_script;         // what makes gdb understand an explored program
};

Result<Installation> find_installation();

}  // namespace heddle::cli
