#include "cli/subprocess.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::cli {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// Valid as long as `argv` is; exec and posix_spawn do not write to it.
std::vector<char*> pointers(const std::vector<std::string>& argv) {
  std::vector<char*> result;
  result.reserve(argv.size() + 1);
  for (const std::string& argument : argv) result.push_back(const_cast<char*>(argument.c_str()));
  result.push_back(nullptr);
  return result;
}

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t size = read(descriptor, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(size));
  }
}

Error cannot_start(const std::string& command, int reason) {
  return Error{"'" + command + "' cannot be started (" + std::strerror(reason) + ")."};
}

}  // namespace

bool command_exists(const std::string& command) {
  if (command.empty()) return false;
  if (command.find('/') != std::string::npos) return is_executable_file(command);
  const char* variable = std::getenv("PATH");
  std::string path = variable == nullptr ? "/usr/bin:/bin" : variable;
  path += ':';
  for (std::size_t start = 0, end = 0; (end = path.find(':', start)) != std::string::npos;
       start = end + 1) {
    std::string file = end == start ? "." : path.substr(start, end - start);
    file += '/';
    file += command;
    if (is_executable_file(file)) return true;
  }
  return false;
}

Result<std::string> output_of(const std::vector<std::string>& argv) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return cannot_start(argv.front(), errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, argv.front().c_str(), &actions, nullptr, pointers(argv).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (failure == 0) {
    text = read_all(ends[0]);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  if (failure != 0) return cannot_start(argv.front(), failure);
  return text;
}

Error become(const std::vector<std::string>& argv) {
  std::fflush(nullptr);
  execvp(argv.front().c_str(), pointers(argv).data());
  return cannot_start(argv.front(), errno);
}

}  // namespace heddle::cli
