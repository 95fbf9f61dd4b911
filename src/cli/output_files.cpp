#include "cli/output_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "report/anchored_schedule.hpp"
#include "report/junit.hpp"
#include "report/page/page.hpp"
#include "report/perfetto.hpp"
#include "report/sarif.hpp"
#include "result/certificate.hpp"
#include "result/run_result.hpp"
#include "result/test_result.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const std::string& path, int reason) {
  return Error{
      fmt::format("'{}' cannot be written ({}); name another file.", path, std::strerror(reason))};
}

// Opens the file, and creates it for a moment if there is none.  Returns why that failed, or 0.
int open_for_a_moment(const std::string& path) {
  const int existing = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (existing >= 0) {
    close(existing);
    return 0;
  }
  // A pipe without a reader so far.
  if (errno == ENXIO) return 0;
  if (errno != ENOENT) return errno;
  const int created = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (created < 0) return errno;
  close(created);
  unlink(path.c_str());
  return 0;
}

// The ranks of a job check the same name at the same time: one may create the file while another
// finds none.  A link to a file that does not exist fails each time.
Status check_writable(const std::string& path) {
  constexpr int kMostTries = 1000;
  int reason = open_for_a_moment(path);
  for (int i = 1; i < kMostTries && reason == EEXIST; ++i) reason = open_for_a_moment(path);
  if (reason != 0) return cannot_write(path, reason);
  return Done{};
}

// Returns the canonical name of a file that need not exist; empty when there is none.
fs::path true_name(const std::string& path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path name = fs::absolute(path, error);
  for (int i = 0; i < kMostLinks && fs::is_symlink(name, error); ++i) {
    name = name.parent_path() / fs::read_symlink(name, error);
  }
  name = fs::weakly_canonical(name, error);
  return error ? fs::path() : name;
}

// Whether two names mean one file that can be lost; a terminal or /dev/null cannot.
bool is_same(const std::string& one, const std::string& other) {
  const fs::path first = true_name(one);
  const fs::path second = true_name(other);
  if (first.empty() || second.empty()) return false;
  std::error_code error;
  if (fs::exists(first, error) && !fs::is_regular_file(first, error)) return false;
  return first == second || fs::equivalent(first, second, error);
}

// The standard streams are the shell's to overwrite.
bool is_stream(const std::string& path) {
  return path.starts_with("/dev/") || path.starts_with("/proc/");
}

bool is_ours(const std::string& path) {
  if (trace::read_partial_trace(path).ok()) return true;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const bool has_states = text.starts_with('{') && text.find("\"without_ours\"") != text.npos;
  const bool has_answers = text.starts_with('{') && text.find("\"not_confirmed\"") != text.npos;
  const bool has_tests = report::is_junit_xml(text) || result::is_test_report(text);
  const bool has_findings = report::is_sarif(text) || report::is_perfetto(text);
  return has_states || has_answers || has_tests || has_findings || report::is_page(text) ||
         report::is_anchored_schedule(text) || result::parse_certificate(text).ok() ||
         result::run_result_from_json(text).ok();
}

Status check_contents(const OutputFile& file) {
  std::error_code error;
  if (is_stream(file.path) || !fs::is_regular_file(file.path, error)) return Done{};
  const std::uintmax_t size = fs::file_size(file.path, error);
  // An error: another rank has removed its attempt.
  if (error || size == 0 || is_ours(file.path)) return Done{};
  return Error{fmt::format(
      "{} would overwrite '{}', which was not written by Heddle; name another file or add --force.",
      file.option, file.path)};
}

// The first of STEM.trace, STEM-2.trace, ... that is not taken and overwrites nothing but a trace.
std::string free_trace_path(const std::string& stem, const std::set<std::string>& taken) {
  for (int number = 1;; ++number) {
    std::string path = number == 1 ? stem + ".trace" : fmt::format("{}-{}.trace", stem, number);
    std::error_code error;
    if (taken.contains(path)) continue;
    if (!fs::exists(path, error) || trace::read_partial_trace(path).ok()) return path;
  }
}

// The name of a test as a part of a file name: neither blanks nor characters of the shell, and not
// too long for a file system.
std::string plain(std::string_view name) {
  constexpr std::size_t kLongest = 100;
  std::string result;
  for (const char c : name.substr(0, kLongest)) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' ||
                          c == '_' || c == '-' || c == '+';
    result += is_plain ? c : '_';
  }
  return result;
}

}  // namespace

Status check_outputs(const std::vector<OutputFile>& files, const std::string& program, bool force) {
  return check_outputs_beside(files, program, "program", force);
}

Status check_outputs_beside(const std::vector<OutputFile>& files, const std::string& input,
                            std::string_view what, bool force) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const OutputFile& file = files[i];
    if (file.path.empty()) continue;
    if (!input.empty() && is_same(file.path, input)) {
      return Error{fmt::format("{} would overwrite the {} '{}'; name another file.", file.option,
                               what, file.path)};
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (files[k].path.empty() || !is_same(file.path, files[k].path)) continue;
      return Error{fmt::format("{} and {} name the same file '{}'; name two files.",
                               files[k].option, file.option, file.path)};
    }
    if (const Status status = check_writable(file.path); !status.ok()) return status;
    if (force) continue;
    if (const Status status = check_contents(file); !status.ok()) return status;
  }
  return Done{};
}

std::string default_trace_path(const std::string& program) {
  return free_trace_path("heddle-" + std::filesystem::path(program).filename().string(), {});
}

std::string test_trace_path(const std::string& folder, const std::string& program,
                            std::string_view test, const std::set<std::string>& taken) {
  const std::string name = "heddle-" + fs::path(program).filename().string() + "-" + plain(test);
  return free_trace_path(folder.empty() ? name : (fs::path(folder) / name).string(), taken);
}

std::string numbered_path(const std::string& path, std::size_t number) {
  fs::path name(path);
  const std::string extension = name.extension().string();
  name.replace_filename(fmt::format("{}-{}{}", name.stem().string(), number, extension));
  return name.string();
}

Status write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return cannot_write(path, errno);
  return Done{};
}

}  // namespace heddle::cli
