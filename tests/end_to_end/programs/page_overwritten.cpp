// A page is overwritten as a whole while a thread marks a byte far behind its beginning: an error
// if that came first.
#include <atomic>
#include <cassert>
#include <thread>

struct Page {
  char bytes[1000];
};

const Page blank{};
Page page;
std::atomic<int> mark{1};

int main() {
  std::thread marker([] { page.bytes[900] = static_cast<char>(mark.load()); });
  page = blank;
  marker.join();
  assert(page.bytes[900] == 1);
}
