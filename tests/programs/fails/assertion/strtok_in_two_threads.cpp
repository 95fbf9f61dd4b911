// strtok goes on where anybody left off.
// heddle: --points all
#include <cassert>
#include <cstring>
#include <thread>

namespace {

char texts[2][8] = {"one two", "one two"};

int words_of(char* text) {
  int count = 0;
  for (char* word = std::strtok(text, " "); word != nullptr; word = std::strtok(nullptr, " ")) {
    ++count;
  }
  return count;
}

}  // namespace

int main() {
  int counts[2] = {};
  std::thread other([&] { counts[0] = words_of(texts[0]); });
  counts[1] = words_of(texts[1]);
  other.join();
  assert(counts[0] == 2);
  assert(counts[1] == 2);
}
