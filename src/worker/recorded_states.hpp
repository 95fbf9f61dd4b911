// Lists the states that a search visits, for a certificate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::worker {

// Passes everything on to another visited set.
class RecordedStates final : public search::VisitedStore {
 public:
  // Keeps a reference to `states`.
  RecordedStates(std::unique_ptr<search::VisitedStore> inner, std::vector<Fingerprint>& states)
      : inner_(std::move(inner)), states_(states) {}

  search::Visit insert(const Fingerprint& state, const search::Arrival& arrival) override {
    const search::Visit visit = inner_->insert(state, arrival);
    if (visit == search::Visit::fresh) states_.push_back(state);
    return visit;
  }
  bool remembers() const override { return inner_->remembers(); }
  void clear() override {
    inner_->clear();
    states_.clear();
  }
  std::uint64_t bytes() const override {
    return inner_->bytes() + states_.capacity() * sizeof(Fingerprint);
  }
  double omission_chance() const override { return inner_->omission_chance(); }
  std::optional<double> coverage_estimate() const override { return inner_->coverage_estimate(); }
  std::string_view name() const override { return inner_->name(); }

 private:
  std::unique_ptr<search::VisitedStore> inner_;
  std::vector<Fingerprint>& states_;
};

}  // namespace heddle::worker
