// Every run of a study, in one SQLite file.  docs/studies.md describes the tables.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "study/run.hpp"
#include "study/sqlite.hpp"

namespace heddle::study {

struct SubjectRow {
  std::string name;
  std::string program;  // path
  std::vector<std::string> arguments;
  std::string build_id;

  friend bool operator==(const SubjectRow&, const SubjectRow&) = default;
};

struct ConfigurationRow {
  std::string name;
  std::string options;  // "search=dfs:order=random", the form of HEDDLE_OPTIONS

  friend bool operator==(const ConfigurationRow&, const ConfigurationRow&) = default;
};

// Names and values about the study as a whole: "toml" is the text of its file, "measure" the figure
// that is the cost ("states"), "heddle" the version that ran it.
using About = std::map<std::string, std::string>;

class Database {
 public:
  // For reading what a study has written so far, also while it runs.
  static Result<Database> open(const std::string& path);
  // For writing: makes the file when there is none.
  static Result<Database> create(const std::string& path);

  // The runs that count: by subject and configuration in the order of the study file, then by seed.
  Result<std::vector<Run>> runs();
  // With those that do not count.
  Result<std::vector<Run>> all_runs();
  // In the order of the study file.
  Result<std::vector<SubjectRow>> subjects();
  Result<std::vector<ConfigurationRow>> configurations();
  Result<About> about();

  // Replaces what was said about the study, adds subjects and configurations that are new, and
  // brings all into this order.
  Status describe(const About& about, const std::vector<SubjectRow>& subjects,
                  const std::vector<ConfigurationRow>& configurations);
  // On the disk when this returns: a process that is killed afterwards has not lost it.
  Status record(const Run& run);
  // Says which runs of a cell count: those with a seed in `counted`.
  Status settle(const std::string& subject, const std::string& configuration,
                const std::vector<std::uint64_t>& counted);

 private:
  explicit Database(Sqlite sqlite) : sqlite_(std::move(sqlite)) {}
  Result<std::vector<Run>> select_runs(const char* condition);

  Sqlite sqlite_;
};

}  // namespace heddle::study
