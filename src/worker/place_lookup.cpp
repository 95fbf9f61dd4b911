#include "worker/place_lookup.hpp"

#include "core/check.hpp"
#include "runtime/named_symbols.hpp"
#include "worker/program_guidance.hpp"

namespace heddle::worker {
namespace {

native::SymbolKind kind_of(const config::Priority& priority) {
  return priority.kind == config::Priority::Kind::method ? native::SymbolKind::function
                                                         : native::SymbolKind::variable;
}

}  // namespace

Status check_places(const config::RunOptions& options) {
  for (const config::Priority& priority : options.priority) {
    for (const std::string& name : priority.names) {
      if (!native::symbols_named(name, kind_of(priority)).empty()) continue;
      if (kind_of(priority) == native::SymbolKind::function) {
        return Error{"The program has no function '" + name +
                     "' for --priority method; if the compiler inlined it, mark it "
                     "[[gnu::noinline]], or name the function that calls it."};
      }
      return Error{"The program has no variable '" + name +
                   "' for --priority var; name a global or static variable as in the source."};
    }
  }
  if (options.guided.guide.empty()) return Done{};
  const auto guidance = load_guidance(options.guided.guide);
  return guidance.ok() ? Status(Done{}) : Status(guidance.error());
}

void add_places(config::SearchOptions& into) {
  if (!into.guided.guide.empty()) {
    auto guidance = load_guidance(into.guided.guide);
    HEDDLE_CHECK(guidance.ok(), "a guide changed while it was in use");
    into.guided.guidance = std::move(*guidance);
  }
  for (config::Priority& priority : into.priority) {
    for (const std::string& name : priority.names) {
      for (const native::SymbolRange& range : native::symbols_named(name, kind_of(priority))) {
        priority.places.push_back({range.begin, range.end});
      }
    }
  }
}

}  // namespace heddle::worker
