// Finds the sites of a report in a program that may have been built elsewhere.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "guidance/reports/warning.hpp"

namespace heddle::cli {

// A site of a report, looked up in the program.
struct FoundSite {
  std::string file;     // the longest end of the report's path that the program has
  std::string via;      // the location as `--via` takes it; empty when the program lacks it
  std::string problem;  // one sentence, when `via` is empty
};

// Looks up sites in one program.  Not thread-safe.
class SiteFinder {
 public:
  static Result<std::unique_ptr<SiteFinder>> open(const std::string& program);
  ~SiteFinder();
  SiteFinder(const SiteFinder&) = delete;
  SiteFinder& operator=(const SiteFinder&) = delete;

  // Omits the kind of access where the line has no such operation.  A line that is outside the
  // function which the report names is not found: the sources differ.
  const FoundSite& find(const guidance::Site& site);

 private:
  struct Parts;
  explicit SiteFinder(std::unique_ptr<Parts> parts);
  FoundSite look_up(const guidance::Site& site);

  std::unique_ptr<Parts> parts_;
  std::map<std::string, FoundSite> found_;
};

// The name of a function without parameters and qualifiers, as a location has it; empty for
// operators, lambdas and other names that compilers spell differently.
std::string plain_name(const std::string& function);

}  // namespace heddle::cli
