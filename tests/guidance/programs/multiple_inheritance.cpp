// Calls through the second base of a class use the second group of its virtual table.  The same
// functions are in the first group, in later slots.
#include <cstdio>

struct Reader {
  virtual ~Reader() = default;
  virtual void read() = 0;
};
struct Writer {
  virtual ~Writer() = default;
  virtual void write() = 0;
  virtual void flush() = 0;
};

struct File : Reader, Writer {
  void read() override { std::puts("read"); }    // tag: read
  void write() override { std::puts("write"); }  // tag: write
  void flush() override { std::puts("flush"); }  // tag: flush
};

[[gnu::noinline]] void flush_it(Writer* writer) {
  writer->flush();
  std::puts("flushed");
}

[[gnu::noinline]] void write_it(Writer* writer) {
  writer->write();
  std::puts("written");
}

int main() {
  File file;
  std::puts("start");  // tag: start
  write_it(&file);
  std::puts("middle");  // tag: middle
  flush_it(&file);
}
// within: flush_it flush
// within: write_it write
// not within: write_it flush
// reachable: start flush
// closer: middle start flush
// unreachable: middle start
