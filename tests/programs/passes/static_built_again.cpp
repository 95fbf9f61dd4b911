// A static object that is used after its destructor, but built again in the same place first.  That
// is no error; and a thread_local that uses a static object which outlives it is none either.
#include <cassert>
#include <cstdlib>
#include <new>
#include <thread>

struct Phoenix {
  int lives = 9;
  ~Phoenix() { lives = 0; }
};

void rise();

struct Last {
  ~Last() { rise(); }
};
Last last;  // destroyed after the phoenix
Phoenix phoenix;

void rise() {
  new (&phoenix) Phoenix;
  std::thread thread([] { assert(phoenix.lives == 9); });
  assert(phoenix.lives == 9);
  thread.join();
}

struct Mine {
  int value = 0;
  ~Mine() { assert(phoenix.lives >= value); }
};
thread_local Mine mine;

int main() {
  std::thread thread([] { mine.value = 1; });
  mine.value = 2;
  thread.join();
}
