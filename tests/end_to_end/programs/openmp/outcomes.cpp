// Each case ends with an exit status that depends on the schedule, so that searches can be compared
// by the statuses that they find.  With WITHOUT_TASKS the program names no entry point of tasks,
// and barriers are simpler.
#include <omp.h>

#include <cstdlib>
#include <cstring>

namespace {

// The threads that execute the iterations.
template <typename Loop>
int owners(Loop loop) {
  int who[3] = {};
  loop(who);
  return 1 + who[0] + 2 * who[1] + 4 * who[2];
}

int dynamic_loop() {
  return owners([](int* who) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 3; ++i) who[i] = omp_get_thread_num();
  });
}

// The first chunk has two iterations.
int guided_loop() {
  return owners([](int* who) {
#pragma omp parallel for schedule(guided)
    for (unsigned long long i = 3; i > 0; --i) who[i - 1] = omp_get_thread_num();
  });
}

int runtime_loop() {
  omp_set_schedule(omp_sched_static, 1);
  return owners([](int* who) {
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 3; ++i) who[i] = omp_get_thread_num();
  });
}

// Threads run ahead into the second loop.
int loops_without_barrier() {
  int order = 0;
  int seen = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 2; ++i) {
#pragma omp atomic
      order += 1;
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; ++i) {
      int now = 0;
#pragma omp atomic read
      now = order;
      if (i == 0) seen = now;
    }
  }
  return 1 + seen;
}

int sections() {
  int first = -1;
  int second = -1;
#pragma omp parallel sections
  {
#pragma omp section
    first = omp_get_thread_num();
#pragma omp section
    second = omp_get_thread_num();
  }
  return 1 + first + 2 * second;
}

int single() {
  int who = -1;
#pragma omp parallel
#pragma omp single nowait
  who = omp_get_thread_num();
  return 1 + who;
}

int copied() {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    int mine = 0;
#pragma omp single copyprivate(mine)
    mine = 1 + omp_get_thread_num();
    sum += mine;
  }
  return sum;
}

// Iterations enter the ordered block in their order, whichever threads have them.
int ordered_loop() {
  int order = 0;
  int who = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 1; i <= 3; ++i) {
#pragma omp ordered
    {
      order = 10 * order + i;
      who = 2 * who + omp_get_thread_num();
    }
  }
  return order == 123 ? 1 + who : 99;
}

int ordered_static_loop() {
  int order = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 1; i <= 3; ++i) {
#pragma omp ordered
    order = 10 * order + i;
  }
  return order == 123 ? 1 : 99;
}

int critical() {
  int order = 0;
#pragma omp parallel
#pragma omp critical(the_order)
  order = 3 * order + 1 + omp_get_thread_num();
  return order;
}

// The compiler emits an instrumented load and a compare-exchange without instrumentation.
int captured() {
  double value = 1;
  double seen[2] = {};
#pragma omp parallel num_threads(2)
  {
    double mine = 0;
#pragma omp atomic capture
    {
      mine = value;
      value *= 2;
    }
    seen[omp_get_thread_num()] = mine;
  }
  return static_cast<int>(4 * value + 2 * seen[0] + seen[1]);
}

int barrier() {
  int before[2] = {};
  int seen = 0;
#pragma omp parallel reduction(+ : seen)
  {
    before[omp_get_thread_num()] = 1;
#pragma omp barrier
    seen += before[0] + before[1];
  }
  return seen;
}

#ifndef WITHOUT_TASKS

// The threads that execute two tasks, and the order of the tasks.
int tasks() {
  int order = 0;
  int who[2] = {};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task shared(order, who) firstprivate(i)
    {
      who[i] = omp_get_thread_num();
#pragma omp critical
      order = 2 * order + i;
    }
  }
  return 1 + who[0] + 2 * who[1] + 4 * order;
}

int children() {
  int a = 0;
  int b = 0;
  int who = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a, who)
    {
      a = 1;
      who = omp_get_thread_num();
    }
#pragma omp task shared(b)
    b = 2;
#pragma omp taskwait
    a += b;
  }
  return a == 3 ? 1 + who : 99;
}

// The group waits for the grandchild, taskwait would not.
int group() {
  int a = 0;
  int who = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(a, who)
      {
#pragma omp task shared(a, who)
        {
          a = 1;
          who = omp_get_thread_num();
        }
      }
    }
    a += 2;
  }
  return a == 3 ? 1 + who : 99;
}

// The last two tasks may run at the same time, after the first two in their order.
int dependent_tasks() {
  int value = 0;
  int seen[2] = {};
  int who[2] = {};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(value) depend(out : value)
    value = 1;
#pragma omp task shared(value) depend(inout : value)
    value = 10 * value + 2;
    for (int i = 0; i < 2; ++i) {
#pragma omp task shared(value, seen, who) firstprivate(i) depend(in : value)
      {
        seen[i] = value;
        who[i] = omp_get_thread_num();
      }
    }
  }
  return seen[0] == 12 && seen[1] == 12 ? 1 + who[0] + 2 * who[1] : 99;
}

int task_loop() {
  return owners([](int* who) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(2) shared(who)
    for (int i = 0; i < 3; ++i) who[i] = omp_get_thread_num();
  });
}

#endif

int tested_lock() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int failures = 0;
#pragma omp parallel reduction(+ : failures)
  {
    if (omp_test_lock(&lock) != 0) {
      omp_unset_lock(&lock);
    } else {
      ++failures;
    }
  }
  omp_destroy_lock(&lock);
  return 1 + failures;
}

int nested() {
  int sizes = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    sizes += omp_get_num_threads() * omp_get_team_size(1);
  }
  return sizes;
}

const struct {
  const char* name;
  int (*run)();
} kCases[] = {{"dynamic", dynamic_loop},
              {"guided", guided_loop},
              {"runtime", runtime_loop},
              {"nowait", loops_without_barrier},
              {"sections", sections},
              {"single", single},
              {"copied", copied},
              {"ordered", ordered_loop},
              {"ordered_static", ordered_static_loop},
              {"critical", critical},
              {"captured", captured},
              {"barrier", barrier},
              {"tested_lock", tested_lock},
              {"nested", nested},
#ifndef WITHOUT_TASKS
              {"tasks", tasks},
              {"children", children},
              {"group", group},
              {"depend", dependent_tasks},
              {"task_loop", task_loop}
#endif
};

}  // namespace

int main(int, char** arguments) {
  for (const auto& test : kCases) {
    if (std::strcmp(test.name, arguments[1]) == 0) return test.run();
  }
  return EXIT_FAILURE;
}
