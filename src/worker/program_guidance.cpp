#include "worker/program_guidance.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/memory_regions.hpp"

namespace heddle::worker {
namespace {

bool is_loaded_as(const guidance::GuideModule& known, const native::LoadedModule& loaded) {
  if (!known.build_id.empty() && known.build_id == loaded.build_id) return true;
  std::error_code ignored;
  return known.name == loaded.path || std::filesystem::equivalent(known.name, loaded.path, ignored);
}

std::span<const std::uintptr_t> calls_of(const StateView& view, const ThreadView& thread) {
  return view.relations == nullptr ? std::span<const std::uintptr_t>{}
                                   : view.relations->calls(thread.id);
}

}  // namespace

ProgramGuidance::ProgramGuidance(guidance::Guide guide) : guide_(std::move(guide)) {
  const std::vector<native::LoadedModule> loaded = native::loaded_modules();
  for (std::size_t i = 0; i < guide_.modules().size(); ++i) {
    for (const native::LoadedModule& module : loaded) {
      if (is_loaded_as(guide_.modules()[i], module)) guide_.place(i, module.base);
    }
  }
}

bool ProgramGuidance::is_at(std::size_t location, const StateView& view,
                            const ThreadView& thread) const {
  // A lock or a condition is known by its first byte.
  const guidance::Touched touched{static_cast<std::uintptr_t>(thread.next.object),
                                  std::max<std::size_t>(thread.next.size, 1)};
  return guide_.matches(location, guidance::wanted_of(thread.next.kind), touched,
                        calls_of(view, thread));
}

std::uint64_t ProgramGuidance::distance(std::size_t location, const StateView& view,
                                        const ThreadView& thread) const {
  const guidance::Cost cost = guide_.distance(location, calls_of(view, thread));
  return cost == guidance::kUnreachable ? heddle::kUnreachable : cost;
}

Result<std::shared_ptr<const Guidance>> load_guidance(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return Error{"Cannot read the guide '" + file + "'; leave out --guide."};
  Result<guidance::Guide> guide = guidance::Guide::decode(text.str());
  if (!guide) return guide.error();
  return std::shared_ptr<const Guidance>(std::make_shared<ProgramGuidance>(std::move(*guide)));
}

}  // namespace heddle::worker
