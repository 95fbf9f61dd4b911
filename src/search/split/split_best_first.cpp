#include "search/split/split_best_first.hpp"

#include <utility>

#include "search/split/handed_executions.hpp"

namespace heddle::search {

SplitBestFirst::SplitBestFirst(WorkExchange& exchange, std::unique_ptr<BestFirst> own)
    : exchange_(exchange), own_(std::move(own)) {
  if (!exchange_.begins_at_root()) own_->leave_root_to_another();
}

bool SplitBestFirst::next(Branch& into) {
  if (exchange_.is_over()) return false;
  if (exchange_.others_are_idle() && own_->fringe().has_several()) give();
  while (!own_->next(into)) {
    if (!receive()) return false;
  }
  return true;
}

void SplitBestFirst::give() {
  own_->fringe().share(kMostHandedDeviations, [this](const std::vector<WaitingExecution>& half) {
    write_executions(half, mail_);
    return exchange_.give(mail_);
  });
}

// Returns false if the pass is over.
bool SplitBestFirst::receive() {
  if (!exchange_.take(mail_)) return false;
  own_->fringe().add(read_executions(mail_));
  return true;
}

}  // namespace heddle::search
