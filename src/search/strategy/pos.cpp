#include "search/strategy/pos.hpp"

#include "search/strategy/candidates.hpp"

namespace heddle::search {

std::size_t Pos::choose(const Path& path, std::span<const Choice> choices) {
  list_threads(choices, threads_);
  const ThreadId mover = priorities_.take(path, threads_, threads_, random_);
  return draw_alternative(mover, choices, random_);
}

}  // namespace heddle::search
