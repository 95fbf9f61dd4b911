int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 2; ++i) sum += i;
  return sum == 1 ? 0 : 1;
}
