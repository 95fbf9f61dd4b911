// A region that runs before main.
#include <cassert>

namespace {

struct Early {
  int sum = 0;
  Early() {
#pragma omp parallel for
    for (int i = 0; i < 4; ++i) sum += i;
  }
};

Early early;

}  // namespace

int main() { assert(early.sum == 6); }
