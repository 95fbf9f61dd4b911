// Bug: the text is freed before it is printed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

int main() {
  char* const text = strdup("text");
  std::thread([text] { std::free(text); }).join();
  std::printf("%s\n", text);
}
