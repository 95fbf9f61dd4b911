#include "study/programs.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "fleet/worker_process.hpp"
#include "study/child.hpp"
#include "study/file_name.hpp"
#include "study/outcome.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kDefaultFlags = {"-std=c++20", "-O1", "-g", "-pthread"};

// The compiler's first error, on one line; otherwise the last line that it printed.
std::string first_error(const std::string& said) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error:") != std::string::npos) return line;
  }
  return last_line(said);
}

Status compile(const Plan& plan, const Subject& subject, const std::string& heddle,
               const std::string& program) {
  std::vector<std::string> argv = {heddle, "c++"};
  const std::vector<std::string>& flags = subject.flags.empty() ? kDefaultFlags : subject.flags;
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), subject.sources.begin(), subject.sources.end());
  argv.insert(argv.end(), {"-o", program});
  const std::string log = program + ".log";
  const auto child = Child::start(argv, plan.folder, log);
  if (!child) return child.error();
  while (!(*child)->has_ended()) fleet::wait_for_any({(*child)->handle()});
  const int status = (*child)->status();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
  return Error{fmt::format("The subject '{}' cannot be built: {}", subject.name,
                           first_error(content_of(log)))};
}

Status check_sources(const Subject& subject) {
  std::error_code error;
  for (const std::string& source : subject.sources) {
    if (fs::is_regular_file(source, error)) continue;
    return Error{fmt::format("The file '{}' does not exist, a source of the subject '{}'.", source,
                             subject.name)};
  }
  return Done{};
}

// Programs by what they are made of: the subjects of a matrix often share one.
using Built = std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, std::string>;

Status build(Plan& plan, Subject& subject, const std::string& heddle, const std::string& folder,
             Built& built) {
  if (Status status = check_sources(subject); !status) return status;
  std::string& program = built[{subject.sources, subject.flags}];
  if (program.empty()) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      return Error{fmt::format("Cannot create the folder '{}' ({}).", folder, error.message())};
    }
    program = (fs::path(folder) / file_name(subject.name)).string();
    if (Status status = compile(plan, subject, heddle, program); !status) return status;
  }
  subject.program = program;
  return Done{};
}

}  // namespace

Status prepare_programs(Plan& plan, const std::string& heddle, const std::string& folder,
                        const FindProgram& find) {
  Built built;
  for (Subject& subject : plan.subjects) {
    if (!subject.sources.empty()) {
      const Status status = build(plan, subject, heddle, fs::absolute(folder).string(), built);
      if (!status) return status;
    }
    const Result<FoundProgram> found = find(subject.program);
    if (!found) {
      return Error{fmt::format("The subject '{}': {}", subject.name, found.sentence())};
    }
    subject.program = found->path;
    subject.build_id = found->build_id;
  }
  return Done{};
}

}  // namespace heddle::study
