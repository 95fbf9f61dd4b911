// Bug: main counts before it starts the reader, which is in order, and goes on counting afterwards.
// heddle: --races error
#include <thread>

long counted = 0;
long seen = 0;

void count(int times) {
  for (int i = 0; i < times; ++i) counted = counted + 1;
}

int main() {
  count(1000);
  std::thread reader([] { seen = counted; });
  count(1000);
  reader.join();
}
