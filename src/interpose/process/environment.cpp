// The environment: a list of strings in the program's own memory.
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"
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

}  // namespace

HEDDLE_INTERPOSE int setenv(const char* name, const char* value, int overwrite) noexcept {
  if (!controlled()) return call_real<int>("setenv", name, value, overwrite);
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
  if (!is_name(name)) return fail(EINVAL);
  if (::getenv(name) == nullptr) return 0;
  if (!renew_list()) return fail(ENOMEM);
  const std::size_t length = std::strlen(name);
  for (char** at = find_variable(name, length); *at != nullptr; at = find_variable(name, length)) {
    for (; *at != nullptr; ++at) at[0] = at[1];
  }
  return 0;
}

HEDDLE_INTERPOSE int putenv(char* text) noexcept {
  if (!controlled()) return call_real<int>("putenv", text);
  const char* const end = std::strchr(text, '=');
  if (end == nullptr) return ::unsetenv(text);
  if (!renew_list()) return fail(ENOMEM);
  *find_variable(text, static_cast<std::size_t>(end - text)) = text;
  return 0;
}

HEDDLE_INTERPOSE int clearenv() noexcept {
  if (!controlled()) return call_real<int>("clearenv");
  roll_back(environ);
  environ = nullptr;
  return 0;
}

}  // namespace heddle::native
