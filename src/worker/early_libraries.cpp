#include "worker/early_libraries.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <vector>

#include "runtime/engine_scope.hpp"
#include "runtime/wanted_library.hpp"
#include "worker/constructors.hpp"

namespace heddle::worker {
namespace {

// Paths, one in a line.
constexpr const char* kEarlyLibrariesVariable = "HEDDLE_EARLY_LIBRARIES";

constinit char** g_noted_argv = nullptr;

void load_as_program(const char* file) {
  // Memory that its constructors allocate belongs to the program.
  const bool before = native::flags().in_engine;
  native::flags().in_engine = false;
  ::dlopen(file, RTLD_NOW);
  native::flags().in_engine = before;
}

}  // namespace

void note_arguments(char** argv) { g_noted_argv = argv; }

void load_early_libraries() {
  const char* const text = std::getenv(kEarlyLibrariesVariable);
  if (text == nullptr) return;
  std::istringstream lines(text);
  ::unsetenv(kEarlyLibrariesVariable);
  for (std::string file; std::getline(lines, file);) {
    load_as_program(file.c_str());
    native::early_libraries().push_back(file);
  }
}

void begin_with_library(const fleet::Channel& channel, const std::string& file) {
  std::string all;
  for (const std::string& early : native::early_libraries()) all += early + "\n";
  all += file;
  ::setenv(kEarlyLibrariesVariable, all.c_str(), 1);
  ::setenv(fleet::Channel::kVariable, channel.text().c_str(), 1);
  pass_on_constructors();
  channel.keep_over_exec();
  ::execv("/proc/self/exe", g_noted_argv);
}

}  // namespace heddle::worker
