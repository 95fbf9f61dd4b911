// Follows a schedule that `heddle export` wrote: for regression tests.
//
// Compile it without Heddle.  The program under test runs in processes of its own, under the
// `heddle` command: the one in HEDDLE_COMMAND, or the one on PATH.
#ifndef HEDDLE_SCHEDULE_HPP
#define HEDDLE_SCHEDULE_HPP

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle {

// The outcome of one schedule.
struct ScheduleCheck {
  int exit_code = 70;  // of `heddle replay`
  std::string text;    // one sentence

  // The program followed the schedule without an error, or makes it impossible now.
  bool ok() const { return exit_code == 0; }
  // The program leads to an error.
  bool found_error() const { return exit_code == 1; }
  // The program has changed so much that the schedule says nothing about it.
  bool no_longer_applies() const { return exit_code == 77; }
};

namespace detail {

// One word of a command line for the shell.
inline std::string quoted_word(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// A file that exists as long as the object.
class ScheduleFile {
 public:
  explicit ScheduleFile(const std::string& text) {
    const char* const folder = std::getenv("TMPDIR");
    path_ = std::string(folder != nullptr ? folder : "/tmp") + "/heddle-schedule-XXXXXX";
    const int file = ::mkstemp(&path_[0]);
    if (file < 0) return;
    std::size_t written = 0;
    while (written < text.size()) {
      const ssize_t more = ::write(file, text.data() + written, text.size() - written);
      if (more <= 0) break;
      written += static_cast<std::size_t>(more);
    }
    is_written_ = written == text.size();
    ::close(file);
  }
  ~ScheduleFile() { ::unlink(path_.c_str()); }
  ScheduleFile(const ScheduleFile&) = delete;
  ScheduleFile& operator=(const ScheduleFile&) = delete;

  bool is_written() const { return is_written_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_written_ = false;
};

}  // namespace detail

// Executes `program`, which was built with `heddle c++`, under the schedule.
inline ScheduleCheck check_schedule(const std::string& program, const std::string& schedule) {
  ScheduleCheck check;
  const detail::ScheduleFile file(schedule);
  if (!file.is_written()) {
    check.text = "The schedule cannot be written to " + file.path() + "; set TMPDIR.\n";
    return check;
  }
  const char* const command = std::getenv("HEDDLE_COMMAND");
  const std::string line = detail::quoted_word(command != nullptr ? command : "heddle") +
                           " replay --program " + detail::quoted_word(program) + " " +
                           detail::quoted_word(file.path()) + " 2>&1";
  std::FILE* const pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) {
    check.text = "The heddle command cannot be started.\n";
    return check;
  }
  char part[512];
  while (std::fgets(part, sizeof part, pipe) != nullptr) check.text += part;
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) check.exit_code = WEXITSTATUS(status);
  if (check.exit_code == 127) {
    check.text += "Install Heddle, or set HEDDLE_COMMAND to the path of the heddle command.\n";
  }
  return check;
}

}  // namespace heddle

#endif
