// Two races that are meant: one on memory that is said to be so, one by reads that are left out.
// heddle: --races error
#include <cstddef>
#include <thread>

extern "C" void AnnotateBenignRaceSized(const char* file, int line, const volatile void* address,
                                        std::size_t size, const char* why);
extern "C" void AnnotateIgnoreReadsBegin(const char* file, int line);
extern "C" void AnnotateIgnoreReadsEnd(const char* file, int line);

long statistics = 0;
volatile int progress = 0;

int main() {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &statistics, sizeof statistics, "an estimate");
  std::thread other([] {
    ++statistics;
    progress = 1;
  });
  ++statistics;
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  const int seen = progress;
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  other.join();
  return seen > 1 ? 1 : 0;
}
