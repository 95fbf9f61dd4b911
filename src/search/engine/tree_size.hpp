// Estimates the number of schedules from a few of them (Knuth, "Estimating the efficiency of
// backtrack programs", 1975).  Consider an execution at whose states every choice was equally
// likely.  The expected product of its numbers of choices is the number of all schedules.  With
// other probabilities it is the expected inverse of their product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::search {

// Decimal logarithms: programs with 10^700 schedules are no rarity.
struct TreeEstimate {
  double schedules = 0;
  // An interval of 95 %.  The products are spread widely and few of them make up most of the mean,
  // so it is the hull of two: by the spread of the mean itself, and as if their logarithms were
  // normally distributed.
  double low = 0;
  double high = 0;
};

class TreeSize {
 public:
  // Called at a state of the present execution, with its number of choices.
  void chose_among(std::size_t choices) {
    if (choices > 1) multiply(static_cast<double>(choices));
  }
  // The same, if the choice had this probability.
  void chose_with(double probability) { multiply(1 / probability); }

  void run_ended();

  // Returns nothing before the second execution has ended.
  std::optional<TreeEstimate> estimate() const;

 private:
  void multiply(double factor) {
    product_ *= factor;
    if (product_ > 1e200) carry();
  }
  void carry();

  // The present run's product: `product_` times e to the power of `now_`.  Logarithms are slow.
  double product_ = 1;
  double now_ = 0;
  std::uint64_t runs_ = 0;
  // Logarithms of the sums over all runs of the products and of their squares.
  double sum_ = 0;
  double square_sum_ = 0;
  // Mean and deviation of the products' logarithms.
  double mean_ = 0;
  double deviations_ = 0;  // squares of the differences from the mean, added up
};

}  // namespace heddle::search
