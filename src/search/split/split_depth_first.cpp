#include "search/split/split_depth_first.hpp"

#include <algorithm>
#include <iterator>

#include "core/check.hpp"

namespace heddle::search {
namespace {

// Returns the place at the end of a schedule, which may lie off the current path.
PlaceRef place_of(const Schedule& schedule, const Fingerprint& state) {
  auto place = std::make_shared<Place>();
  for (const Decision decision : schedule) {
    auto next = std::make_shared<Place>();
    next->parent = place;
    next->by = decision;
    next->depth = place->depth + 1;
    place = std::move(next);
  }
  place->fingerprint = state;
  return place;
}

}  // namespace

bool SplitDepthFirst::offer(const Path& path, std::span<const Choice> choices) {
  path_ = &path;
  const Claims::Number claim = exchange_.claims().present();
  for (std::size_t i = choices.size(); i-- > 0;) {
    HEDDLE_CHECK(choices[i].depth == path.depth(), "a split search opened an earlier state");
    open_.push_back({choices[i], claim});
  }
  return choices.size() > 1;
}

bool SplitDepthFirst::next(Branch& into) {
  into.place = nullptr;
  into.reopen = false;
  if (has_claims_) {
    Claims& claims = exchange_.claims();
    claims.count(taken_);
    for (const Claims::Dropped& state : claims.receive()) drop(state);
  }
  if (exchange_.is_over()) return false;
  if (open_.empty()) return receive(into);
  if (exchange_.others_are_idle() && open_.size() > 1) give();
  take(into);
  return true;
}

void SplitDepthFirst::take(Branch& into) {
  const Open open = open_.back();
  open_.pop_back();
  taken_ = open.claim;
  into.depth = open.choice.depth;
  into.decision = open.choice.decision;
  into.last = open_.empty() || open_.back().choice.depth != open.choice.depth;
  into.was_received = open_.size() < received_;
  received_ = std::min(received_, open_.size());
}

// Another worker explores the state.
void SplitDepthFirst::drop(const Claims::Dropped& state) {
  const auto [first, last] = std::equal_range(
      open_.begin(), open_.end(), Open{{state.depth, {}}, 0},
      [](const Open& a, const Open& b) { return a.choice.depth < b.choice.depth; });
  if (first != last && first->claim == state.claim) open_.erase(first, last);
}

// The shallow choices lead to the largest parts, and the deep ones are near the present state.
// Choices of a state that may have to be dropped are kept.
std::size_t SplitDepthFirst::count_given() const {
  const std::size_t half = open_.size() / 2;
  if (!has_claims_) return half;
  const Claims& claims = exchange_.claims();
  std::size_t count = 0;
  while (count < half && !claims.is_open(open_[count].claim)) ++count;
  return count;
}

void SplitDepthFirst::give() {
  const std::size_t count = count_given();
  if (count == 0) return;
  std::vector<Choice> given;
  given.reserve(count);
  for (std::size_t i = 0; i < count; ++i) given.push_back(open_[i].choice);
  const std::uint32_t depth = given.back().depth;
  // Before the first state that this worker opens, all choices lie on the way that it received.
  const Schedule& schedule = path_ != nullptr ? path_->schedule() : handed_.prefix;
  const bool is_identified = path_ != nullptr && path_->has_fingerprint(depth);
  const Fingerprint state = is_identified ? path_->fingerprint(depth) : Fingerprint{};
  if (!exchange_.give({schedule.data(), depth}, given, state)) return;
  open_.erase(open_.begin(), std::next(open_.begin(), static_cast<std::ptrdiff_t>(count)));
  received_ -= std::min(received_, count);
}

bool SplitDepthFirst::receive(Branch& into) {
  if (!exchange_.take(handed_)) return false;
  open_.clear();
  for (const Choice& choice : handed_.choices) open_.push_back({choice, 0});
  received_ = open_.size();
  take(into);
  into.place = place_of(handed_.prefix, handed_.state);
  return true;
}

}  // namespace heddle::search
