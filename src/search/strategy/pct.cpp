#include "search/strategy/pct.hpp"

#include <algorithm>
#include <limits>

#include "core/check.hpp"
#include "core/number_text.hpp"
#include "search/strategy/candidates.hpp"

namespace heddle::search {
namespace {

// Initial priorities lie above those of change points, and these above those of yielding threads.
constexpr std::uint64_t kInitial = std::uint64_t{1} << 63U;
constexpr std::uint64_t kChanged = std::uint64_t{1} << 62U;

// n k^(d-1), or the largest number.
std::uint64_t one_in(std::uint64_t n, std::uint64_t k, std::uint64_t depth) {
  std::uint64_t product = std::max<std::uint64_t>(n, 1);
  for (std::uint64_t i = 1; i < depth; ++i) {
    if (__builtin_mul_overflow(product, std::max<std::uint64_t>(k, 1), &product)) {
      return std::numeric_limits<std::uint64_t>::max();
    }
  }
  return product;
}

}  // namespace

Pct::Pct(std::uint64_t depth, std::uint64_t seed)
    : depth_(depth), random_(seed), name_("pct of depth " + std::to_string(depth)) {
  HEDDLE_CHECK(depth > 0, "an error of no depth");
}

std::size_t Pct::choose(const Path& path, std::span<const Choice> choices) {
  list_threads(choices, threads_);
  size_.saw(path, threads_.size());
  if (choices.size() > threads_.size()) is_guaranteed_ = false;
  if (size_.runs() < kProfilingRuns) {
    return draw_alternative(threads_[random_.below(threads_.size())], choices, random_);
  }
  give_priorities();
  let_yielding_fall(path);
  if (threads_.size() > 1) {
    const ThreadId mover = highest();
    for (std::size_t i = 0; i < change_points_.size(); ++i) {
      if (change_points_[i] == size_.steps_so_far()) priorities_[index(mover)] = kChanged + i + 1;
    }
  }
  return draw_alternative(highest(), choices, random_);
}

void Pct::run_ended() {
  size_.run_ended();
  priorities_.clear();
  yields_ = 0;
  if (size_.runs() >= kProfilingRuns) draw_change_points();
}

std::string Pct::guarantee() const {
  const std::uint64_t runs =
      std::min(size_.runs_of_this_size(), size_.runs() - std::min(size_.runs(), kProfilingRuns));
  if (!is_guaranteed_ || runs == 0) return "";
  const std::uint64_t odds = one_in(size_.threads(), size_.steps(), depth_);
  if (odds == std::numeric_limits<std::uint64_t>::max()) return "";
  return "each of the last " + grouped(runs) + " finds an error of depth " +
         std::to_string(depth_) + " with probability at least 1 in " + grouped(odds) +
         ", if no schedule has more than " + grouped(size_.threads()) + " threads and " +
         grouped(size_.steps()) + " steps with two enabled threads";
}

void Pct::draw_change_points() {
  change_points_.clear();
  if (size_.steps() == 0) return;
  for (std::uint64_t i = 1; i < depth_; ++i) {
    change_points_.push_back(1 + random_.below(size_.steps()));
  }
}

// Distinct ones, but for a chance of 2^-63.
void Pct::give_priorities() {
  for (const ThreadId thread : threads_) {
    if (index(thread) >= priorities_.size()) priorities_.resize(index(thread) + std::size_t{1});
    Priority& priority = priorities_[index(thread)];
    if (priority == 0) priority = kInitial | random_.next();
  }
}

ThreadId Pct::highest() const {
  return *std::max_element(threads_.begin(), threads_.end(), [&](ThreadId a, ThreadId b) {
    return priorities_[index(a)] < priorities_[index(b)];
  });
}

void Pct::let_yielding_fall(const Path& path) {
  for (std::size_t left = threads_.size(); left > 1; --left) {
    const ThreadId thread = highest();
    if (!path.view().find(thread)->yielding) return;
    priorities_[index(thread)] = kChanged - ++yields_;
    is_guaranteed_ = false;
  }
}

}  // namespace heddle::search
