// Each thread has a floating-point environment of its own, which begins as its creator's: a
// rounding mode, and exceptions that have occurred.  Both units of x86-64 are used, for double and
// long double.
#include <atomic>
#include <cassert>
#include <cfenv>
#include <thread>

std::atomic<int> turns;

template <typename Number>
Number sum() {
  volatile Number one = 1;
  volatile Number tiny = Number(1e-30);
  return one + tiny;
}

template <typename Number>
void divide() {
  volatile Number one = 1;
  volatile Number zero = 0;
  volatile Number result = one / zero;
  (void)result;
}

void round_upwards() {
  assert(std::fegetround() == FE_DOWNWARD);
  std::fesetround(FE_UPWARD);
  turns.fetch_add(1);
  assert(sum<double>() > 1 && sum<long double>() > 1);
  std::feclearexcept(FE_ALL_EXCEPT);
  turns.fetch_add(1);
  assert(std::fetestexcept(FE_ALL_EXCEPT) == 0);
}

void divide_by_zero() {
  assert(std::fegetround() == FE_DOWNWARD);
  divide<double>();
  turns.fetch_add(1);
  assert(std::fetestexcept(FE_DIVBYZERO) != 0);
  std::feclearexcept(FE_ALL_EXCEPT);
  divide<long double>();
  turns.fetch_add(1);
  assert(std::fetestexcept(FE_DIVBYZERO) != 0);
  assert(std::fegetround() == FE_DOWNWARD);
}

int main() {
  assert(std::fegetround() == FE_TONEAREST);
  assert(std::fetestexcept(FE_DIVBYZERO) == 0);
  std::fesetround(FE_DOWNWARD);
  std::thread upwards(round_upwards);
  std::thread dividing(divide_by_zero);
  assert(std::fegetround() == FE_DOWNWARD);
  upwards.join();
  dividing.join();
  assert(std::fetestexcept(FE_DIVBYZERO) == 0);
  assert(std::fegetround() == FE_DOWNWARD);
  assert(sum<double>() == 1);
}
