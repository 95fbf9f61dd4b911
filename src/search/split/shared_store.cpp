#include "search/split/shared_store.hpp"

#include "core/check.hpp"

namespace heddle::search {

std::unique_ptr<SharedVisited> make_shared_store(const SplitMemory& memory, unsigned worker,
                                                 StoreKind kind) {
  switch (kind) {
    case StoreKind::narrow:
      return std::make_unique<SharedVisitedSet>(memory, worker);
    case StoreKind::wide:
      return std::make_unique<SharedWideSet>(memory, worker);
    case StoreKind::narrow_costs:
      return std::make_unique<SharedVisitedCosts<NarrowKey>>(memory, worker);
    case StoreKind::wide_costs:
      return std::make_unique<SharedVisitedCosts<WideKey>>(memory, worker);
    case StoreKind::none:
      break;
  }
  HEDDLE_CHECK(false, "a visited set of no kind");
}

}  // namespace heddle::search
