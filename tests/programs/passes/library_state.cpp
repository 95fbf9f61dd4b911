// What the C library remembers for a program is the program's: each execution begins without it.
#include <getopt.h>
#include <stdlib.h>
#include <time.h>

#include <cassert>
#include <clocale>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

namespace {

bool is(const char* text, const char* wanted) { return std::strcmp(text, wanted) == 0; }

void change_environment() {
  assert(getenv("HEDDLE_TEST_NEW") == nullptr);
  setenv("HEDDLE_TEST_NEW", "1", 0);
  setenv("HEDDLE_TEST_NEW", "2", 0);
  assert(is(getenv("HEDDLE_TEST_NEW"), "1"));
  setenv("HEDDLE_TEST_NEW", "2", 1);
  assert(is(getenv("HEDDLE_TEST_NEW"), "2"));
  assert(getenv("PATH") != nullptr);
  unsetenv("PATH");
  assert(getenv("PATH") == nullptr);
  static char text[] = "HEDDLE_TEST_PUT=3";
  putenv(text);
  assert(is(getenv("HEDDLE_TEST_PUT"), "3"));
  assert(setenv("", "x", 1) == -1);
}

void read_dates() {
  const time_t zero = 0;
  setenv("TZ", "ABC3", 1);
  assert(localtime(&zero)->tm_hour == 21);
  assert(is(ctime(&zero), "Wed Dec 31 21:00:00 1969\n"));
  setenv("TZ", "ABC-2", 1);
  assert(localtime(&zero)->tm_hour == 2);
  assert(gmtime(&zero)->tm_hour == 0);
}

void read_options() {
  assert(optind == 1);
  char words[][8] = {"program", "rest", "-ab", "-c", "5"};
  char* list[] = {words[0], words[1], words[2], words[3], words[4], nullptr};
  std::string found;
  for (int option = 0; (option = getopt(5, list, "abc:")) != -1;)
    found += static_cast<char>(option);
  assert(found == "abc");
  assert(optind == 4);
}

void change_locale() {
  assert(is(std::setlocale(LC_ALL, nullptr), "C"));
  assert(std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr);
}

}  // namespace

int main() {
  char text[] = "one two";
  assert(is(std::strtok(text, " "), "one"));
  change_environment();
  read_dates();
  read_options();
  change_locale();
  std::mutex mutex;
  int total = 0;
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    setenv("HEDDLE_TEST_NEW", "3", 1);
    total += 1;
  });
  {
    const std::lock_guard lock(mutex);
    assert(is(getenv("HEDDLE_TEST_NEW"), total == 1 ? "3" : "2"));
  }
  other.join();
  assert(is(std::strtok(nullptr, " "), "two"));
}
