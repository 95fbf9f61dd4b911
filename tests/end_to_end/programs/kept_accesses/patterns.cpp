// Accesses to global variables in patterns that optimisers simplify.  No address of a local
// variable is taken, so each step of an execution at all points is an access that the source
// contains.
// The variables have external linkage: a compiler may drop one that only this file can access and
// never reads.
#include <thread>

struct Pair {
  int first;
  int second;
};

int number = 3;
int other;
int table[8];
Pair pair;
bool ready;

namespace {

void read_twice() {
  const int one = number;
  const int two = number;
  other = one + two;
}

void overwrite() {
  number = 4;
  number = 5;
}

void read_after_write() {
  number = 6;
  other = number;
}

void write_what_is_there() { number = number; }

void invariant_in_loop() {
  for (int i = 0; i < 4; ++i) table[i] = number;
}

void sum_in_loop() {
  for (int i = 0; i < 4; ++i) other += table[i];
}

void set_to_zero() {
  for (int i = 0; i < 8; ++i) table[i] = 0;
}

void both_branches() {
  if (number > 3) {
    other = 1;
  } else {
    other = 2;
  }
}

void read_again_in_branch() {
  if (number != 0) other = number;
}

void neighbours() {
  pair.first = 1;
  pair.second = 2;
}

void wait_a_little() {
  int rounds = 0;
  while (rounds < 3 && !ready) ++rounds;
  other = rounds;
}

}  // namespace

int main() {
  std::thread thread([] {
    read_twice();
    overwrite();
    read_after_write();
    write_what_is_there();
    invariant_in_loop();
    sum_in_loop();
    set_to_zero();
    both_branches();
    read_again_in_branch();
    neighbours();
    wait_a_little();
  });
  thread.join();
}
