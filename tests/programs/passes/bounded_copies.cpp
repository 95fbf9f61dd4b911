// What strlcpy, strlcat, their wide forms and memset_explicit return and leave, with and without
// room.
#include <cassert>
#include <cstddef>
#include <cstring>
#include <cwchar>
#include <mutex>
#include <thread>

// Older C libraries do not declare them.
extern "C" {
std::size_t strlcpy(char* to, const char* from, std::size_t size) noexcept;
std::size_t strlcat(char* to, const char* from, std::size_t size) noexcept;
std::size_t wcslcpy(wchar_t* to, const wchar_t* from, std::size_t size) noexcept;
std::size_t wcslcat(wchar_t* to, const wchar_t* from, std::size_t size) noexcept;
void* memset_explicit(void* to, int value, std::size_t size) noexcept;
}

std::mutex mutex;
char shared[8] = "0123456";

void use() {
  char to[8];
  std::lock_guard lock(mutex);
  assert(strlcpy(to, shared, sizeof to) == 7 && std::strcmp(to, "0123456") == 0);
  assert(strlcpy(to, shared, 4) == 7 && std::strcmp(to, "012") == 0);
  assert(strlcpy(to, shared, 0) == 7 && std::strcmp(to, "012") == 0);
  assert(strlcat(to, "ab", sizeof to) == 5 && std::strcmp(to, "012ab") == 0);
  assert(strlcat(to, "cdef", sizeof to) == 9 && std::strcmp(to, "012abcd") == 0);
  assert(strlcat(to, "xy", 3) == 5 && std::strcmp(to, "012abcd") == 0);
  wchar_t wide[4];
  assert(wcslcpy(wide, L"ab", 4) == 2 && std::wcscmp(wide, L"ab") == 0);
  assert(wcslcat(wide, L"cde", 4) == 5 && std::wcscmp(wide, L"abc") == 0);
  assert(memset_explicit(to, 'z', 3) == to && to[2] == 'z' && to[3] == 'a');
  strlcpy(shared, "0123456", sizeof shared);
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
