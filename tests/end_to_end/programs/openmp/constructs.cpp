// Constructs that must do their work under every schedule; an assertion fails otherwise.
#include <omp.h>

#include <cassert>
#include <climits>
#include <cstring>

namespace {

int living = 0;  // objects of this class

struct Counted {
  explicit Counted(int v) : value(v) { count(1); }
  Counted(const Counted& other) : value(other.value) { count(1); }
  Counted& operator=(const Counted&) = default;
  ~Counted() { count(-1); }
  static void count(int change) {
#pragma omp atomic
    living += change;
  }
  int value;
};

// Every iteration is executed once.
template <typename Loop>
void once(int count, Loop loop) {
  int seen[16] = {};
  loop(seen);
  for (int i = 0; i < 16; ++i) assert(seen[i] == (i < count ? 1 : 0));
}

void loops() {
  omp_set_num_threads(3);
  once(10, [](int* seen) {
#pragma omp parallel for
    for (int i = 0; i < 10; ++i) ++seen[i];
  });
  once(11, [](int* seen) {
#pragma omp parallel for schedule(static, 2)
    for (long i = 10; i >= 0; --i) ++seen[i];
  });
  once(2, [](int* seen) {
#pragma omp parallel for
    for (int i = INT_MAX - 2; i < INT_MAX; ++i) ++seen[i - INT_MAX + 2];
  });
  once(0, [](int* seen) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (unsigned i = 3; i < 3; ++i) ++seen[i];
  });
  once(5, [](int* seen) {
#pragma omp parallel for schedule(dynamic, 3) num_threads(2)
    for (unsigned i = 1; i < 10; i += 2) ++seen[i / 2];
  });
  once(6, [](int* seen) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 3; ++k) ++seen[3 * i + k];
    }
  });
  int last = 0;
#pragma omp parallel for lastprivate(last) schedule(static, 1)
  for (int i = 1; i < 8; ++i) last = i;
  assert(last == 7);
}

void sections() {
  int done[3] = {};
#pragma omp parallel sections
  {
#pragma omp section
    ++done[0];
#pragma omp section
    ++done[1];
#pragma omp section
    ++done[2];
  }
  assert(done[0] == 1 && done[1] == 1 && done[2] == 1);
}

// More variables than registers for arguments.
void variables() {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, k = 10, sum = 0;
#pragma omp parallel num_threads(2) firstprivate(b, g)
  {
#pragma omp critical
    sum += a + b + c + d + e + f + g + h + i + k;
  }
  assert(sum == 110);
}

struct Total {
  int value = 0;
};
#pragma omp declare reduction(add:Total : omp_out.value += omp_in.value)

// No atomic operation adds such values.
void own_reduction() {
  Total total;
#pragma omp parallel for num_threads(2) reduction(add : total)
  for (int i = 1; i < 4; ++i) total.value += i;
  assert(total.value == 6);
}

void reductions() {
  int sum = 0;
  double product = 1;
#pragma omp parallel num_threads(2)
  {
#pragma omp for reduction(+ : sum) reduction(* : product)
    for (int i = 1; i < 4; ++i) {
      sum += i;
      product *= i;
    }
    assert(sum == 6 && product == 6);
  }
}

void copied_objects() {
  {
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      Counted mine(1);
#pragma omp single copyprivate(mine)
      mine.value = 4;
      sum += mine.value;
    }
    assert(sum == 8);
  }
  assert(living == 0);
}

// The region has one thread, and the code between is the caller's.
void serial(bool yes) {
  int sum = 0;
#pragma omp parallel if (!yes) num_threads(2)
  {
    assert(omp_get_level() == 1 && omp_get_num_threads() == 1);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 3; ++i) ++sum;
#pragma omp barrier
#pragma omp task shared(sum)
    ++sum;
  }
  assert(sum == 4 && omp_get_level() == 0);
}

void task_data(bool yes) {
  {
    Counted number(3);
    int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task firstprivate(number) shared(sum)
      {
#pragma omp atomic
        sum += number.value;
      }
#pragma omp task firstprivate(number) shared(sum) if (!yes)
      {
#pragma omp atomic
        sum += number.value;
      }
#pragma omp taskwait
      assert(sum == 6);
    }
  }
  assert(living == 0);
}

void final_task(bool yes) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(sum) final(yes)
    {
      assert(omp_in_final() == 1);
#pragma omp task shared(sum)
      sum += 1;
      assert(sum == 1);
    }
  }
  assert(sum == 1);
}

// Clang divides such a task into parts.
void untied_task() {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(sum) untied
    {
      int part = 1;
#pragma omp task shared(part)
      part += 1;
#pragma omp taskwait
#pragma omp taskyield
      sum = part;
    }
  }
  assert(sum == 2);
}

void task_loop() {
  {
    Counted number(2);
    int seen[5] = {};
    int last = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(2) firstprivate(number) lastprivate(last) shared(seen)
    for (int i = 0; i < 5; ++i) {
      seen[i] += number.value;
      last = i;
    }
    for (int i = 0; i < 5; ++i) assert(seen[i] == 2);
    assert(last == 4);
  }
  assert(living == 0);
}

// With libomp the next iteration may enter its ordered block before this one ends.
void after_ordered() {
  int last = 0;
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
  for (int i = 0; i < 2; ++i) {
#pragma omp ordered
    last = last + 1;
    last = i;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const char* const which = arguments[1];
  const bool yes = count > 0;
  const auto is = [which](const char* name) { return std::strcmp(which, name) == 0; };
  if (is("loops")) loops();
  if (is("sections")) sections();
  if (is("variables")) variables();
  if (is("reductions")) reductions();
  if (is("own_reduction")) own_reduction();
  if (is("copied_objects")) copied_objects();
  if (is("serial")) serial(yes);
  if (is("task_data")) task_data(yes);
  if (is("final_task")) final_task(yes);
  if (is("untied_task")) untied_task();
  if (is("task_loop")) task_loop();
  if (is("after_ordered")) after_ordered();
}
