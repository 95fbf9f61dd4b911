#include "search_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace heddle::benchmarks {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// A folder for results and traces, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// Runs the command in silence.  Returns its exit code, or -1.
int call(std::vector<std::string> words, double& cpu_seconds) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)) return -1;
  cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return WEXITSTATUS(status);
}

}  // namespace

SearchRun run_search(const std::vector<std::string>& options, const std::string& program,
                     const std::vector<std::string>& arguments) {
  static const Folder folder;
  const std::string json_file = folder.file("result.json");
  std::vector<std::string> words = {
      HEDDLE_COMMAND, "run", "--quiet", "--json", json_file, "--trace", folder.file("error.trace")};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", std::string(PROGRAM_FOLDER "/") + program});
  words.insert(words.end(), arguments.begin(), arguments.end());

  std::error_code ignored;
  std::filesystem::remove(json_file, ignored);
  SearchRun run;
  const int code = call(words, run.cpu_seconds);
  std::ifstream file(json_file);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  // 1 is an error that the program has; 3 is the end of the budget.
  if ((code != 0 && code != 1 && code != 3) || !json.is_object() ||
      json.value("transitions", 0.0) == 0) {
    run.refusal = "heddle run " + program + " ended with exit code " + std::to_string(code);
    return run;
  }
  run.states = json.value("states", 0.0);
  run.transitions = json.value("transitions", 0.0);
  run.max_depth = json.value("max_depth", 0.0);
  run.seconds = json.value("seconds", 0.0);
  run.peak_bytes = json.value("peak_rss", 0.0);
  return run;
}

NaiveRun run_naive(const std::string& points, const std::string& program,
                   const std::vector<std::string>& arguments) {
  std::string command = std::string(PROGRAM_FOLDER "/naive_") + program + " " + points;
  for (const std::string& argument : arguments) command += " " + argument;
  NaiveRun run;
  std::FILE* const output = ::popen(command.c_str(), "r");
  if (output == nullptr) return run;
  const bool is_whole =
      std::fscanf(output, "%lf %lf %lf", &run.states, &run.transitions, &run.seconds) == 3;
  return ::pclose(output) == 0 && is_whole ? run : NaiveRun{};
}

}  // namespace heddle::benchmarks
