// Functions that print, scan and sort work as always, access what the format says and no more, and
// race with nothing under a lock.
// heddle: --races error
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
char shared[64] = "0";
char word[] = "truncated";
int total = 0;

bool is(const char* text, const char* wanted) { return std::strcmp(text, wanted) == 0; }

void print_all() {
  char text[80];
  const char unended[3] = {'a', 'b', 'c'};
  assert(std::snprintf(text, sizeof text, "%.*s|%.2s|%5.1f|%%|%c", 3, unended, unended, 2.25,
                       'x') == 16);
  assert(is(text, "abc|ab|  2.2|%|x"));
  assert(std::snprintf(text, 4, "%s", word) == 9 && is(text, "tru"));
  assert(std::snprintf(nullptr, 0, "%ld%lld%hhd", 1L, 2LL, static_cast<signed char>(3)) == 3);
  assert(std::sprintf(text, "%2$d %1$s", "one", 2) == 5 && is(text, "2 one"));
  int count = 0;
  assert(std::sprintf(text, "%Lg%n and %ls", 1.5L, &count, L"wide") == 12 && count == 3);
  assert(is(text, "1.5 and wide"));
}

void scan_all() {
  int a = 0;
  long b = 0;
  double c = 0;
  float d = 0;
  char found[8];
  char letters[2];
  int at = 0;
  assert(std::sscanf("1 2 3.5 4.5 word xy", "%d%ld%lf%f%7s %2c%n", &a, &b, &c, &d, found, letters,
                     &at) == 6);
  assert(a == 1 && b == 2 && c == 3.5 && d == 4.5F && is(found, "word") && letters[1] == 'y');
  assert(at == 19);
  assert(std::sscanf("12-abc", "%*d-%[a-b]%d", found, &a) == 1 && is(found, "ab") && a == 1);
  assert(std::sscanf("", "%d", &a) == EOF);
}

void convert_all() {
  char* end = nullptr;
  const char text[] = "  0x1fz";
  assert(std::strtol(text, &end, 16) == 31 && *end == 'z');
  assert(std::strtod("2.5e1x", &end) == 25 && *end == 'x');
  assert(std::atoi("-7") == -7 && std::atof("0.5") == 0.5);
  assert(std::strtoull("none", &end, 10) == 0 && *end == 'n');
}

int compare(const void* one, const void* other) {
  return *static_cast<const int*>(one) - *static_cast<const int*>(other);
}

void sort_all() {
  int numbers[] = {3, 1, 2};
  std::qsort(numbers, 3, sizeof numbers[0], compare);
  assert(numbers[0] == 1 && numbers[2] == 3);
}

void add(int number) {
  const std::lock_guard<std::mutex> guard(mutex);
  int before = 0;
  assert(std::sscanf(shared, "%d", &before) == 1);
  assert(before == total);
  total += number;
  std::snprintf(shared, sizeof shared, "%d", before + number);
}

}  // namespace

int main() {
  print_all();
  scan_all();
  convert_all();
  sort_all();
  std::thread other([] { add(1); });
  add(2);
  other.join();
  assert(is(shared, "3"));
}
