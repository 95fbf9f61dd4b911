// Main returns while a detached thread has 40 steps to go: 41 schedules.  `detached_server fails`
// fails in the only one in which the thread performs them all; `exits` ends main by exit().
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

std::atomic<int> steps{0};

void serve(bool fails) {
  for (int i = 0; i < 40; ++i) {
    const int before = steps.fetch_add(1);
    assert(!fails || before < 39);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc > 1 ? argv[1] : "";
  std::thread(serve, how != "").detach();
  if (how == "exits") std::exit(0);
  return 0;
}
