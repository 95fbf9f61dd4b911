// Prints to standard output: in two threads, by the function that is named; in one; or in main
// before and after the threads.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <thread>

namespace {

void print(const char* how) {
  if (std::strcmp(how, "puts") == 0) std::puts("line");
  if (std::strcmp(how, "write") == 0 && write(1, "line\n", 5) != 5) std::abort();
  if (std::strcmp(how, "cout") == 0) std::cout << "line\n";
}

}  // namespace

int main(int, char** arguments) {
  const char* const how = arguments[1];
  if (std::strcmp(how, "main") == 0) std::puts("begin");
  std::thread first([how] { print(std::strcmp(how, "one") == 0 ? "puts" : how); });
  std::thread second([how] { print(how); });
  first.join();
  second.join();
  if (std::strcmp(how, "main") == 0) std::puts("end");
}
