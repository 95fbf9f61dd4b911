// Bug: the log deletes its buffer when it is full, and writes to the same place once more.  Between
// the accesses there is no scheduling point.
// expect-message: written after it was freed
#include <thread>

struct Log {
  long* last = new long[4];
  long lines = 0;

  void add(long line) {
    last[line % 4] = line;
    ++lines;
    if (lines == 1000) delete[] last;
  }
};

Log protocol;

int main() {
  std::thread writer([] {
    for (long line = 0; line < 1001; ++line) protocol.add(line);
  });
  writer.join();
}
