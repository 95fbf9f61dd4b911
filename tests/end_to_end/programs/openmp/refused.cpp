// Constructs that Heddle refuses, chosen at compile time.
int main() {
  int value = 0;
#if defined(DEPEND)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : value)
    value = 1;
  }
#elif defined(TEAMS)
#pragma omp teams
#pragma omp parallel
  {
#pragma omp atomic
    ++value;
  }
#elif defined(TARGET)
#pragma omp target map(tofrom : value)
  ++value;
#elif defined(DOACROSS)
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 4; ++i) {
#pragma omp ordered depend(sink : i - 1)
    value += i;
#pragma omp ordered depend(source)
  }
#elif defined(TASK_REDUCTION)
#pragma omp parallel reduction(task, + : value)
  ++value;
#else
#pragma omp parallel
#pragma omp atomic
  ++value;
#endif
  return value < 0 ? 1 : 0;
}
