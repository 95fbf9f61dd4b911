// heddle: --bound preemptions=2
// Workers wait at a latch until main has prepared the data.
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch prepared(1);
  int data = 0;
  int first_saw = 0;
  int second_saw = 0;
  std::thread first([&] {
    prepared.wait();
    first_saw = data;
  });
  std::thread second([&] {
    prepared.wait();
    second_saw = data;
  });
  data = 5;
  prepared.count_down();
  first.join();
  second.join();
  assert(first_saw == 5 && second_saw == 5);
}
