// Bug: main counts on after it has announced the result by an annotation.
// heddle: --races error
#include <thread>

extern "C" void AnnotateHappensBefore(const char* file, int line, const volatile void* address);
extern "C" void AnnotateHappensAfter(const char* file, int line, const volatile void* address);

long counted = 0;
long seen = 0;
char mark;

void count(int times) {
  for (int i = 0; i < times; ++i) counted = counted + 1;
}

int main() {
  std::thread reader([] {
    AnnotateHappensAfter(__FILE__, __LINE__, &mark);
    seen = counted;
  });
  count(1000);
  AnnotateHappensBefore(__FILE__, __LINE__, &mark);
  count(1000);
  reader.join();
}
