#include "search/strategy/all_deviations.hpp"

namespace heddle::search {

void AllDeviations::begin(const ExecutionTree&, const Chain& chain, std::uint32_t) {
  from_ = chain.back().from;
  choices_.clear();
}

const Decision* AllDeviations::arrived(const Path& path, std::span<const Choice> choices) {
  default_ = choices.front().decision;
  if (path.depth() >= from_) choices_.insert(choices_.end(), choices.rbegin(), choices.rend());
  return &default_;
}

void AllDeviations::ended(ExecutionTree&, const Chain& chain, const Schedule& run,
                          std::vector<Deviation>& into) {
  for (const Choice& choice : choices_) {
    if (run[choice.depth] != choice.decision) into.push_back({chain.back().node, choice, nullptr});
  }
}

}  // namespace heddle::search
