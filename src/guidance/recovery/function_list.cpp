#include "guidance/recovery/function_list.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace heddle::guidance {
namespace {

struct Start {
  std::string name;
  std::uint64_t size = 0;
};
using Starts = std::map<std::uint64_t, Start>;

bool holds_functions(const Section* section) {
  return section != nullptr && section->executable && section->name.substr(0, 4) != ".plt";
}

Starts starts_of(const ElfImage& image, const UnwindTable& unwind) {
  Starts starts;
  for (const Symbol& symbol : image.symbols()) {
    if (!symbol.function || !holds_functions(image.section_at(symbol.address))) continue;
    Start& start = starts[symbol.address];
    // A function with several names gets the first in the alphabet, the same in every build.
    const bool better = start.name.empty() || symbol.name < start.name;
    if (better) start.name = symbol.name;
    start.size = std::max(start.size, symbol.size);
  }
  for (const UnwindTable::Range& range : unwind.functions) {
    if (!holds_functions(image.section_at(range.begin))) continue;
    const auto after = starts.upper_bound(range.begin);
    if (after != starts.begin()) {
      const auto before = std::prev(after);
      if (range.begin < before->first + std::max<std::uint64_t>(before->second.size, 1)) continue;
    }
    starts[range.begin].size = range.end - range.begin;
  }
  return starts;
}

// "foo" of "foo.cold" and "foo.cold.3"; the name itself otherwise.
std::string_view whole_name(std::string_view name) {
  const std::size_t at = name.find(".cold");
  return at == std::string_view::npos || at == 0 ? name : name.substr(0, at);
}

}  // namespace

FunctionList::FunctionList(const ElfImage& image, const UnwindTable& unwind) {
  const Starts starts = starts_of(image, unwind);
  std::unordered_map<std::string_view, FunctionId> by_name;
  for (auto at = starts.begin(); at != starts.end(); ++at) {
    const auto& [begin, start] = *at;
    const std::uint64_t limit = image.section_at(begin)->end;
    std::uint64_t end = start.size == 0 ? limit : std::min(limit, begin + start.size);
    if (std::next(at) != starts.end()) end = std::min(end, std::next(at)->first);
    if (whole_name(start.name) != start.name) {
      pieces_.push_back({{begin, end}, kNone});
      continue;
    }
    const auto id = static_cast<FunctionId>(functions_.size());
    functions_.push_back({start.name, begin, {}});
    pieces_.push_back({{begin, end}, id});
    if (!start.name.empty()) by_name.emplace(start.name, id);
  }
  for (Owned& owned : pieces_) {
    if (owned.owner == kNone) {
      const auto whole = by_name.find(whole_name(starts.at(owned.piece.begin).name));
      if (whole == by_name.end()) continue;
      owned.owner = whole->second;
    }
    functions_[owned.owner].pieces.push_back(owned.piece);
  }
}

FunctionId FunctionList::entered_at(std::uint64_t address) const {
  const FunctionId found = containing(address);
  return found != kNone && functions_[found].entry == address ? found : kNone;
}

FunctionId FunctionList::containing(std::uint64_t address) const {
  const auto after = std::upper_bound(
      pieces_.begin(), pieces_.end(), address,
      [](std::uint64_t wanted, const Owned& owned) { return wanted < owned.piece.begin; });
  if (after == pieces_.begin() || address >= (after - 1)->piece.end) return kNone;
  return (after - 1)->owner;
}

}  // namespace heddle::guidance
