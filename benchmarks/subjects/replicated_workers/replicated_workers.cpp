// Workers that share a pool of work and make more of it:
// `replicated_workers [--fixed | --bug count|total] [WORKERS [ITEMS [MIN [MAX [EPSILON]]]]]`.  They
// integrate x*x-x from MIN to MAX, each taking up to ITEMS intervals at once.  Takers count
// themselves outside the pool's monitor.  count: a count or a notification gets lost, and the main
// thread waits for ever. total: besides, the result is checked; it is wrong if a taker counts as
// idle that has work to take.
#include <cassert>
#include <cmath>
#include <vector>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "barrier.hpp"
#include "coordinator.hpp"
#include "quadrature.hpp"
#include "semaphore.hpp"

namespace {

class Computation {
 public:
  Computation(int workers, int items, double epsilon, bool takes_inside)
      : items_(items), epsilon_(epsilon), barrier_(workers + 1), pool_(workers, takes_inside) {
    threads_.start(workers, [this](int) { work(); });
  }

  double execute(const Interval& whole) {
    pool_.add({whole});
    barrier_.await();
    pool_.finish();
    barrier_.await();
    return total_;
  }

  // Sends the workers home.
  void stop() {
    stop_ = true;
    barrier_.await();
    threads_.join();
  }

 private:
  void work() {
    for (barrier_.await(); !stop_; barrier_.await()) {
      for (auto taken = pool_.take(items_); !taken.empty(); taken = pool_.take(items_)) {
        process(taken);
      }
      barrier_.await();
    }
  }

  void process(const std::vector<Interval>& intervals) {
    std::vector<Interval> more;
    for (const Interval& interval : intervals) {
      if (needs_split(interval, epsilon_)) {
        more.push_back({interval.low, interval.middle()});
        more.push_back({interval.middle(), interval.high});
      } else {
        results_.acquire();
        total_ += area(interval);
        results_.release();
      }
    }
    pool_.add(more);
  }

  const int items_;
  const double epsilon_;
  Barrier barrier_;
  Coordinator pool_;
  Semaphore results_{1};
  double total_ = 0;
  bool stop_ = false;
  subjects::Threads threads_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[WORKERS [ITEMS [MIN [MAX [EPSILON]]]]]",
                                {"count", "total"});
  const int workers = arguments.number(5, 1);
  const int items = arguments.number(2, 1);
  const double low = arguments.real(0.0);
  const double high = arguments.real(10.7);
  const double epsilon = arguments.real(0.05);
  arguments.end();
  Computation computation(workers, items, epsilon, arguments.fixed());
  const double total = computation.execute({low, high});
  computation.stop();
  // In whichever order the parts were added.
  assert(arguments.has_bug("count") || std::fabs(total - integral({low, high}, epsilon)) < 1e-6);
}
