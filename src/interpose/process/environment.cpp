// The environment: a list of strings in the program's own memory, which its threads share without
// protection.  The variable `environ` stands for the whole list: getenv reads it, and the functions
// that change the environment write it.
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"
#include "runtime/library_state.hpp"
#include "runtime/program_code.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

bool is_name(const char* name) {
  return name != nullptr && *name != 0 && std::strchr(name, '=') == nullptr;
}

int fail(int error) {
  errno = error;
  return -1;
}

// Where the variable is, or where the list ends.  REQUIRES: there is a list.
char** find_variable(const char* name, std::size_t length) {
  char** at = environ;
  for (; *at != nullptr; ++at) {
    if (std::strncmp(*at, name, length) == 0 && (*at)[length] == '=') break;
  }
  return at;
}

// Makes the list a new one with room for one more.
bool renew_list() {
  roll_back(environ);
  std::size_t count = 0;
  while (environ != nullptr && environ[count] != nullptr) ++count;
  void* const block = heap().allocate(world().current, (count + 2) * sizeof(char*));
  if (block == nullptr) return false;
  if (count > 0) std::memcpy(block, environ, count * sizeof(char*));
  environ = static_cast<char**>(block);
  LibraryState& state = library_state();
  if (state.environment != nullptr) heap().free(state.environment);
  state.environment = environ;
  return true;
}

// Strings are never given back: the program may have pointers into them.
EnvironmentText* new_text(std::size_t size) {
  void* const block = heap().allocate(world().current, sizeof(EnvironmentText) + size);
  if (block == nullptr) return nullptr;
  auto* const text = static_cast<EnvironmentText*>(block);
  text->next = library_state().environment_texts;
  library_state().environment_texts = text;
  return text;
}

int remove_variable(const char* name) {
  if (!is_name(name)) return fail(EINVAL);
  if (::getenv(name) == nullptr) return 0;
  if (!renew_list()) return fail(ENOMEM);
  const std::size_t length = std::strlen(name);
  for (char** at = find_variable(name, length); *at != nullptr; at = find_variable(name, length)) {
    for (; *at != nullptr; ++at) at[0] = at[1];
  }
  return 0;
}

PlainAccess changing() { return writing(&environ, sizeof environ); }

PlainAccess reading_text(const char* text, Site site) {
  return reading(text, text != nullptr && is_program_code(site) ? whole_string(text) : 0);
}

[[gnu::always_inline]] inline void change_environment(const char* text, Site site) {
  access_together(
      [&] {
        return list_of(reading_text(text, site), reading(&environ, sizeof environ), changing());
      },
      site, arguments(number_of(text)));
}

}  // namespace

HEDDLE_WATCHED(char*, getenv)(const char* name) {
  HEDDLE_WATCH(arguments(number_of(name)), reading(name, whole_string(name)),
               reading(&environ, sizeof environ));
  return ::getenv(name);
}

HEDDLE_WATCHED(char*, secure_getenv)(const char* name) {
  HEDDLE_WATCH(arguments(number_of(name)), reading(name, whole_string(name)),
               reading(&environ, sizeof environ));
  return ::secure_getenv(name);
}

HEDDLE_INTERPOSE int setenv(const char* name, const char* value, int overwrite) noexcept {
  if (!controlled()) return call_real<int>("setenv", name, value, overwrite);
  access_together(
      [&] {
        return list_of(reading_text(name, HEDDLE_CALLER), reading_text(value, HEDDLE_CALLER),
                       reading(&environ, sizeof environ), changing());
      },
      HEDDLE_CALLER, arguments(number_of(name), number_of(value), number_of(overwrite)));
  if (!is_name(name)) return fail(EINVAL);
  if (overwrite == 0 && ::getenv(name) != nullptr) return 0;
  const std::size_t length = std::strlen(name);
  const std::size_t size = std::strlen(value) + 1;
  EnvironmentText* const made = new_text(length + 1 + size);
  if (made == nullptr || !renew_list()) return fail(ENOMEM);
  auto* const text = reinterpret_cast<char*>(made + 1);
  std::memcpy(text, name, length);
  text[length] = '=';
  std::memcpy(text + length + 1, value, size);
  *find_variable(name, length) = text;
  return 0;
}

HEDDLE_INTERPOSE int unsetenv(const char* name) noexcept {
  if (!controlled()) return call_real<int>("unsetenv", name);
  change_environment(name, HEDDLE_CALLER);
  return remove_variable(name);
}

HEDDLE_INTERPOSE int putenv(char* text) noexcept {
  if (!controlled()) return call_real<int>("putenv", text);
  change_environment(text, HEDDLE_CALLER);
  const char* const end = std::strchr(text, '=');
  if (end == nullptr) return remove_variable(text);
  if (!renew_list()) return fail(ENOMEM);
  *find_variable(text, static_cast<std::size_t>(end - text)) = text;
  return 0;
}

HEDDLE_INTERPOSE int clearenv() noexcept {
  if (!controlled()) return call_real<int>("clearenv");
  change_environment(nullptr, HEDDLE_CALLER);
  roll_back(environ);
  environ = nullptr;
  return 0;
}

}  // namespace heddle::native
