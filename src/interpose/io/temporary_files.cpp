// Interposes calls that create files with unique names.  The names derive from the thread and from
// the number of random numbers that it was given.  So they are the same in every execution.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/io/stream_locks.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/entropy.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kLetters = 6;
// A folder in which so many names are taken one after another is not one for temporary files.
constexpr int kAttempts = 10000;

void choose_name(char* letters) {
  constexpr std::string_view kAlphabet =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::uint64_t number = next_entropy();
  for (std::size_t i = 0; i < kLetters; ++i) {
    letters[i] = kAlphabet[number % kAlphabet.size()];
    number /= kAlphabet.size();
  }
}

// Where the letters to be replaced begin; null when the pattern has none there.
char* letters_of(char* pattern, int suffix) {
  const std::size_t length = ::strlen(pattern);
  const std::size_t behind = kLetters + static_cast<std::size_t>(suffix);
  if (suffix < 0 || length < behind) return nullptr;
  char* const letters = pattern + length - behind;
  return ::strncmp(letters, "XXXXXX", kLetters) == 0 ? letters : nullptr;
}

// Tries names until one suits; `attempt` gives false, with EEXIST, for one that is taken.
template <typename Attempt>
bool find_name(char* letters, Attempt attempt) {
  if (letters == nullptr) {
    errno = EINVAL;
    return false;
  }
  const int before = errno;
  for (int i = 0; i < kAttempts; ++i) {
    choose_name(letters);
    if (attempt()) {
      errno = before;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  errno = EEXIST;
  return false;
}

int make_file(char* pattern, int suffix, int flags, Site site) {
  use_files(FileUse::changes, arguments(number_of(pattern)), site);
  int file = -1;
  const int wanted = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
  const bool made = find_name(letters_of(pattern, suffix), [&] {
    note_kernel_call(pattern, static_cast<std::uint64_t>(wanted));
    before_opening(AT_FDCWD, pattern, wanted);
    file = call_real<int>("open", pattern, wanted, 0600U);
    return file >= 0;
  });
  if (!made) return -1;
  after_opening(file);
  events::opened_descriptor(file, site);
  return file;
}

// A name under which there is nothing yet.
bool find_free_name(char* pattern, Site site) {
  use_files(FileUse::reads, arguments(number_of(pattern)), site);
  return find_name(letters_of(pattern, 0), [&] {
    note_kernel_call(pattern, 1);
    struct stat facts {};
    if (call_real<int>("lstat", pattern, &facts) == 0) {
      errno = EEXIST;
      return false;
    }
    return errno == ENOENT;
  });
}

char* free_name_in_buffer(char* buffer, Site site) {
  constexpr char kPattern[] = P_tmpdir "/fileXXXXXX";
  static_assert(sizeof kPattern <= L_tmpnam);
  ::memcpy(buffer, kPattern, sizeof kPattern);
  return find_free_name(buffer, site) ? buffer : nullptr;
}

bool is_folder(const char* path) {
  struct stat facts {};
  return path != nullptr && call_real<int>("stat", path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

}  // namespace

#define HEDDLE_MAKES_FILE(name, parameters, suffix, flags, ...)            \
  HEDDLE_INTERPOSE int name parameters {                                   \
    if (!controlled()) return call_real<int>(#name, pattern, __VA_ARGS__); \
    return make_file(pattern, suffix, flags, HEDDLE_CALLER);               \
  }

#define HEDDLE_MAKES_FILES(bits)                                                            \
  HEDDLE_INTERPOSE int mkstemp##bits(char* pattern) {                                       \
    if (!controlled()) return call_real<int>("mkstemp" #bits, pattern);                     \
    return make_file(pattern, 0, 0, HEDDLE_CALLER);                                         \
  }                                                                                         \
  HEDDLE_MAKES_FILE(mkostemp##bits, (char* pattern, int flags), 0, flags, flags)            \
  HEDDLE_MAKES_FILE(mkstemps##bits, (char* pattern, int suffix), suffix, 0, suffix)         \
  HEDDLE_MAKES_FILE(mkostemps##bits, (char* pattern, int suffix, int flags), suffix, flags, \
                    suffix, flags)

HEDDLE_MAKES_FILES()
HEDDLE_MAKES_FILES(64)

#undef HEDDLE_MAKES_FILES
#undef HEDDLE_MAKES_FILE

HEDDLE_INTERPOSE char* mkdtemp(char* pattern) noexcept {
  if (!controlled()) return call_real<char*>("mkdtemp", pattern);
  use_files(FileUse::changes, arguments(number_of(pattern)), HEDDLE_CALLER);
  const bool made = find_name(letters_of(pattern, 0), [&] {
    note_kernel_call(pattern, 4);
    before_making(AT_FDCWD, pattern);
    return call_real<int>("mkdir", pattern, mode_t{0700}) == 0;
  });
  return made ? pattern : nullptr;
}

HEDDLE_INTERPOSE char* mktemp(char* pattern) noexcept {
  if (!controlled()) return call_real<char*>("mktemp", pattern);
  if (!find_free_name(pattern, HEDDLE_CALLER)) pattern[0] = 0;
  return pattern;
}

HEDDLE_INTERPOSE char* tmpnam(char* buffer) noexcept {
  if (!controlled()) return call_real<char*>("tmpnam", buffer);
  if (buffer != nullptr) return free_name_in_buffer(buffer, HEDDLE_CALLER);
  auto& shared = library_state().file_name;
  access_memory(shared.data(), shared.size(), OpKind::write, HEDDLE_CALLER, kNoObject);
  return free_name_in_buffer(shared.data(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE char* tmpnam_r(char* buffer) noexcept {
  if (!controlled()) return call_real<char*>("tmpnam_r", buffer);
  return buffer == nullptr ? nullptr : free_name_in_buffer(buffer, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE char* tempnam(const char* folder, const char* prefix) noexcept {
  if (!controlled()) return call_real<char*>("tempnam", folder, prefix);
  const char* const wish = ::getenv("TMPDIR");
  if (is_folder(wish)) {
    folder = wish;
  } else if (!is_folder(folder)) {
    folder = P_tmpdir;
  }
  char path[4096];
  const int length = ::snprintf(path, sizeof path, "%s/%.5sXXXXXX", folder,
                                prefix == nullptr || *prefix == 0 ? "file" : prefix);
  if (length >= static_cast<int>(sizeof path)) {
    errno = ENAMETOOLONG;
    return nullptr;
  }
  // The program gives it back.
  return find_free_name(path, HEDDLE_CALLER) ? ::strdup(path) : nullptr;
}

// It never has a name that could be seen.
HEDDLE_INTERPOSE FILE* tmpfile() {
  if (controlled()) {
    use_files(FileUse::changes, kNoObject, HEDDLE_CALLER);
    note_kernel_call("tmpfile");
    roll_back_streams();
  }
  FILE* const opened = call_real<FILE*>("tmpfile");
  note_stream(opened);
  if (opened != nullptr && controlled()) {
    events::opened_descriptor(::fileno(opened), HEDDLE_CALLER);
  }
  return opened;
}

HEDDLE_INTERPOSE FILE* tmpfile64() { return ::tmpfile(); }

}  // namespace heddle::native
