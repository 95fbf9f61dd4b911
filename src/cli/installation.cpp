#include "cli/installation.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace heddle::cli {

Result<Installation> find_installation() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return Error{"The heddle command cannot find its own path; mount /proc and try again."};
  }
  const std::filesystem::path prefix = self.parent_path().parent_path();
  const std::filesystem::path own_libraries = prefix / "lib";
  const char* other = std::getenv("HEDDLE_LIBDIR");
  const bool elsewhere = other != nullptr && *other != '\0';
  const std::filesystem::path libraries =
      elsewhere ? std::filesystem::absolute(other) : own_libraries;
  return Installation{
      .library_directory = libraries.string(),
      .library = (libraries / "libheddle.so").string(),
      .cpp_library = (libraries / "heddle_cpp_library" / "libheddle_cpp_library.a").string(),
      .include_directory = (prefix / "include").string(),
      .gcc_specs = (own_libraries / "heddle-gcc.specs").string(),
      .mpi_library = (own_libraries / "libheddle-mpi.so").string(),
      .gdb_script = (own_libraries / "heddle-gdb" / "main.py").string(),
  };
}

}  // namespace heddle::cli
