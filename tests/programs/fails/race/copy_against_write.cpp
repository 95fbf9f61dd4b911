// heddle: --races error
// expect-message: without a happens-before edge
// One thread copies the record as a whole, the other changes a part of it.
#include <cstring>
#include <thread>

char record[64];
char copy[64];
std::size_t size = sizeof record;  // a variable, so that the copy is a call of memcpy

int main() {
  std::thread writer([] { record[40] = 1; });
  std::memcpy(copy, record, size);
  writer.join();
}
