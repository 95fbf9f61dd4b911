// strtok goes on where anybody left off.
// heddle: --points all
#include <cassert>
#include <cstring>
#include <string>
#include <thread>

namespace {

int words_of(std::string text) {
  int count = 0;
  for (char* word = std::strtok(text.data(), " "); word != nullptr;
       word = std::strtok(nullptr, " ")) {
    ++count;
  }
  return count;
}

}  // namespace

int main() {
  int counts[2] = {};
  std::thread other([&] { counts[0] = words_of("one two"); });
  counts[1] = words_of("one two");
  other.join();
  assert(counts[0] == 2);
  assert(counts[1] == 2);
}
