#include "cli/test_finder.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "cli/limited_output.hpp"
#include "cli/test_list.hpp"

namespace heddle::cli {
namespace {

// Room for more than a hundred thousand names.
constexpr std::size_t kLargestList = std::size_t{16} << 20U;

// A filter that matches no test.
constexpr const char* kNoTest = "heddle: the name of no test";

// The content of a file in memory.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0) close(file);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (data_ != MAP_FAILED) munmap(data_, size_);
  }

  std::string_view content() const {
    return data_ == MAP_FAILED ? std::string_view()
                               : std::string_view(static_cast<const char*>(data_), size_);
  }

 private:
  void* data_ = MAP_FAILED;
  std::size_t size_ = 0;
};

Error no_tests(const ProgramFile& program, Framework framework, const std::string& filter) {
  const std::string arguments = list_arguments(framework).front();
  if (filter.empty()) {
    return Error{fmt::format("'{0}' lists no tests; HEDDLE_NATIVE=1 {0} {1} shows its list.",
                             program.path, arguments)};
  }
  return Error{fmt::format("The filter '{0}' matches no test; HEDDLE_NATIVE=1 {1} {2} lists them.",
                           filter, program.path, arguments)};
}

}  // namespace

Result<std::string> TestFinder::list(Framework framework, const Arguments& selection) {
  std::vector<std::string> argv = launcher_;
  argv.push_back(program_.path);
  for (const Arguments& part : {list_arguments(framework), selection}) {
    argv.insert(argv.end(), part.begin(), part.end());
  }
  Result<LimitedOutput> output = limited_output(argv, {time_, kLargestList}, interrupt_);
  if (!output.ok()) return output.error();
  using End = LimitedOutput::End;
  const std::string& path = program_.path;
  switch (output->end) {
    case End::exited:
      break;
    case End::crashed:
      return Error{
          fmt::format("'{}' crashed ({}) while it listed its tests; HEDDLE_NATIVE=1 {} {} "
                      "repeats this.",
                      path, strsignal(output->signal), path, list_arguments(framework).front())};
    case End::too_slow:
      return Error{
          fmt::format("'{}' did not list its tests within {:.1f} s; raise --time, or use "
                      "`heddle run` if it has none.",
                      path, std::chrono::duration<double>(time_).count())};
    case End::too_large:
      return Error{
          fmt::format("'{}' printed more than {} MiB while it listed its tests; use "
                      "`heddle run` if it has none.",
                      path, kLargestList >> 20U)};
    case End::interrupted:
      return Error{"Interrupted while the tests were listed."};
  }
  return std::move(output->text);
}

Result<std::vector<ListedTest>> TestFinder::listed(Framework framework,
                                                   const Arguments& selection) {
  const Result<std::string> text = list(framework, selection);
  if (!text.ok()) return text.error();
  std::vector<ListedTest> tests = parse_test_list(framework, *text);
  for (const ListedTest& line : noise_) {
    const auto found = std::find(tests.begin(), tests.end(), line);
    if (found != tests.end()) tests.erase(found);
  }
  return tests;
}

Result<FoundTests> TestFinder::find(const std::string& filter) {
  const std::vector<Framework> frameworks = frameworks_in(MappedFile(program_.path).content());
  if (frameworks.empty()) {
    return Error{fmt::format(
        "'{}' is not a test program of GoogleTest, Catch2 or doctest; use `heddle run`.",
        program_.path)};
  }
  for (const Framework framework : frameworks) {
    const bool takes_words = framework_name(framework) == "Catch2";
    if (takes_words && filter.starts_with('-')) {
      return Error{
          fmt::format("'{}' is not a filter of Catch2; begin it with a name, a tag or ~.", filter)};
    }
    noise_.clear();
    // Only this format has no marks: output of the program itself looks like names.
    if (framework == Framework::catch2_v2) {
      const Result<std::vector<ListedTest>> noise = listed(framework, {kNoTest});
      if (!noise.ok()) return noise.error();
      noise_ = *noise;
    }
    Result<std::vector<ListedTest>> tests = listed(framework, filter_arguments(framework, filter));
    if (!tests.ok()) return tests.error();
    if (!tests->empty()) return FoundTests{framework, std::move(*tests)};
  }
  return no_tests(program_, frameworks.front(), filter);
}

Result<Arguments> TestFinder::select(Framework framework, const ListedTest& test) {
  Arguments arguments = select_arguments(framework, test);
  const Result<std::vector<ListedTest>> selected = listed(framework, arguments);
  if (!selected.ok()) return selected.error();
  const bool is_alone = selected->size() == 1 && selected->front().name == test.name &&
                        selected->front().suite == test.suite;
  if (!is_alone) {
    return Error{fmt::format("the filter of {} cannot select this test alone; rename it",
                             framework_name(framework))};
  }
  return arguments;
}

}  // namespace heddle::cli
