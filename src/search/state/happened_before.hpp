// States are the same when the same steps led there, up to the order of independent ones.
#pragma once

#include <memory>
#include <utility>

#include "search/por/happens_before.hpp"
#include "search/state/state_identity.hpp"

namespace heddle::search {

// The recipe must list the analysis.
class HappenedBefore final : public StateIdentity {
 public:
  explicit HappenedBefore(std::shared_ptr<const HappensBefore> analysis)
      : analysis_(std::move(analysis)) {}

  Fingerprint identify(System&, const Path&) override { return analysis_->fingerprint(); }
  std::string_view name() const override { return "happens-before"; }

 private:
  std::shared_ptr<const HappensBefore> analysis_;
};

}  // namespace heddle::search
