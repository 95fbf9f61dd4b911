// Adaptive quadrature: the integral over an interval is its own, or that of its two halves.
#ifndef HEDDLE_SUBJECTS_REPLICATED_WORKERS_QUADRATURE_HPP
#define HEDDLE_SUBJECTS_REPLICATED_WORKERS_QUADRATURE_HPP

#include <cmath>
#include <vector>

struct Interval {
  double low;
  double high;

  double middle() const { return (low + high) / 2; }
};

inline double integrand(double x) { return x * x - x; }

// Where the function is curved an interval is better split.
inline bool needs_split(const Interval& interval, double epsilon) {
  const double middle = interval.middle();
  const double left = (interval.low + middle) / 2;
  const double right = (middle + interval.high) / 2;
  const double curved = integrand(left) / 2 + integrand(right) / 2 - integrand(middle);
  return std::fabs(curved) / 10 >= epsilon;
}

inline double area(const Interval& interval) {
  return integrand(interval.middle()) * (interval.high - interval.low);
}

// The whole integral, by one thread: what the workers must come to.
inline double integral(const Interval& interval, double epsilon) {
  if (!needs_split(interval, epsilon)) return area(interval);
  return integral({interval.low, interval.middle()}, epsilon) +
         integral({interval.middle(), interval.high}, epsilon);
}

#endif
