#include "guidance/reports/frames.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace heddle::guidance {
namespace {

template <typename Words>
bool starts_with_any(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

// Headers and sources of the compiler, the libraries and the tools.
bool is_system_file(std::string_view file) {
  constexpr std::array<std::string_view, 4> kFolders = {"/usr/include/", "/usr/lib/",
                                                        "/usr/bin/../", "/build/glibc"};
  constexpr std::array<std::string_view, 8> kParts = {"/include/c++/", "/c++/v1/",  "libsanitizer/",
                                                      "compiler-rt/",  "/sysdeps/", "nptl/",
                                                      "./malloc/",     "coregrind/"};
  return starts_with_any(file, kFolders) ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return contains(file, part); }) ||
         file.ends_with(".S");
}

bool is_system_module(std::string_view module) {
  constexpr std::array<std::string_view, 9> kModules = {"libtsan", "libasan",  "libstdc++",
                                                        "libc++",  "libc.so",  "libpthread",
                                                        "libm.so", "libgcc_s", "ld-linux"};
  const std::size_t slash = module.rfind('/');
  const std::string_view base = slash == std::string_view::npos ? module : module.substr(slash + 1);
  return starts_with_any(base, kModules) || base.starts_with("vgpreload_") ||
         base.starts_with("libclang_rt");
}

// The name of a function without its result, template arguments and parameters.
std::string_view bare_name(std::string_view function) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    if (c == '<') depth++;
    if (c == '>' && depth > 0) depth--;
    if (c == '(' && depth == 0) break;
    // "operator new": the blank belongs to the name.
    const bool is_operator = function.substr(begin, i - begin) == "operator";
    if (c == ' ' && depth == 0 && !is_operator) begin = i + 1;
  }
  return function.substr(begin);
}

bool frees(std::string_view function) {
  const std::string_view bare = bare_name(function);
  return bare.starts_with("operator delete") || bare == "free" || bare.starts_with("free(") ||
         bare == "realloc";
}

// Valgrind gives the base names of files alone: the names of functions tell libraries apart.
bool is_system_function(std::string_view function) {
  constexpr std::array<std::string_view, 13> kPrefixes = {
      "std::",      "__gnu_cxx::",  "__cxxabiv1::", "__gthread_", "pthread_",
      "__pthread",  "operator new", "__libc",       "__tsan",     "__clone",
      "mutex_lock", "sem_wait",     "__GI_"};
  constexpr std::array<std::string_view, 18> kNames = {"malloc",       "calloc",
                                                       "memcpy",       "memmove",
                                                       "memset",       "memcmp",
                                                       "strlen",       "strcpy",
                                                       "strcmp",       "nanosleep",
                                                       "usleep",       "clone",
                                                       "start_thread", "advise_stack_range",
                                                       "madvise",      "memchr",
                                                       "strdup",       "create_thread"};
  const std::string_view bare = bare_name(function);
  if (starts_with_any(bare, kPrefixes)) return true;
  const std::string_view word = bare.substr(0, bare.find_first_of("(@"));
  return std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

bool read_number(std::string_view text, std::uint64_t& number) {
  if (text.empty()) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool is_user_frame(const Frame& frame) {
  return !frame.file.empty() && frame.line > 0 && !is_system_file(frame.file) &&
         !is_system_module(frame.module) && !is_system_function(frame.function) &&
         !frees(frame.function);
}

std::optional<Site> user_site(const Stack& stack, SiteKind kind) {
  std::optional<Site> site;
  for (const Frame& frame : stack) {
    if (!site && frees(frame.function)) kind = SiteKind::release;
    if (!is_user_frame(frame)) continue;
    if (site) {
      site->calls.push_back({frame.file, frame.line});
    } else {
      site = Site{frame.file, frame.line, frame.function, kind};
    }
  }
  return site;
}

bool next_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string quoted_in(std::string_view text) {
  const std::size_t begin = text.find('\'');
  const std::size_t end = text.find('\'', begin + 1);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(text.substr(begin + 1, end - begin - 1));
}

std::string variable_in_words(std::string_view words) {
  constexpr std::string_view kInside = " bytes inside ";
  const std::size_t begin = words.find(kInside);
  if (begin == std::string_view::npos) return {};
  words.remove_prefix(begin + kInside.size());
  if (const std::size_t quote = words.find('"'); quote != std::string_view::npos) {
    words.remove_prefix(quote + 1);
    return std::string(words.substr(0, words.find('"')));
  }
  // A block of the heap, or the frame of a thread, is no variable.
  const std::string_view name = words.substr(0, words.find(','));
  return contains(name, " ") ? "" : std::string(name);
}

bool is_misuse(std::string_view words) {
  constexpr std::array<std::string_view, 17> kParts = {
      // Helgrind
      "unlocked an invalid lock", "unlocked lock at", "unlocked a not-locked lock",
      "call to pthread_", "pthread_mutex_", "pthread_rwlock_", "pthread_cond_", "re-lock a ",
      // DRD
      ": mutex 0x", ": rwlock 0x", ": cond 0x", ": semaphore 0x", ": barrier 0x", "is not a mutex",
      "condition variable 0x", "Mutex not locked", "Recursive locking"};
  return std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return contains(words, part); });
}

bool split_place(std::string_view text, std::string& file, std::uint64_t& line) {
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0) return false;
  std::uint64_t number = 0;
  if (!read_number(text.substr(last + 1), number)) return false;
  // Two numbers are a line and a column.
  const std::size_t before = text.rfind(':', last - 1);
  std::uint64_t earlier = 0;
  if (before != std::string_view::npos && before > 0 &&
      read_number(text.substr(before + 1, last - before - 1), earlier)) {
    file = text.substr(0, before);
    line = earlier;
    return true;
  }
  file = text.substr(0, last);
  line = number;
  return true;
}

}  // namespace heddle::guidance
